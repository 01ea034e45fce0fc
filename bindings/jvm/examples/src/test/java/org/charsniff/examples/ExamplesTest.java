package org.charsniff.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.digitalpebble.stormcrawler.Metadata;
import com.digitalpebble.stormcrawler.util.CharsetIdentification;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.charsniff.Encoding;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class ExamplesTest {
    @Test
    void jsoup() throws Exception {
        byte[] page = Encoding.WINDOWS_1251.encode("<title>Проверка</title><p>Страница без указания кодировки");
        Map<String, List<String>> headers = Map.of("Content-Type", List.of("text/html"));
        Document document = JsoupExample.parse(page, headers, "https://example.org/");
        assertEquals("Проверка", document.title());
        assertTrue(document.outerHtml().contains("<meta charset=\"windows-1251\">"), document.outerHtml());
        Document without = Jsoup.parse(new ByteArrayInputStream(page), null, "https://example.org/");
        assertNotEquals("Проверка", without.title());
    }

    @Test
    void warc() throws Exception {
        List<String> lines = WarcExample.texts(Path.of("../../../fixtures/crawl.warc.gz"));
        lines.forEach(System.out::println);
        assertTrue(lines.size() > 20, () -> lines.size() + " responses");
        assertTrue(lines.stream().anyMatch(line -> line.contains("Shift_JIS tentative xml-declaration")));
    }

    /** A page in windows-1251 that its server and the page itself declare as UTF-8. */
    private static final byte[] LIE = Encoding.WINDOWS_1251.encode("<html><head><meta charset=utf-8><title>Проверка</title>"
            + "</head><body><p>Страница, у которой указана неверная кодировка <a href=/b>ещё</a></body></html>");

    @Test
    void stormCrawler() {
        Metadata metadata = new Metadata();
        metadata.setValue("content-type", "text/html; charset=utf-8");
        assertEquals("windows-1251", StormCrawlerCharset.getCharset(metadata, LIE, -1));
        assertEquals("windows-1251", StormCrawlerCharset.getCharset(metadata, LIE, 150));
        assertEquals("utf-8", CharsetIdentification.getCharsetFast(metadata, LIE, -1));
        byte[] japanese = Encoding.EUC_JP.encode("<title>文字コードの確認</title><p>これは日本語のページです。");
        assertEquals("EUC-JP", StormCrawlerCharset.getCharset(new Metadata(), japanese, -1));
    }
}
