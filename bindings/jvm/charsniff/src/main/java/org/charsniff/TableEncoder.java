package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/** Encodes a character at a time, by the table of its bytes. */
final class TableEncoder extends CharsetEncoder {
    private final Codes codes;

    TableEncoder(Charset charset, Codes codes) {
        super(charset, 2, 4, new byte[] {'?'});
        this.codes = codes;
    }

    /** {@code ?} is in all encodings, and asking would need the tables twice. */
    @Override
    public boolean isLegalReplacement(byte[] replacement) {
        return replacement.length == 1 && replacement[0] == '?' || super.isLegalReplacement(replacement);
    }

    @Override
    protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
        while (in.hasRemaining()) {
            char c = in.get(in.position());
            if (Character.isSurrogate(c)) {
                CoderResult result = pair(in, c, out);
                if (result != null) {
                    return result;
                }
                continue;
            }
            int code = codes.code(c);
            if (code == -1) {
                return CoderResult.unmappableForLength(1);
            }
            int length = code == 0 ? 1 : 4 - Integer.numberOfLeadingZeros(code) / 8;
            if (length > out.remaining()) {
                return CoderResult.OVERFLOW;
            }
            for (int i = length - 1; i >= 0; i--) {
                out.put((byte) (code >> 8 * i));
            }
            in.position(in.position() + 1);
        }
        return CoderResult.UNDERFLOW;
    }

    /** A character outside the BMP, or half of one. Null if it was encoded. */
    private CoderResult pair(CharBuffer in, char c, ByteBuffer out) {
        if (Character.isHighSurrogate(c) && in.remaining() < 2) {
            return CoderResult.UNDERFLOW;
        }
        if (Character.isLowSurrogate(c) || !Character.isLowSurrogate(in.get(in.position() + 1))) {
            return CoderResult.malformedForLength(1);
        }
        byte[] bytes = codes.bytes(Character.toCodePoint(c, in.get(in.position() + 1)));
        if (bytes.length == 0) {
            return CoderResult.unmappableForLength(2);
        }
        if (bytes.length > out.remaining()) {
            return CoderResult.OVERFLOW;
        }
        out.put(bytes);
        in.position(in.position() + 2);
        return null;
    }
}
