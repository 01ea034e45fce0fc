package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Bytes to text and back. The platform decodes what it decodes by the standard: UTF-8, and bytes that are the characters of
 * the same numbers. Tables that the core has filled do the rest, and the core itself what the tables lack.
 */
final class Texts {
    private Texts() {}

    /** A text, and whether U+FFFD stands for something malformed. */
    static final class Text {
        final String text;
        final boolean hadErrors;

        Text(String text, boolean hadErrors) {
            this.text = text;
            this.hadErrors = hadErrors;
        }
    }

    static Text decode(Sniffed sniffed, byte[] bytes, int offset, int length) {
        if (sniffed.isIsomorphic()) {
            return new Text(new String(bytes, offset, length, StandardCharsets.ISO_8859_1), false);
        }
        if (sniffed.isUtf32()) {
            return utf32(ByteBuffer.wrap(bytes, offset, length).order(
                    sniffed.encoding() == Encoding.UTF_16BE ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN));
        }
        return decode(sniffed.encoding(), bytes, offset, length);
    }

    /** Four bytes are a scalar value; what is none is U+FFFD. */
    private static Text utf32(ByteBuffer bytes) {
        StringBuilder text = new StringBuilder(bytes.remaining() / 4 + 1);
        boolean hadErrors = false;
        while (bytes.hasRemaining()) {
            int point = -1;
            if (bytes.remaining() >= 4) {
                point = bytes.getInt();
            } else {
                bytes.position(bytes.limit());
            }
            boolean isScalarValue = Character.isValidCodePoint(point)
                    && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
            text.appendCodePoint(isScalarValue ? point : 0xFFFD);
            hadErrors |= !isScalarValue;
        }
        return new Text(text.toString(), hadErrors);
    }

    static Text decode(Encoding encoding, byte[] bytes, int offset, int length) {
        if (Natives.isNative()) {
            return byCore(encoding, bytes, offset, length);
        }
        switch (encoding) {
            case UTF_8:
                return utf8(bytes, offset, length);
            case UTF_16LE:
                return Utf16.decode(bytes, offset, length, false);
            case UTF_16BE:
                return Utf16.decode(bytes, offset, length, true);
            case REPLACEMENT:
                return new Text(length == 0 ? "" : "\uFFFD", length > 0);
            case ISO_2022_JP:
                return byCore(encoding, bytes, offset, length);
            case GBK:
            case GB18030:
            case BIG5:
            case EUC_JP:
            case SHIFT_JIS:
            case EUC_KR:
                return Pairs.of(encoding).decode(bytes, offset, length);
            default:
                return SingleByte.of(encoding).decode(bytes, offset, length);
        }
    }

    private static Text utf8(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        int first = text.indexOf('\uFFFD');
        if (first < 0 || count(text, first) == countInUtf8(bytes, offset, length)) {
            return new Text(text, false);
        }
        // For the three bytes of a surrogate the platform has one U+FFFD, and the standard three.
        return byCore(Encoding.UTF_8, bytes, offset, length);
    }

    private static int count(String text, int first) {
        int count = 0;
        for (int at = first; at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
            count++;
        }
        return count;
    }

    /** How often U+FFFD stands in UTF-8. Its first byte is never within another character. */
    private static int countInUtf8(byte[] bytes, int offset, int length) {
        int count = 0;
        for (int i = offset; i + 2 < offset + length; i++) {
            if (bytes[i] == (byte) 0xEF && bytes[i + 1] == (byte) 0xBF && bytes[i + 2] == (byte) 0xBD) {
                count++;
            }
        }
        return count;
    }

    /** The text by the core's decoder. */
    static Text byCore(Encoding encoding, byte[] bytes, int offset, int length) {
        return Engines.use(engine -> engine.text(encoding, bytes, offset, length));
    }

    static byte[] encode(Encoding encoding, String text) {
        byte[] utf8 = Utf16.withoutLoneSurrogates(text).getBytes(StandardCharsets.UTF_8);
        Encoding output = encoding.outputEncoding();
        if (output == Encoding.UTF_8) {
            return utf8;
        }
        return Engines.use(engine -> engine.encode(output, utf8));
    }
}
