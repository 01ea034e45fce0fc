package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.sax.BodyContentHandler;
import org.junit.jupiter.api.Test;

/** The order of the class path decides nothing: the detector arbitrates between the others. */
class OrderTest {
    static String read() throws Exception {
        Metadata metadata = new Metadata();
        metadata.set("Content-Type", "text/plain; charset=utf-8");
        BodyContentHandler text = new BodyContentHandler(-1);
        try (TikaInputStream input = TikaInputStream.get("Проверка кодировки страницы".getBytes("windows-1251"))) {
            new AutoDetectParser().parse(input, text, metadata, new ParseContext());
        }
        return text.toString().trim();
    }

    @Test
    void charsniffIsAskedWhereverItIs() throws Exception {
        assertEquals("Проверка кодировки страницы", read());
        assertEquals("Проверка кодировки страницы", LastOnThePath.call(OrderTest.class, "read"));
    }
}
