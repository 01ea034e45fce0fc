package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** An encoding whose bytes are characters each. */
final class SingleByte {
    private static final Map<Encoding, SingleByte> KNOWN = new EnumMap<>(Encoding.class);

    /** The character of each byte; U+FFFD if there is none. */
    final char[] characters;
    /** The byte of each character up to the last one that has one; 0 for those that have none. */
    final byte[] bytes;
    /** Whether the bytes from A0 on are the characters of the same numbers. */
    private final boolean isNearlyLatin1;

    static SingleByte of(Encoding encoding) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(encoding, SingleByte::new);
        }
    }

    private SingleByte(Encoding encoding) {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        characters = Texts.byCore(encoding, all, 0, all.length).text.toCharArray();
        int most = 0;
        boolean isLatin1 = true;
        for (int i = 0; i < characters.length; i++) {
            most = Math.max(most, characters[i] == '\uFFFD' ? 0 : characters[i]);
            isLatin1 &= i < 0xA0 || characters[i] == i;
        }
        isNearlyLatin1 = isLatin1;
        bytes = new byte[most + 1];
        for (int i = 0; i < characters.length; i++) {
            if (characters[i] != '\uFFFD') {
                bytes[characters[i]] = (byte) i;
            }
        }
    }

    /** The byte of a character; -1 if there is none. */
    int byteOf(char c) {
        if (c >= bytes.length || bytes[c] == 0 && c != 0) {
            return -1;
        }
        return bytes[c] & 0xFF;
    }

    Texts.Text decode(byte[] bytes, int offset, int length) {
        if (isLatin1(bytes, offset, offset + length)) {
            return new Texts.Text(new String(bytes, offset, length, StandardCharsets.ISO_8859_1), false);
        }
        char[] characters = this.characters;
        char[] units = new char[length];
        boolean hadErrors = false;
        for (int i = 0; i < length; i++) {
            char c = characters[bytes[offset + i] & 0xFF];
            hadErrors |= c == '\uFFFD';
            units[i] = c;
        }
        return new Texts.Text(new String(units), hadErrors);
    }

    /** Whether the bytes are the characters of the same numbers. */
    private boolean isLatin1(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            int b = bytes[i];
            // The bytes from 80 to 9F are windows-1252's dashes and quotes; those above are other letters elsewhere.
            if (b < 0 && (!isNearlyLatin1 || b < (byte) 0xA0)) {
                return false;
            }
        }
        return true;
    }
}
