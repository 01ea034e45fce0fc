package org.charsniff;

import java.nio.ByteBuffer;

/** How an encoding is decoded by one character at a time. */
abstract class Steps {
    /** What stands next in a buffer. */
    static final class Step {
        /** In bytes; 0 if the sequence goes on after the end of the buffer. */
        int length;
        boolean malformed;
        /** How many units the text has: 0, 1 or 2. */
        int count;
        char first;
        char second;
        /** Of ISO-2022-JP and replacement: what earlier bytes have chosen. 0 at the start. */
        int state;
        /** Of ISO-2022-JP: whether an escape sequence was the last thing read. */
        boolean afterEscape;

        void is(int length, char c) {
            this.length = length;
            malformed = false;
            count = 1;
            first = c;
        }

        void is(int length, String text) {
            is(length, text.charAt(0));
            if (text.length() > 1) {
                count = 2;
                second = text.charAt(1);
            }
        }

        void isNothing(int length) {
            this.length = length;
            malformed = false;
            count = 0;
        }

        void isMalformed(int length) {
            this.length = length;
            malformed = true;
        }

        void isIncomplete() {
            length = 0;
        }
    }

    /** Looks at what is next, of which there is at least one byte, without reading it. */
    abstract void next(ByteBuffer in, Step step);

    static Steps of(Encoding encoding) {
        switch (encoding) {
            case REPLACEMENT:
                return new Replacement();
            case ISO_2022_JP:
                return new Iso2022JpSteps();
            case GBK:
            case GB18030:
            case BIG5:
            case EUC_JP:
            case SHIFT_JIS:
            case EUC_KR:
                return new PairSteps(Pairs.of(encoding));
            default:
                return new SingleByteSteps(SingleByte.of(encoding));
        }
    }

    private static final class SingleByteSteps extends Steps {
        private final char[] characters;

        SingleByteSteps(SingleByte encoding) {
            characters = encoding.characters;
        }

        @Override
        void next(ByteBuffer in, Step step) {
            char c = characters[in.get(in.position()) & 0xFF];
            if (c == '\uFFFD') {
                step.isMalformed(1);
            } else {
                step.is(1, c);
            }
        }
    }

    private static final class Replacement extends Steps {
        @Override
        void next(ByteBuffer in, Step step) {
            if (step.state == 0) {
                step.state = 1;
                step.isMalformed(in.remaining());
            } else {
                step.isNothing(in.remaining());
            }
        }
    }

    private static final class PairSteps extends Steps {
        private final Pairs encoding;

        PairSteps(Pairs encoding) {
            this.encoding = encoding;
        }

        @Override
        void next(ByteBuffer in, Step step) {
            int at = in.position();
            encoding.next(in.get(at) & 0xFF, index -> index < in.remaining() ? in.get(at + index) & 0xFF : -1, step);
        }
    }
}
