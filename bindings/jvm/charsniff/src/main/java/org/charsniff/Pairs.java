package org.charsniff;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * An encoding whose bytes are characters each or in pairs. The tables hold what the core makes of each byte and each pair;
 * longer sequences, which are rare, are the core's.
 */
final class Pairs {
    private static final Map<Encoding, Pairs> KNOWN = new EnumMap<>(Encoding.class);
    private static final char NEWLINE = '\n';

    private final Encoding encoding;
    /** The character of a byte; 0 if the byte begins a pair. */
    private final char[] single = new char[256];
    /** The character of a pair, U+FFFD if it is malformed; 0 if it is something else. */
    private final char[] pairs = new char[1 << 16];
    /** Pairs that are two characters, or one outside the BMP, or a malformed byte and an ASCII character. */
    private final Map<Integer, String> others = new HashMap<>();

    static Pairs of(Encoding encoding) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(encoding, Pairs::new);
        }
    }

    private Pairs(Encoding encoding) {
        this.encoding = encoding;
        for (int lead = 0; lead < 256; lead++) {
            if (lead == NEWLINE) {
                single[lead] = NEWLINE;
                continue;
            }
            // Alone before the end of the line: one character, or malformed, as the first byte of a pair is here.
            String alone = texts(new byte[] {(byte) lead, NEWLINE})[0];
            String[] texts = texts(withAllTrails(lead));
            if (!beginsPair(texts, alone)) {
                single[lead] = alone.charAt(0);
                continue;
            }
            for (int trail = 0; trail < 256; trail++) {
                if (trail == NEWLINE) {
                    others.put(lead << 8 | trail, "\uFFFD\n");
                } else if (!beginsLonger(lead, trail)) {
                    String text = texts[trail];
                    pairs[lead << 8 | trail] = text.length() == 1 ? text.charAt(0) : 0;
                    if (text.length() != 1) {
                        others.put(lead << 8 | trail, text);
                    }
                }
            }
        }
    }

    /** A byte begins pairs if what it means depends on the next one. */
    private static boolean beginsPair(String[] texts, String alone) {
        return !(texts['A'].equals(alone + 'A') && texts[0xA1].startsWith(alone) && texts[0xA1].length() > 1
                && texts[0x40].equals(alone + '@'));
    }

    /** Whether a pair is the start of four bytes (gb18030) or three (EUC-JP). */
    private boolean beginsLonger(int lead, int trail) {
        return encoding == Encoding.EUC_JP
                ? lead == 0x8F
                : (encoding == Encoding.GBK || encoding == Encoding.GB18030) && trail >= '0' && trail <= '9';
    }

    /** The byte followed by each byte and the end of a line. */
    private static byte[] withAllTrails(int lead) {
        byte[] bytes = new byte[3 * 256];
        for (int trail = 0; trail < 256; trail++) {
            bytes[3 * trail] = (byte) lead;
            bytes[3 * trail + 1] = (byte) (trail == NEWLINE ? ' ' : trail);
            bytes[3 * trail + 2] = NEWLINE;
        }
        return bytes;
    }

    private String[] texts(byte[] lines) {
        return Texts.byCore(encoding, lines, 0, lines.length).text.split("\n", -1);
    }

    Texts.Text decode(byte[] bytes, int offset, int length) {
        char[] single = this.single;
        char[] pairs = this.pairs;
        char[] units = new char[length];
        boolean hadErrors = false;
        int written = 0;
        int end = offset + length;
        int at = offset;
        while (at < end) {
            int lead = bytes[at] & 0xFF;
            char c = single[lead];
            int read = 1;
            if (c == 0 && lead != 0) {
                if (at + 1 == end) {
                    c = '\uFFFD';
                } else {
                    int pair = lead << 8 | bytes[at + 1] & 0xFF;
                    c = pairs[pair];
                    read = 2;
                    if (c == 0) {
                        String other = others.get(pair);
                        if (other == null) {
                            return withRest(units, written, hadErrors, bytes, at, end - at);
                        }
                        // Two bytes are never more than two units.
                        units[written++] = other.charAt(0);
                        hadErrors |= other.charAt(0) == '\uFFFD';
                        c = other.charAt(1);
                    }
                }
            }
            hadErrors |= c == '\uFFFD';
            units[written++] = c;
            at += read;
        }
        return new Texts.Text(new String(units, 0, written), hadErrors);
    }

    /** The bytes of a buffer by their distance from the next one; -1 at its end. */
    interface Bytes {
        int at(int index);
    }

    /** The character of a pair; U+FFFD if it is malformed. */
    char pair(int lead, int trail) {
        return pairs[lead << 8 | trail];
    }

    /** One character, or one malformed sequence. */
    void next(int lead, Bytes bytes, Steps.Step step) {
        char c = single[lead];
        if (c != 0 || lead == 0) {
            one(1, c, step);
            return;
        }
        int trail = bytes.at(1);
        if (trail < 0) {
            step.isIncomplete();
            return;
        }
        c = pairs[lead << 8 | trail];
        if (c != 0) {
            one(2, c, step);
            return;
        }
        String other = others.get(lead << 8 | trail);
        if (other == null) {
            longer(lead, bytes, step);
        } else if (other.charAt(0) == '\uFFFD') {
            step.isMalformed(1);
        } else {
            step.is(2, other);
        }
    }

    private static void one(int length, char c, Steps.Step step) {
        if (c == '\uFFFD') {
            step.isMalformed(length);
        } else {
            step.is(length, c);
        }
    }

    /** Four bytes of gb18030, three of EUC-JP, and what may only look like them. */
    private void longer(int lead, Bytes bytes, Steps.Step step) {
        boolean isEucJp = encoding == Encoding.EUC_JP;
        int length = isEucJp ? 3 : 4;
        byte[] sequence = new byte[length];
        for (int i = 0; i < length; i++) {
            int b = i == 0 ? lead : bytes.at(i);
            if (b < 0) {
                step.isIncomplete();
                return;
            }
            boolean isPossible = isEucJp ? b >= (i == 0 ? 0x8F : 0xA1) && b <= 0xFE
                    : i % 2 == 0 ? b >= 0x81 && b <= 0xFE : b >= '0' && b <= '9';
            if (!isPossible) {
                // Of EUC-JP's three bytes, all up to one that is not ASCII are malformed; of gb18030's four, the first.
                step.isMalformed(isEucJp ? (b < 0x80 ? i : i + 1) : 1);
                return;
            }
            sequence[i] = (byte) b;
        }
        Texts.Text text = Texts.byCore(encoding, sequence, 0, length);
        if (text.hadErrors) {
            step.isMalformed(length);
        } else {
            step.is(length, text.text);
        }
    }

    /** From a longer sequence on, the core decodes. */
    private Texts.Text withRest(char[] units, int count, boolean hadErrors, byte[] bytes, int at, int length) {
        Texts.Text rest = Texts.byCore(encoding, bytes, at, length);
        String text = new String(Arrays.copyOf(units, count)) + rest.text;
        return new Texts.Text(text, hadErrors || rest.hadErrors);
    }
}
