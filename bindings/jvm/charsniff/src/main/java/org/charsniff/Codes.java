package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The bytes of each character of the BMP in an encoding, as the core encodes it. */
final class Codes {
    private static final Map<Encoding, Codes> KNOWN = new EnumMap<>(Encoding.class);
    /** Encodes to no byte, and is not in a longer text either: a character that the encoding lacks. */
    static final byte[] NONE = {};

    final Encoding encoding;
    /** The bytes as a number, the first one highest; -1 if there are none. All sequences of two bytes or more begin with a
     * byte above 0. */
    private final int[] codes = new int[1 << 16];

    static Codes of(Encoding encoding) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(encoding, Codes::new);
        }
    }

    private Codes(Encoding encoding) {
        this.encoding = encoding;
        Arrays.fill(codes, -1);
        for (int block = 0; block < codes.length; block += 256) {
            if (block < Character.MIN_SURROGATE || block > Character.MAX_SURROGATE) {
                fill(block);
            }
        }
        codes['\n'] = '\n';
    }

    /** Encodes the 256 characters of a block, one a line. What is not in the encoding becomes a reference. */
    private void fill(int block) {
        StringBuilder lines = new StringBuilder();
        for (int c = block; c < block + 256; c++) {
            lines.append(c == '\n' ? ' ' : (char) c).append('\n');
        }
        byte[] bytes = Texts.encode(encoding, lines.toString());
        int start = 0;
        for (int c = block; c < block + 256; c++) {
            int end = start;
            while (bytes[end] != '\n') {
                end++;
            }
            boolean isReference = end - start > 3 && bytes[start] == '&' && bytes[start + 1] == '#';
            codes[c] = isReference ? -1 : number(bytes, start, end);
            start = end + 1;
        }
    }

    private static int number(byte[] bytes, int start, int end) {
        int number = 0;
        for (int i = start; i < end; i++) {
            number = number << 8 | bytes[i] & 0xFF;
        }
        return number;
    }

    /** The bytes of a character of the BMP as a number, the first one highest; -1 if it has none. */
    int code(char c) {
        return codes[c];
    }

    /** The bytes of a character outside the BMP; {@link #NONE} if it has none. */
    byte[] bytes(int codePoint) {
        byte[] bytes = Texts.encode(encoding, new String(Character.toChars(codePoint)));
        return new String(bytes, StandardCharsets.ISO_8859_1).startsWith("&#") ? NONE : bytes;
    }
}
