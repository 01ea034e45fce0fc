package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/** Decodes a character, or a malformed sequence, at a time. What is incomplete stays in the buffer. */
final class StepDecoder extends CharsetDecoder {
    private final Steps steps;
    private final Steps.Step step = new Steps.Step();

    StepDecoder(Charset charset, Steps steps) {
        super(charset, 0.75f, 2);
        this.steps = steps;
    }

    @Override
    protected void implReset() {
        step.state = 0;
        step.afterEscape = false;
    }

    @Override
    protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        while (in.hasRemaining()) {
            int state = step.state;
            boolean afterEscape = step.afterEscape;
            steps.next(in, step);
            if (step.length == 0) {
                return CoderResult.UNDERFLOW;
            }
            if (step.malformed) {
                return CoderResult.malformedForLength(step.length);
            }
            if (step.count > out.remaining()) {
                step.state = state;
                step.afterEscape = afterEscape;
                return CoderResult.OVERFLOW;
            }
            if (step.count > 0) {
                out.put(step.first);
            }
            if (step.count > 1) {
                out.put(step.second);
            }
            in.position(in.position() + step.length);
        }
        return CoderResult.UNDERFLOW;
    }
}
