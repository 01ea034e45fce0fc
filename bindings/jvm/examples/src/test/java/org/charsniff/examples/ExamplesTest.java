package org.charsniff.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
