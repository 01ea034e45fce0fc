package org.charsniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The charsets, compared with the decoders and encoders of the core. */
class CharsetsTest {
    @Test
    void javaFindsThem() {
        for (Encoding encoding : Encoding.values()) {
            Charset charset = Charset.forName("whatwg-" + encoding);
            assertEquals(encoding.charset(), charset);
            assertEquals(encoding.toString(), charset.displayName());
            assertEquals(encoding.toString(), charset.displayName(java.util.Locale.ROOT));
            // Only a charset of ours may have the standard's name: the platform's of that name would be equal to it.
            boolean isOurs = !charset.name().startsWith("whatwg-");
            assertEquals(isOurs ? encoding.toString() : "whatwg-" + encoding, charset.name());
            assertEquals(isOurs, !Charset.isSupported(encoding.toString()) || Charset.forName(encoding.toString()) == charset,
                    charset.name());
            assertTrue(Charset.availableCharsets().containsValue(charset), charset.name());
        }
        assertFalse(Charset.isSupported("whatwg-utf-7"));
        assertFalse(Encoding.UTF_16LE.charset().canEncode());
    }

    /** Bytes of all kinds: text, pairs, escape sequences and noise. */
    private static byte[] someBytes(Random random, int length) {
        byte[] bytes = new byte[length];
        int kind = random.nextInt(5);
        String some = "\u001B$B(JI@~\\0aA9\u008E\u008F\u0080\u00A1\u00FE\u00FF\u0081\u0084\u0030\u00ED\u00A0\u00F0\u0090\u00E6\u0097";
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (kind == 0 ? random.nextInt(256)
                    : kind == 1 ? 0x80 + random.nextInt(128)
                    : kind == 2 ? 0x20 + random.nextInt(96)
                    : kind == 3 ? some.charAt(random.nextInt(some.length()))
                    : i % 2 == 0 ? 0xA0 + random.nextInt(90) : 0x40 + random.nextInt(190));
        }
        return bytes;
    }

    @Test
    void decodersAgreeWithTheCore() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            Encoding encoding = Encoding.values()[i % 40];
            byte[] bytes = someBytes(random, random.nextInt(40));
            String expected = Texts.byCore(encoding, bytes, 0, bytes.length).text;
            String at = encoding + " " + Arrays.toString(bytes);
            assertEquals(expected, Texts.decode(encoding, bytes, 0, bytes.length).text, at);
            assertEquals(expected, new String(bytes, encoding.charset()), at);
            if (i % 7 == 0) {
                assertEquals(expected, readInPieces(bytes, encoding.charset(), random), at);
            }
        }
    }

    private static String readInPieces(byte[] bytes, Charset charset, Random random) throws Exception {
        InputStream pieces = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + random.nextInt(3)));
            }
        };
        StringBuilder text = new StringBuilder();
        try (Reader reader = new InputStreamReader(pieces, charset)) {
            for (int c; (c = reader.read()) >= 0; ) {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    @Test
    void encodersAgreeWithTheCore() {
        Random random = new Random(2);
        for (int i = 0; i < 8_000; i++) {
            Encoding encoding = Encoding.values()[i % 40];
            if (encoding.outputEncoding() != encoding) {
                continue;
            }
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                int kind = random.nextInt(6);
                text.appendCodePoint(kind == 0 ? 0x20 + random.nextInt(95)
                        : kind == 1 ? 0xA0 + random.nextInt(0x500)
                        : kind == 2 ? 0x3041 + random.nextInt(80)
                        : kind == 3 ? 0xFF61 + random.nextInt(63)
                        : kind == 4 ? 0x4E00 + random.nextInt(0x5000) : 0x20000 + random.nextInt(0x900));
            }
            // Where the core writes a reference, Java writes a question mark.
            String expected = new String(encoding.encode(text), StandardCharsets.ISO_8859_1).replaceAll("&#[0-9]+;", "?");
            String bytes = new String(text.toString().getBytes(encoding.charset()), StandardCharsets.ISO_8859_1);
            assertEquals(expected, bytes, encoding + " " + text);
        }
    }
}
