package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** UTF-8 and UTF-16, which the platform decodes as the standard says, but for some surrogates. */
final class PlatformDecoder extends CharsetDecoder {
    private final CharsetDecoder decoder;

    PlatformDecoder(Charset charset, Charset platforms) {
        super(charset, 0.5f, 1);
        decoder = platforms.newDecoder();
    }

    @Override
    protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        // Between calls it keeps nothing: what is incomplete stays in the buffer.
        CoderResult result = decoder.reset().decode(in, out, false);
        // Some malformed sequences are shorter by the standard: of a surrogate in UTF-8 each byte is one, and what follows
        // half a pair in UTF-16 is none.
        if (decoder.charset() == StandardCharsets.UTF_8) {
            return !result.isOverflow() && startsWithSurrogate(in) ? CoderResult.malformedForLength(1) : result;
        }
        return result.isMalformed() && result.length() == 4 ? CoderResult.malformedForLength(2) : result;
    }

    private static boolean startsWithSurrogate(ByteBuffer utf8) {
        return utf8.remaining() > 1
                && utf8.get(utf8.position()) == (byte) 0xED && (utf8.get(utf8.position() + 1) & 0xFF) >= 0xA0;
    }
}
