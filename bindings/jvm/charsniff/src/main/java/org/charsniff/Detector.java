package org.charsniff;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Guesses the encoding of bytes, as {@link Charsniff#detect} does, with what else is known: which encodings may be the answer,
 * and hints.
 *
 * <p>A detector does not change: each method returns another. Use one for many texts, from as many threads as you like.
 *
 * <pre>{@code
 * Detector japanese = new Detector().only(Encoding.SHIFT_JIS, Encoding.EUC_JP, Encoding.UTF_8).tld("jp");
 * Optional<Guess> guess = japanese.detect(bytes);
 * }</pre>
 */
public final class Detector {
    private final List<Hints.Hint> hints;

    /** A detector for all encodings, without hints: it answers as {@link Charsniff#detect} does. */
    public Detector() {
        this(List.of());
    }

    private Detector(List<Hints.Hint> hints) {
        this.hints = hints;
    }

    /** Only these encodings may be the answer, and those of other calls of this method. */
    public Detector only(Encoding... encodings) {
        return with(Hints.ONLY, Names.encodings(encodings, "encodings"));
    }

    /** These encodings may not be the answer. */
    public Detector except(Encoding... encodings) {
        return with(Hints.EXCEPT, Names.encodings(encodings, "encodings"));
    }

    /** One of these encodings is the answer where the bytes leave the question open. */
    public Detector prefer(Encoding... encodings) {
        return with(Hints.PREFER, Names.encodings(encodings, "encodings"));
    }

    /** The language that the text says it is in, a BCP 47 tag: a hint. */
    public Detector language(String tag) {
        return with(Hints.LANGUAGE, Names.text(tag, "language"));
    }

    /** The top-level domain of the text's host, such as {@code "jp"}: a hint. Of a longer domain only the last label is used. */
    public Detector tld(String tld) {
        return with(Hints.TLD, Names.text(tld, "tld"));
    }

    /** The user's locale, a BCP 47 tag: a hint. */
    public Detector locale(String tag) {
        return with(Hints.LOCALE, Names.text(tag, "locale"));
    }

    /** Whether the answer may be ISO-2022-JP; it may not if this is not called. */
    public Detector iso2022Jp(boolean allowed) {
        return with(Hints.ISO_2022_JP, allowed);
    }

    private Detector with(Hints which, Object value) {
        List<Hints.Hint> more = new ArrayList<>(hints);
        more.add(new Hints.Hint(which, value));
        return new Detector(List.copyOf(more));
    }

    /**
     * Guesses the encoding.
     *
     * @return empty if the bytes are binary data, or no encoding may be the answer
     */
    public Optional<Guess> detect(byte[] bytes) {
        Names.requireNonNull(bytes, "bytes");
        return Optional.ofNullable(Engines.use(engine -> engine.detect(hints, bytes)));
    }

    /**
     * Guesses the one encoding that all of these strings are in, such as the names in an archive, each of which says too
     * little by itself. They are read as the lines of one text.
     *
     * @return empty as in {@link #detect(byte[])}
     */
    public Optional<Guess> detectAll(Collection<byte[]> strings) {
        Names.requireNonNull(strings, "strings");
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        String separator = "";
        for (byte[] string : strings) {
            Names.requireNonNull(string, "strings");
            lines.writeBytes(separator.getBytes(StandardCharsets.US_ASCII));
            lines.writeBytes(string);
            separator = "\n";
        }
        return detect(lines.toByteArray());
    }
}
