package org.charsniff;

/**
 * Bytes are malformed in a context in which that is an error, such as XML in the {@linkplain Reading#STANDARD standard's
 * reading}. A crawler's reading has no such contexts.
 */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int offset;
    private final int length;

    DecodeException(int offset, int length) {
        super("malformed: " + length + " bytes at byte " + offset);
        this.offset = offset;
        this.length = length;
    }

    /** Where the malformed sequence is, in bytes from the start of the resource. */
    public int offset() {
        return offset;
    }

    /** How long it is, in bytes. */
    public int length() {
        return length;
    }
}
