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
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Parse;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.util.EncodingDetector;
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
        assertEquals("whatwg-windows-1251", document.charset().name());
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
    void nutch() throws Exception {
        Configuration configuration = new Configuration(false);
        configuration.set("mime.type.magic", "false");
        org.apache.nutch.metadata.Metadata headers = new org.apache.nutch.metadata.Metadata();
        headers.set("Content-Type", "text/html; charset=utf-8");
        Content content = new Content("http://example.ru/a", "http://example.ru/a", LIE, "text/html", headers, configuration);
        NutchParser parser = new NutchParser();
        parser.setConf(configuration);
        Parse parse = parser.getParse(content).get("http://example.ru/a");
        assertEquals("Проверка", parse.getData().getTitle());
        assertEquals("windows-1251", parse.getData().getMeta(Nutch.CHAR_ENCODING_FOR_CONVERSION));
        assertEquals("http://example.ru/b", parse.getData().getOutlinks()[0].getToUrl());
        assertEquals("Страница, у которой указана неверная кодировка ещё", parse.getText());
        // Nutch's own detector follows the header.
        EncodingDetector nutch = new EncodingDetector(configuration);
        nutch.autoDetectClues(content, true);
        assertEquals("utf-8", nutch.guessEncoding(content, "windows-1252"));
    }

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
