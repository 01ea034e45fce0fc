package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/** The <a href="https://encoding.spec.whatwg.org/#iso-2022-jp-encoder">encoder of ISO-2022-JP</a>. */
final class Iso2022JpEncoder extends CharsetEncoder {
    private static final byte[] TO_ASCII = {0x1B, '(', 'B'};
    private static final byte[] TO_ROMAN = {0x1B, '(', 'J'};
    private static final byte[] TO_JIS_0208 = {0x1B, '$', 'B'};
    private static final int ESCAPE_AND_PAIR = 5;

    private byte[] state = TO_ASCII;

    Iso2022JpEncoder(Charset charset) {
        super(charset, 3, 8, new byte[] {'?'});
    }

    /** {@code ?} is always encoded after a return to ASCII. */
    @Override
    public boolean isLegalReplacement(byte[] replacement) {
        return replacement.length == 1 && replacement[0] == '?';
    }

    @Override
    protected void implReset() {
        state = TO_ASCII;
    }

    @Override
    protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
        while (in.hasRemaining()) {
            char c = in.get(in.position());
            if (out.remaining() < ESCAPE_AND_PAIR) {
                return CoderResult.OVERFLOW;
            }
            if (Character.isHighSurrogate(c) && in.remaining() < 2) {
                return CoderResult.UNDERFLOW;
            }
            CoderResult wrong = encode(c, in, out);
            if (wrong != null) {
                // A replacement, which is ASCII, may follow.
                change(TO_ASCII, out);
                return wrong;
            }
            in.position(in.position() + 1);
        }
        return CoderResult.UNDERFLOW;
    }

    /** Null if the character was encoded. */
    private CoderResult encode(char c, CharBuffer in, ByteBuffer out) {
        if (Character.isSurrogate(c)) {
            boolean isPair = Character.isHighSurrogate(c) && Character.isLowSurrogate(in.get(in.position() + 1));
            return isPair ? CoderResult.unmappableForLength(2) : CoderResult.malformedForLength(1);
        }
        if (c == 0x0E || c == 0x0F || c == 0x1B) {
            return CoderResult.unmappableForLength(1);
        }
        if (c < 0x80) {
            if (state != TO_ROMAN || c == 0x5C || c == 0x7E) {
                change(TO_ASCII, out);
            }
            out.put((byte) c);
            return null;
        }
        if (c == '\u00A5' || c == '\u203E') {
            change(TO_ROMAN, out);
            out.put((byte) (c == '\u00A5' ? 0x5C : 0x7E));
            return null;
        }
        byte[] alone = Texts.encode(Encoding.ISO_2022_JP, String.valueOf(c));
        if (alone.length < ESCAPE_AND_PAIR || alone[0] != TO_JIS_0208[0]) {
            return CoderResult.unmappableForLength(1);
        }
        change(TO_JIS_0208, out);
        out.put(alone, TO_JIS_0208.length, 2);
        return null;
    }

    private void change(byte[] next, ByteBuffer out) {
        if (state != next) {
            state = next;
            out.put(next);
        }
    }

    @Override
    protected CoderResult implFlush(ByteBuffer out) {
        if (out.remaining() < TO_ASCII.length) {
            return CoderResult.OVERFLOW;
        }
        change(TO_ASCII, out);
        return CoderResult.UNDERFLOW;
    }
}
