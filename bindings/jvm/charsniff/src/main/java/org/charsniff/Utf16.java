package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** UTF-16, and strings that may hold half a surrogate pair. */
final class Utf16 {
    private Utf16() {}

    static Texts.Text decode(byte[] bytes, int offset, int length, boolean isBigEndian) {
        boolean isOdd = length % 2 != 0;
        char[] units = new char[length / 2 + (isOdd ? 1 : 0)];
        ByteOrder order = isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer.wrap(bytes, offset, length).order(order).asCharBuffer().get(units, 0, length / 2);
        int count = units.length;
        boolean hadErrors = isOdd;
        if (isOdd) {
            // The byte that is left is malformed, together with the first half of a pair before it.
            if (count > 1 && Character.isHighSurrogate(units[count - 2])) {
                count--;
            }
            units[count - 1] = '\uFFFD';
        }
        hadErrors |= replaceLoneSurrogates(units, count);
        return new Texts.Text(new String(units, 0, count), hadErrors);
    }

    private static boolean replaceLoneSurrogates(char[] units, int count) {
        boolean any = false;
        for (int i = 0; i < count; i++) {
            if (!Character.isSurrogate(units[i])) {
                continue;
            }
            if (Character.isHighSurrogate(units[i]) && i + 1 < count && Character.isLowSurrogate(units[i + 1])) {
                i++;
            } else {
                units[i] = '\uFFFD';
                any = true;
            }
        }
        return any;
    }

    /** The text with U+FFFD for each half of a surrogate pair. */
    static String withoutLoneSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                char[] units = text.toCharArray();
                return replaceLoneSurrogates(units, units.length) ? new String(units) : text;
            }
        }
        return text;
    }
}
