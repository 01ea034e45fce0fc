package org.charsniff;

/**
 * Bytes are malformed in a context in which that is an error, such as XML in the {@linkplain Reading#STANDARD standard's
 * reading}. A crawler's reading has no such contexts.
 */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int offset;
    private final int length;
    private final String text;

    DecodeException(int offset, int length, String text) {
        super("malformed: " + length + " bytes at byte " + offset);
        this.offset = offset;
        this.length = length;
        this.text = text;
    }

    /** Where the malformed sequence is, in bytes from the start of the resource. */
    public int offset() {
        return offset;
    }

    /**
     * Of a {@link StreamDecoder}: the text that the call would have returned, if the bytes had ended before the malformed
     * sequence. Else empty.
     */
    public String text() {
        return text;
    }

    /** How long it is, in bytes. */
    public int length() {
        return length;
    }
}
