package org.charsniff.examples;

import java.util.List;
import java.util.Map;
import org.charsniff.Charsniff;
import org.charsniff.Decoded;
import org.charsniff.Headers;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A jsoup document from the bytes and headers of a response. */
public final class JsoupExample {
    private JsoupExample() {}

    /**
     * Parses a page in the encoding that charsniff finds. jsoup's own way, {@code Jsoup.parse(InputStream, null, uri)}, goes
     * by the header or the first label, and takes UTF-8 where there is none.
     */
    public static Document parse(byte[] page, Map<String, List<String>> headers, String uri) {
        Decoded decoded = Charsniff.decode(page, Headers.of(headers));
        Document document = Jsoup.parse(decoded.text(), uri);
        document.charset(decoded.sniffed().encoding().charset());
        return document;
    }
}
