package org.charsniff.stormcrawler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.utils.Utils;
import org.apache.stormcrawler.Constants;
import org.apache.stormcrawler.Metadata;
import org.apache.stormcrawler.bolt.JSoupParserBolt;
import org.apache.stormcrawler.persistence.Status;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.html.JSoupParser;
import org.apache.tika.sax.BodyContentHandler;
import org.charsniff.Encoding;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** StormCrawler's own parser bolt, and Tika's parser, behind the bolt. */
class Utf8BoltTest {
    private static final String URL = "http://example.org/page";

    /** What a bolt emits, as Storm hands it to the next one. */
    private static final class Collected implements IOutputCollector {
        final List<List<Object>> emitted = new ArrayList<>();
        int acked;

        @Override
        public List<Integer> emit(String stream, Collection<Tuple> anchors, List<Object> values) {
            assertEquals(1, anchors.size(), "a tuple without an anchor is lost with its worker");
            if (!stream.equals(Constants.StatusStreamName)) {
                emitted.add(values);
            } else {
                // Links.
                assertEquals(Status.DISCOVERED, values.get(2), values::toString);
            }
            return List.of();
        }

        @Override
        public void emitDirect(int task, String stream, Collection<Tuple> anchors, List<Object> values) {
            throw new AssertionError();
        }

        @Override
        public void ack(Tuple tuple) {
            acked++;
        }

        @Override
        public void fail(Tuple tuple) {
            throw new AssertionError();
        }

        @Override
        public void resetTimeout(Tuple tuple) {}

        @Override
        public void flush() {}

        @Override
        public void reportError(Throwable error) {
            throw new AssertionError(error);
        }
    }

    private static TopologyContext context() {
        Map<String, Fields> streams = Map.of(Utils.DEFAULT_STREAM_ID, new Fields("url", "content", "metadata"));
        return new TopologyContext(new StormTopology(Map.of(), Map.of(), Map.of()), new HashMap<>(), Map.of(1, "fetch"),
                Map.of("fetch", List.of(1)), Map.of("fetch", streams), Map.of(), "test", ".", ".", 1, 0, List.of(1), Map.of(),
                Map.of(), new HashMap<>(), new HashMap<>(), new AtomicBoolean(), new StormMetricRegistry());
    }

    /** What the bolt emits for one tuple. */
    private static List<Object> execute(IRichBolt bolt, Map<String, Object> configuration, Object... values) {
        Collected collected = new Collected();
        bolt.prepare(configuration, context(), new OutputCollector(collected));
        bolt.execute(new TupleImpl(context(), List.of(values), "fetch", 1, Utils.DEFAULT_STREAM_ID));
        assertEquals(1, collected.acked);
        assertEquals(1, collected.emitted.size());
        return collected.emitted.get(0);
    }

    private static Metadata header(Map<String, Object> configuration, String type) {
        Metadata metadata = new Metadata();
        if (type != null) {
            metadata.setValue(configuration.get("protocol.md.prefix") + "content-type", type);
        }
        return metadata;
    }

    private static final String TEXT = "Страница, у которой указана неверная кодировка";

    /** A page in windows-1251. */
    private static byte[] page(String start) {
        return Encoding.WINDOWS_1251.encode(start + "<title>Проверка</title><p>" + TEXT);
    }

