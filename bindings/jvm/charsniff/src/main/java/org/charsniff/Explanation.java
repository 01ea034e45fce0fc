package org.charsniff;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A verdict, and what every stage found. */
public final class Explanation {
    private final Sniffed sniffed;
    private final Likelihood likelihood;
    private final List<Report> stages;
    private final String table;
    private final String json;

    Explanation(Sniffed sniffed, Likelihood likelihood, List<Report> stages, String table, String json) {
        this.sniffed = sniffed;
        this.likelihood = likelihood;
        this.stages = List.copyOf(stages);
        this.table = table;
        this.json = json;
    }

    /** The verdict of {@link Charsniff#sniff}. */
    public Sniffed sniffed() {
        return sniffed;
    }

    /** How likely the verdict is; empty for binary data. */
    public Optional<Likelihood> likelihood() {
        return Optional.ofNullable(likelihood);
    }

    /** What each stage found, in the order of the pipeline. */
    public List<Report> stages() {
        return stages;
    }

    /** What a stage found. */
    public Report stage(Stage stage) {
        return stages.get(Names.requireNonNull(stage, "stage").ordinal());
    }

    /** The explanation as a JSON object, with the fields that the command's {@code --explain --json} has. */
    public String toJson() {
        return json;
    }

    /** A table for people, one row a stage. */
    @Override
    public String toString() {
        return table;
    }

    /** What one stage found. */
    public static final class Report {
        private final Stage stage;
        private final boolean consulted;
        private final Outcome outcome;
        private final Encoding encoding;
        private final String label;
        private final int offset;

        /**
         * @param encoding its number in the core
         * @param label null if there is none
         * @param offset negative if it is not known
         */
        Report(Stage stage, boolean consulted, String outcome, int encoding, String label, int offset) {
            this.stage = stage;
            this.consulted = consulted;
            this.outcome = Names.find(Outcome.values(), outcome, "outcome");
            this.encoding = Encoding.at(encoding);
            this.label = label;
            this.offset = offset;
        }

        /** Which stage. */
        public Stage stage() {
            return stage;
        }

        /** Whether the context consults it. */
        public boolean consulted() {
            return consulted;
        }

        /** What became of what it found. */
        public Outcome outcome() {
            return outcome;
        }

        /** The encoding that it would choose. */
        public Optional<Encoding> encoding() {
            return Optional.ofNullable(encoding);
        }

        /** The label that it found, even if that names no encoding, with a character for each byte. */
        public Optional<String> label() {
            return Optional.ofNullable(label);
        }

        /** Where the label is, in bytes from the start. */
        public OptionalInt offset() {
            return offset < 0 ? OptionalInt.empty() : OptionalInt.of(offset);
        }
    }
}
