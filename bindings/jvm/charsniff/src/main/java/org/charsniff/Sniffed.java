package org.charsniff;

/** The verdict on a resource's encoding. */
public final class Sniffed {
    private static final Source[] SOURCES = Source.values();

    private final Encoding encoding;
    private final Source source;
    private final Confidence confidence;
    private final boolean isomorphic;
    private final int bomLength;

    private Sniffed(Encoding encoding, Source source, Confidence confidence, boolean isomorphic, int bomLength) {
        this.encoding = encoding;
        this.source = source;
        this.confidence = confidence;
        this.isomorphic = isomorphic;
        this.bomLength = bomLength;
    }

    static Sniffed of(int encoding, int source, boolean certain, boolean isomorphic, int bomLength) {
        Confidence confidence = certain ? Confidence.CERTAIN : Confidence.TENTATIVE;
        return new Sniffed(Encoding.at(encoding), SOURCES[source], confidence, isomorphic, bomLength);
    }

    /** The encoding to decode with. */
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

    /** The length in bytes of the byte order mark that is not part of the text: 0, 2 or 3. */
    public int bomLength() {
        return bomLength;
    }

    /** Whether each byte is the character of the same number, as in header values; the encoding is then windows-1252. */
    public boolean isIsomorphic() {
        return isomorphic;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Sniffed)) {
            return false;
        }
        Sniffed sniffed = (Sniffed) other;
        return encoding == sniffed.encoding && source == sniffed.source && confidence == sniffed.confidence
                && isomorphic == sniffed.isomorphic && bomLength == sniffed.bomLength;
    }

    @Override
    public int hashCode() {
        return ((encoding.hashCode() * 31 + source.hashCode()) * 31 + confidence.hashCode()) * 31 + bomLength;
    }

    /** {@code "windows-1252 tentative meta"}. */
    @Override
    public String toString() {
        return encoding + " " + confidence + " " + source;
    }
}