    private static List<Map<String, Object>> configurations() {
        List<Map<String, Object>> configurations = new ArrayList<>();
        for (String prefix : List.of("", "protocol.")) {
            for (boolean isFast : List.of(false, true)) {
                configurations.add(Map.of("protocol.md.prefix", prefix, "detect.charset.fast", isFast,
                        "detect.charset.maxlength", 10000));
            }
        }
        return configurations;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "text/html; charset=utf-8 | <meta charset=utf-8>", // both lie
        "text/html; charset=utf-8 | <!doctype html><html lang=ru><head>", // the header lies
        "text/html; charset=koi8-r | <meta charset=\"windows-1251\">",
        "text/html; charset=windows-1251 | <meta charset=\"utf-8\">", // the page lies
        "text/html | <!-- a --> <!DOCTYPE html><meta http-equiv=content-type content='text/html; charset=shift_jis'>",
        "text/html | <html>",
        "- | <!doctype html><html><head>",
        "application/xhtml+xml | <?xml version='1.0' encoding='utf-8'?><html xmlns='http://www.w3.org/1999/xhtml'>",
        "text/html; charset=utf-8 | <!-- without an end",
    })
    void stormCrawlersParserReadsIt(String type, String start) throws Exception {
        byte[] page = page(start == null ? "" : start);
        boolean isComment = start != null && start.startsWith("<!-- w");
        for (Map<String, Object> configuration : configurations()) {
            Metadata metadata = header(configuration, type);
            List<Object> given = execute(new Utf8Bolt(), configuration, URL, page, metadata);
            assertEquals(URL, given.get(0));
            Metadata declared = (Metadata) given.get(2);
            assertEquals("windows-1251", declared.getFirstValue("charsniff.encoding"));
            // The fetcher's own is not changed.
            assertEquals(type == null ? 0 : 1, metadata.size());
            List<Object> parsed = execute(new JSoupParserBolt(), configuration, given.toArray());
            String text = (String) parsed.get(3);
            assertEquals(isComment ? "" : TEXT, text.replace("Проверка", "").strip());
            // Tika's parser, as StormCrawler's other parser bolt calls it.
            org.apache.tika.metadata.Metadata known = new org.apache.tika.metadata.Metadata();
            known.set(org.apache.tika.metadata.Metadata.CONTENT_TYPE,
                    declared.getFirstValue("content-type", (String) configuration.get("protocol.md.prefix")));
            BodyContentHandler body = new BodyContentHandler(-1);
            new JSoupParser().parse(new ByteArrayInputStream((byte[]) given.get(1)), body, known, new ParseContext());
            assertEquals(isComment ? "" : TEXT, body.toString().strip());
        }
    }

    /** StormCrawler asks ICU where header and page do not agree, and that takes UTF-8 with so few letters for ISO-8859-1. */
    @Test
    void oneLetterIsEnough() {
        String text = "Der Wagen, mit dem wir an diesem Abend in die Stadt gefahren sind, war schon etwas alt. ".repeat(20) + "Schön!";
        byte[] page = Encoding.WINDOWS_1252.encode("<p>" + text);
        for (Map<String, Object> configuration : configurations()) {
            List<Object> given = execute(new Utf8Bolt(), configuration, URL, page, header(configuration, "text/html"));
            assertEquals(text, execute(new JSoupParserBolt(), configuration, given.toArray()).get(3), configuration::toString);
        }
    }

    @Test
    void withoutTheBoltALieIsBelieved() {
        Map<String, Object> configuration = configurations().get(1);
        List<Object> parsed = execute(new JSoupParserBolt(), configuration, URL, page("<meta charset=utf-8>"),
                header(configuration, "text/html; charset=utf-8"));
        assertNotEquals(TEXT, ((String) parsed.get(3)).strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "'' | ''",
        "<p> | ''",
        "' <!-- a --><!DOCTYPE html PUBLIC \">\">\n<html lang=\"a>b\"><HEAD>' | ''",
        "<?xml version='1.0'?><html> | <header>",
        "<!-- a | ''",
    })
    void theDeclarationIsTheFirstElementOfTheHead(String before, String after) {
        Map<String, Object> configuration = configurations().get(0);
        boolean isOpen = !before.isEmpty() && !before.contains(">") || before.equals("<p>");
        String page = before + after + "<title>Проверка</title>";
        List<Object> given = execute(new Utf8Bolt(), configuration, URL, Encoding.WINDOWS_1251.encode(page),
                header(configuration, "text/html; charset=windows-1251"));
        String meta = "<meta charset=\"utf-8\">";
        assertEquals(isOpen ? meta + page : before + meta + page.substring(before.length()),
                new String((byte[]) given.get(1), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%PDF-1.4\n\u00FF", "<?xml version='1.0' encoding='latin1'?><rss>\u00FC</rss>"})
    void whatIsNoPagePasses(String content) {
        Map<String, Object> configuration = configurations().get(0);
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        Metadata metadata = header(configuration, "application/pdf");
        List<Object> given = execute(new Utf8Bolt(), configuration, "http://example.org/a.pdf", bytes, metadata);
        assertArrayEquals(bytes, (byte[]) given.get(1));
        assertSame(metadata, given.get(2));
    }

    /** The documents of the fixtures that are pages about which nothing is told but their headers. */
    @Test
    void fixtures() throws Exception {
        Map<String, Object> configuration = configurations().get(2);
        Path fixtures = Path.of("../../../fixtures");
        int words = 0;
        for (String document : Files.readString(fixtures.resolve("manifest.toml")).split("\\[\\[document]]")) {
            Matcher file = Pattern.compile("file = \"(.*\\.html)\"").matcher(document);
            if (!file.find() || TOLD.matcher(document).find()) {
                continue;
            }
            Matcher header = Pattern.compile("\"Content-Type: (.*?)\"").matcher(document);
            byte[] bytes = Files.readAllBytes(fixtures.resolve("pages").resolve(file.group(1)));
            Metadata metadata = header(configuration, header.find() ? header.group(1) : "text/html");
            List<Object> given = execute(new Utf8Bolt(), configuration, URL, bytes, metadata);
            String body = (String) execute(new JSoupParserBolt(), configuration, given.toArray()).get(3);
            String text = Jsoup.parse(new String((byte[]) given.get(1), StandardCharsets.UTF_8)).title() + "\n" + body;
            for (String word : words(document)) {
                assertTrue(text.contains(word), () -> file.group(1) + " has " + word + ", but not " + text);
                words++;
            }
        }
        assertTrue(words > 100, words + " words");
    }

    private static final Pattern TOLD = Pattern.compile(
            "(?m)^(context|override|reference|parent|history|style_sheet|document|locale|tld|truncated) = ");

    private static List<String> words(String document) {
        Matcher list = Pattern.compile("(?ms)^words = \\[(.*?)\\]$").matcher(document);
        if (!list.find()) {
            return List.of();
        }
        return Pattern.compile("\"(.*?)\"").matcher(list.group(1)).results()
                .map(word -> word.group(1).replace("\\uFFFD", "\uFFFD")).toList();
    }
}
