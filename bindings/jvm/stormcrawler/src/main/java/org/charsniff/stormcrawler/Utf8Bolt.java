package org.charsniff.stormcrawler;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.stormcrawler.Metadata;
import org.apache.stormcrawler.protocol.HttpHeaders;
import org.apache.stormcrawler.protocol.ProtocolResponse;
import org.apache.stormcrawler.util.ConfUtils;
import org.apache.tika.config.TikaConfig;
import org.apache.tika.detect.Detector;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Decoded;
import org.charsniff.Headers;
import org.charsniff.Sniffed;

/**
 * Stands between the fetcher and the parser: a page in any encoding goes in, the same page in UTF-8 comes out. What is no HTML
 * passes as it is.
 *
 * <p>StormCrawler's parsers take the encoding that the header and {@code <meta charset>} agree on; Tika's takes the first
 * {@code <meta charset>}. So the page gets a {@code <meta charset="utf-8">} in front of its own, and the metadata a
 * Content-Type that says the same. {@code charsniff.encoding} and {@code charsniff.source} in the metadata tell the encoding
 * that the page had, and what it was found by.
 */
public class Utf8Bolt extends BaseRichBolt {
    private static final long serialVersionUID = 1;

    private transient OutputCollector collector;
    private transient Detector types;
    private transient String prefix;

    @Override
    public void prepare(Map<String, Object> configuration, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        types = TikaConfig.getDefaultConfig().getDetector();
        prefix = ConfUtils.getString(configuration, ProtocolResponse.PROTOCOL_MD_PREFIX_PARAM, "");
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("url", "content", "metadata"));
    }

    @Override
    public void execute(Tuple tuple) {
        String url = tuple.getStringByField("url");
        byte[] content = tuple.getBinaryByField("content");
        Metadata metadata = (Metadata) tuple.getValueByField("metadata");
        String type = metadata.getFirstValue(HttpHeaders.CONTENT_TYPE, prefix);
        MediaType found = detect(url, type, content);
        if (found.getSubtype().contains("html")) {
            boolean isCut = "true".equalsIgnoreCase(metadata.getFirstValue(ProtocolResponse.TRIMMED_RESPONSE_KEY, prefix));
            Decoded page = Charsniff.decode(content, Headers.contentType(type), Context.html().url(url).truncated(isCut));
            content = declared(page.text()).getBytes(StandardCharsets.UTF_8);
            metadata = declared(metadata, found.getBaseType(), page.sniffed());
        }
        collector.emit(tuple, new Values(url, content, metadata));
        collector.ack(tuple);
    }

    /** As the parser bolts tell it. */
    private MediaType detect(String url, String contentType, byte[] content) {
        org.apache.tika.metadata.Metadata known = new org.apache.tika.metadata.Metadata();
        known.set(TikaCoreProperties.RESOURCE_NAME_KEY, url);
        if (contentType != null) {
            known.set(org.apache.tika.metadata.Metadata.CONTENT_TYPE, contentType);
        }
        try (InputStream bytes = new ByteArrayInputStream(content)) {
            return types.detect(bytes, known);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private Metadata declared(Metadata fetched, MediaType type, Sniffed sniffed) {
        Metadata metadata = new Metadata();
        metadata.putAll(fetched);
        // Parsers look for the type under the name with the prefix, and for the charset under the name without it.
        String contentType = type + "; charset=utf-8";
        metadata.setValue(prefix + HttpHeaders.CONTENT_TYPE, contentType);
        metadata.setValue(HttpHeaders.CONTENT_TYPE, contentType);
        metadata.setValue("charsniff.encoding", sniffed.name());
        metadata.setValue("charsniff.source", sniffed.source().toString());
        return metadata;
    }

    /** The page with a declaration in front of its own: as the first element of the head, so that it stays the page that it is. */
    private static String declared(String page) {
        int at = 0;
        for (int end = 0; end >= 0; end = endOfStart(page, at)) {
            at = end;
            while (at < page.length() && Character.isWhitespace(page.charAt(at))) {
                at++;
            }
        }
        return page.substring(0, at) + "<meta charset=\"utf-8\">" + page.substring(at);
    }

    /** Where the comment, XML declaration, doctype or start tag of html or head ends that is at this place; or -1. */
    private static int endOfStart(String page, int at) {
        if (page.startsWith("<!--", at)) {
            int end = page.indexOf("-->", at);
            return end < 0 ? -1 : end + 3;
        }
        if (!page.startsWith("<?", at) && !isTag(page, at, "<!doctype") && !isTag(page, at, "<html") && !isTag(page, at, "<head")) {
            return -1;
        }
        char quote = 0;
        for (int i = at; i < page.length(); i++) {
            char c = page.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                return i + 1;
            }
        }
        return -1;
    }

    private static boolean isTag(String page, int at, String start) {
        int end = at + start.length();
        return page.regionMatches(true, at, start, 0, start.length()) && end < page.length()
                && !Character.isLetterOrDigit(page.charAt(end));
    }
}
