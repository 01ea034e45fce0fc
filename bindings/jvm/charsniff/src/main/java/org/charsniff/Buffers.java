package org.charsniff;

import java.nio.ByteBuffer;

/** Buffers as arrays. */
final class Buffers {
    private Buffers() {}

    /** The bytes between a buffer's position and its limit. Neither changes. */
    static byte[] bytes(ByteBuffer buffer) {
        Names.requireNonNull(buffer, "bytes");
        boolean isWhole = buffer.hasArray() && buffer.arrayOffset() == 0 && buffer.position() == 0
                && buffer.limit() == buffer.array().length;
        if (isWhole) {
            return buffer.array();
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
