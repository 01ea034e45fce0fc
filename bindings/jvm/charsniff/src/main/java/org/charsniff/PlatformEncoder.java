package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** UTF-8, which the platform encodes as the standard says. */
final class PlatformEncoder extends CharsetEncoder {
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();

    PlatformEncoder(Charset charset) {
        super(charset, 1.1f, 3);
    }

    @Override
    protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
        return encoder.reset().encode(in, out, false);
    }
}
