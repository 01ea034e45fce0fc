package org.charsniff;

import java.util.Objects;
import java.util.Optional;

/** A declaration that was passed over, since the bytes show another encoding: {@link Sniffed#refuted}. */
public final class Refuted {
    private final Source source;
    private final Encoding encoding;
    private final String label;

    /** @param label empty if there is none */
    Refuted(Source source, Encoding encoding, String label) {
        this.source = source;
        this.encoding = encoding;
        this.label = label;
    }

    /** What declared it. */
    public Source source() {
        return source;
    }

    /** The encoding that it names. */
    public Encoding encoding() {
        return encoding;
    }

    /**
     * The label, with a character for each byte; of a misspelled one, the first 23 bytes. Empty for a byte order mark and for
     * an encoding that the caller gave.
     */
    public Optional<String> label() {
        return label.isEmpty() ? Optional.empty() : Optional.of(label);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Refuted && source == ((Refuted) other).source && encoding == ((Refuted) other).encoding
                && label.equals(((Refuted) other).label);
    }

    @Override
    public int hashCode() {
        return Objects.hash(source, encoding, label);
    }

    /** {@code "meta windows-1252 \"latin1\""}. */
    @Override
    public String toString() {
        return source + " " + encoding + (label.isEmpty() ? "" : " \"" + label + "\"");
    }
}
