package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.util.List;
import org.apache.tika.detect.DefaultEncodingDetector;
import org.apache.tika.detect.EncodingResult;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.sax.BodyContentHandler;
import org.junit.jupiter.api.Test;

/** Tika 4 finds the detector by itself, and its answer counts. */
class ParseTest {
    @Test
    void plainTextIsReadByCharsniff() throws Exception {
        Metadata metadata = new Metadata();
        metadata.set("Content-Type", "text/plain");
        byte[] text = "これはテストです。文字コードを調べます。".getBytes("Shift_JIS");
        BodyContentHandler handler = new BodyContentHandler(-1);
        try (TikaInputStream input = TikaInputStream.get(text)) {
            new AutoDetectParser().parse(input, handler, metadata, new ParseContext());
        }
        assertEquals("これはテストです。文字コードを調べます。", handler.toString().trim());
        assertEquals("text/plain; charset=windows-31j", metadata.get("Content-Type"));
    }

    private static EncodingResult detect(byte[] page, String contentType) throws Exception {
        Metadata metadata = new Metadata();
        metadata.set("Content-Type", contentType);
        try (TikaInputStream input = TikaInputStream.get(page)) {
            List<EncodingResult> results = new DefaultEncodingDetector().detect(input, metadata, new ParseContext());
            // Later readers start at the first byte again.
            assertEquals(page[0], (byte) input.read());
            return results.get(0);
        }
    }

    @Test
    void theBytesDecide() throws Exception {
        byte[] page = "<!doctype html><meta charset=utf-8><p>Проверка кодировки страницы".getBytes("windows-1251");
        // Tika's own detector of charsets in metadata would follow the header.
        EncodingResult result = detect(page, "text/html; charset=UTF-8");
        assertEquals(Charset.forName("windows-1251"), result.getCharset());
        assertEquals(EncodingResult.ResultType.STATISTICAL, result.getResultType());
        EncodingResult declared = detect("<meta charset=koi8-r><p>".getBytes("US-ASCII"), "text/html");
        assertEquals("KOI8-R", declared.getLabel());
        assertEquals(EncodingResult.ResultType.DECLARATIVE, declared.getResultType());
    }

    @Test
    void tikaFindsIt() {
        assertTrue(new DefaultEncodingDetector().getDetectors().stream()
                .anyMatch(detector -> detector instanceof CharsniffEncodingDetector));
    }
}
