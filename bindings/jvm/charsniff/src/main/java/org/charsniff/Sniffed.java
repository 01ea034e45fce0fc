package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The verdict on a resource's encoding. */
public final class Sniffed {
    private static final Source[] SOURCES = Source.values();
    /** The size of a {@code charsniff_refuted}. */
    private static final int REFUTED = 26;
    /** How many of them it has room for. */
    private static final int MOST_REFUTED = 3;

    private final Encoding encoding;
    private final Source source;
    private final Confidence confidence;
    private final boolean isomorphic;
    private final boolean utf32;
    private final int bomLength;
    private final List<Refuted> refuted;

    private Sniffed(Encoding encoding, Source source, Confidence confidence, boolean isomorphic, boolean utf32,
            int bomLength, List<Refuted> refuted) {
        this.encoding = encoding;
        this.source = source;
        this.confidence = confidence;
        this.isomorphic = isomorphic;
        this.utf32 = utf32;
        this.bomLength = bomLength;
        this.refuted = refuted;
    }

    /**
     * A {@code charsniff_sniffed} of the core, whose last three fields stand {@code count} bytes after its start.
     */
    static Sniffed at(byte[] array, int start, int bomLength, int count) {
        Refuted[] refuted = new Refuted[array[start + count]];
        for (int i = 0; i < refuted.length; i++) {
            int at = start + count + 1 + REFUTED * i;
            String label = new String(array, at + 3, array[at + 2], StandardCharsets.ISO_8859_1);
            refuted[i] = new Refuted(SOURCES[array[at]], Encoding.at(array[at + 1]), label);
        }
        Confidence confidence = array[start + 2] != 0 ? Confidence.CERTAIN : Confidence.TENTATIVE;
        return new Sniffed(Encoding.at(array[start]), SOURCES[array[start + 1]], confidence, array[start + 3] != 0,
                array[start + count + 1 + REFUTED * MOST_REFUTED] != 0, bomLength, List.of(refuted));
    }

    /** The encoding to decode with; for what is no encoding of the standard, the nearest one. */
    public Encoding encoding() {
        return encoding;
    }

    /** Whether a declaration later in the resource can change it. */
    public Confidence confidence() {
        return confidence;
    }

    /** What decided. */
    public Source source() {
        return source;
    }

    /** The length in bytes of the byte order mark that is not part of the text: 0, 2, 3 or 4. */
    public int bomLength() {
        return bomLength;
    }

    /** Whether each byte is the character of the same number, as in header values; the encoding is then windows-1252. */
    public boolean isIsomorphic() {
        return isomorphic;
    }

    /**
     * Whether the bytes are UTF-32, which only the {@linkplain Reading#CRAWLER crawler's reading} reads; the encoding is then
     * UTF-16 in the same byte order.
     */
    public boolean isUtf32() {
        return utf32;
    }

    /** The encoding's name; {@code isomorphic}, {@code UTF-32LE} or {@code UTF-32BE} for what is no encoding of the standard. */
    public String name() {
        return isomorphic ? "isomorphic" : utf32 ? encoding.toString().replace("UTF-16", "UTF-32") : encoding.toString();
    }

    /**
     * The declarations that the bytes refute, in the pipeline's order, at most three. Always empty outside the
     * {@linkplain Reading#CRAWLER crawler's reading}.
     */
    public List<Refuted> refuted() {
        return refuted;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Sniffed)) {
            return false;
        }
        Sniffed sniffed = (Sniffed) other;
        return encoding == sniffed.encoding && source == sniffed.source && confidence == sniffed.confidence
                && isomorphic == sniffed.isomorphic && utf32 == sniffed.utf32 && bomLength == sniffed.bomLength
                && refuted.equals(sniffed.refuted);
    }

    @Override
    public int hashCode() {
        return ((encoding.hashCode() * 31 + source.hashCode()) * 31 + confidence.hashCode()) * 31 + bomLength;
    }

    /** {@code "windows-1252 tentative meta"}. */
    @Override
    public String toString() {
        return name() + " " + confidence + " " + source;
    }
}
