package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

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
        if (!result.isMalformed()) {
            return result;
        }
        switch (result.length()) {
            case 3:
                // A surrogate in UTF-8, each byte of which is malformed by the standard.
                return CoderResult.malformedForLength(1);
            case 4:
                // Half a pair of UTF-16 and what follows it, which is not malformed by the standard.
                return CoderResult.malformedForLength(2);
            default:
                return result;
        }
    }
}
