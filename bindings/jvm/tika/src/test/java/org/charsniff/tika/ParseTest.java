package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.sax.BodyContentHandler;
import org.charsniff.Encoding;
import org.junit.jupiter.api.Test;

/** Parses with Tika, which finds the detector by itself. */
class ParseTest {
    private static String parse(byte[] page, String contentType, Metadata metadata) throws Exception {
        if (contentType != null) {
            metadata.set(Metadata.CONTENT_TYPE, contentType);
        }
        BodyContentHandler text = new BodyContentHandler(-1);
        new AutoDetectParser().parse(new ByteArrayInputStream(page), text, metadata);
        return text.toString().trim();
    }

    @Test
    void aPageIsReadByCharsniff() throws Exception {
        Metadata metadata = new Metadata();
        byte[] page = "<!doctype html><title>t</title><p>Проверка кодировки страницы".getBytes("windows-1251");
        assertEquals("Проверка кодировки страницы", parse(page, null, metadata));
        assertEquals("CharsniffEncodingDetector", metadata.get(TikaCoreProperties.ENCODING_DETECTOR));
        assertEquals("windows-1251", metadata.get(Metadata.CONTENT_ENCODING));
    }

    @Test
    void plainTextIsReadByCharsniff() throws Exception {
        Metadata metadata = new Metadata();
        byte[] text = "これはテストです。文字コードを調べます。".getBytes("Shift_JIS");
        assertEquals("これはテストです。文字コードを調べます。", parse(text, "text/plain", metadata));
        assertEquals("CharsniffEncodingDetector", metadata.get(TikaCoreProperties.ENCODING_DETECTOR));
    }

    @Test
    void anEncodingThatJavaLacksHasTheStandardsName() throws Exception {
        Metadata metadata = new Metadata();
        assertEquals("Þetta", parse("<meta charset=latin6><p>\u00DEetta".getBytes("ISO-8859-1"), "text/html", metadata));
        assertEquals("ISO-8859-10", metadata.get(Metadata.CONTENT_ENCODING));
        assertEquals("text/html; charset=ISO-8859-10", metadata.get(Metadata.CONTENT_TYPE));
    }

    @Test
    void everyEncodingHasACharsetThatDecodes() {
        for (Encoding encoding : Encoding.values()) {
            Charset charset = Charsets.of(encoding);
            assertTrue(charset.newDecoder() != null, encoding.toString());
        }
        for (Encoding encoding : Encoding.values()) {
            assertFalse(Charsets.of(encoding).name().contains("whatwg"), encoding.toString());
        }
        assertEquals(Charset.forName("x-MacRoman"), Charsets.of(Encoding.MACINTOSH));
        assertEquals(StandardCharsets.UTF_8, Charsets.of(Encoding.UTF_8));
        assertEquals(Encoding.ISO_8859_10.charset(), Charsets.of(Encoding.ISO_8859_10));
    }
}
