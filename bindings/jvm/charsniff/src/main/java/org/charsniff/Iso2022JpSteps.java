package org.charsniff;

import java.nio.ByteBuffer;

/** The <a href="https://encoding.spec.whatwg.org/#iso-2022-jp-decoder">decoder of ISO-2022-JP</a>. */
final class Iso2022JpSteps extends Steps {
    private static final int ASCII = 0;
    private static final int ROMAN = 1;
    private static final int KATAKANA = 2;
    private static final int JIS_0208 = 3;
    private static final int ESCAPE = 0x1B;

    /** It has the characters of JIS X 0208 at the same places, with the highest bits set. */
    private final Pairs eucJp = Pairs.of(Encoding.EUC_JP);

    @Override
    void next(ByteBuffer in, Step step) {
        int b = in.get(in.position()) & 0xFF;
        if (b == ESCAPE) {
            escape(in, step);
            return;
        }
        step.afterEscape = false;
        if (step.state == JIS_0208) {
            pair(in, b, step);
        } else if (step.state == KATAKANA && b >= 0x21 && b <= 0x5F) {
            step.is(1, (char) (0xFF61 - 0x21 + b));
        } else if (step.state == KATAKANA || b >= 0x80 || b == 0x0E || b == 0x0F) {
            step.isMalformed(1);
        } else if (step.state == ROMAN && b == 0x5C) {
            step.is(1, '\u00A5');
        } else if (step.state == ROMAN && b == 0x7E) {
            step.is(1, '\u203E');
        } else {
            step.is(1, (char) b);
        }
    }

    private void pair(ByteBuffer in, int lead, Step step) {
        if (lead < 0x21 || lead > 0x7E) {
            step.isMalformed(1);
        } else if (in.remaining() < 2) {
            step.isIncomplete();
        } else {
            int trail = in.get(in.position() + 1) & 0xFF;
            char c = trail < 0x21 || trail > 0x7E ? '\uFFFD' : eucJp.pair(lead | 0x80, trail | 0x80);
            if (trail == ESCAPE) {
                step.isMalformed(1);
            } else if (c == '\uFFFD') {
                step.isMalformed(2);
            } else {
                step.is(2, c);
            }
        }
    }

    private static void escape(ByteBuffer in, Step step) {
        int at = in.position();
        int one = in.remaining() > 1 ? in.get(at + 1) : -1;
        int two = in.remaining() > 2 ? in.get(at + 2) : -1;
        if (in.remaining() == 1 || in.remaining() == 2 && (one == '(' || one == '$')) {
            step.isIncomplete();
            return;
        }
        int state = -1;
        if (one == '(') {
            state = two == 'B' ? ASCII : two == 'J' ? ROMAN : two == 'I' ? KATAKANA : -1;
        } else if (one == '$' && (two == '@' || two == 'B')) {
            state = JIS_0208;
        }
        if (state < 0) {
            step.afterEscape = false;
            step.isMalformed(1);
            return;
        }
        step.state = state;
        // Two escape sequences with nothing between them are an error, by which nobody can hide text.
        if (step.afterEscape) {
            step.isMalformed(3);
        } else {
            step.isNothing(3);
        }
        step.afterEscape = true;
    }
}
