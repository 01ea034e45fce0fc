package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.charsniff.wasm.Core;

/** A verdict, and what every stage found. */
public final class Explanation {
    private final Sniffed sniffed;
    private final Likelihood likelihood;
    private final List<Report> stages;
    private final String table;
    private final String json;

    /** Reads an explanation of the core, which the caller frees. */
    Explanation(int explanation, Engine engine) {
        int scratch = engine.scratch;
        Core.charsniff_explanation_sniffed(scratch, explanation, engine.memory, engine.instance);
        sniffed = engine.sniffed(scratch);
        likelihood = Core.charsniff_explanation_likelihood(explanation, scratch, engine.memory, engine.instance) != 0
                ? new Likelihood(engine)
                : null;
        Core.charsniff_explanation_text(scratch, explanation, engine.memory, engine.instance);
        table = engine.text(engine.memory.getInt(scratch), engine.memory.getInt(scratch + 4));
        Core.charsniff_explanation_json(explanation, scratch, engine.memory, engine.instance);
        json = engine.text(engine.memory.getInt(scratch), engine.memory.getInt(scratch + 4));
        Core.charsniff_string_free(scratch, engine.memory, engine.instance);
        List<Report> reports = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Core.charsniff_explanation_stage(explanation, stage.ordinal(), scratch, engine.memory, engine.instance);
            reports.add(new Report(stage, engine));
        }
        stages = List.copyOf(reports);
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

        /** Reads the {@code charsniff_stage_report} in an engine's scratch. */
        private Report(Stage stage, Engine engine) {
            int report = engine.scratch;
            byte[] array = engine.memory.array();
            this.stage = stage;
            outcome = Names.find(Outcome.values(), engine.string(engine.memory.getInt(report + 4)), "outcome");
            consulted = array[report + 8] != 0;
            encoding = Encoding.at(array[report + 9] & 0xFF);
            boolean hasLabel = array[report + 10] != 0;
            int start = engine.memory.getInt(report + 12);
            int length = engine.memory.getInt(report + 16);
            label = hasLabel ? new String(array, start, length, StandardCharsets.ISO_8859_1) : null;
            offset = array[report + 11] != 0 ? engine.memory.getInt(report + 20) : -1;
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
