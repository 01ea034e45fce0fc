package org.charsniff.nutch;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.net.protocols.Response;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseImpl;
import org.apache.nutch.parse.ParseResult;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.Parser;
import org.apache.nutch.protocol.Content;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Decoded;
import org.charsniff.Headers;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A parse plug-in of Nutch for HTML, which reads pages in the encoding that charsniff finds, in place of Nutch's {@code
 * EncodingDetector}. {@code plugin.xml} names it at the extension point {@code org.apache.nutch.parse.Parser}.
 */
public final class CharsniffParser implements Parser {
    private Configuration configuration;

    @Override
    public ParseResult getParse(Content content) {
        Metadata fetched = content.getMetadata();
        Context context = Context.html().url(content.getBaseUrl());
        Decoded decoded = Charsniff.decode(
                content.getContent(), Headers.contentType(fetched.get(Response.CONTENT_TYPE)), context);
        String encoding = decoded.sniffed().name();
        Metadata parsed = new Metadata();
        parsed.set(Nutch.ORIGINAL_CHAR_ENCODING, encoding);
        parsed.set(Nutch.CHAR_ENCODING_FOR_CONVERSION, encoding);

        Document document = Jsoup.parse(decoded.text(), content.getBaseUrl());
        List<Outlink> links = new ArrayList<>();
        for (Element link : document.select("a[href]")) {
            try {
                links.add(new Outlink(link.attr("abs:href"), link.text()));
            } catch (java.net.MalformedURLException error) {
                // It leads nowhere.
            }
        }
        ParseData data = new ParseData(
                ParseStatus.STATUS_SUCCESS, document.title(), links.toArray(new Outlink[0]), fetched, parsed);
        return ParseResult.createParseResult(content.getUrl(), new ParseImpl(document.body().text(), data));
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    @Override
    public void setConf(Configuration configuration) {
        this.configuration = configuration;
    }
}
