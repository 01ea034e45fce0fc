package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/** UTF-8 and UTF-16, which the platform decodes as the standard says, but for surrogates in UTF-8. */
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
        // Three bytes are a surrogate, each byte of which is malformed by the standard.
        return result.isMalformed() && result.length() == 3 ? CoderResult.malformedForLength(1) : result;
    }
}
