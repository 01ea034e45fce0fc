package org.charsniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CharsniffTest {
    private static final byte[] RUSSIAN = "<p>Проверка кодировки страницы".getBytes(Encoding.WINDOWS_1251.charset());

    /** Where these tests run for charsniff-native, they do not pass on bytecode. */
    @Test
    void theEngineIsTheOneThatIsAskedFor() {
        assertEquals("native".equals(System.getProperty("org.charsniff.engine")), Natives.isNative());
    }

    /** Longer than what native code reads where it lies, and parts of arrays. */
    @Test
    void longTexts() {
        String text = "Марс — четвёртая планета от Солнца. ".repeat(20_000);
        for (Encoding encoding : new Encoding[] {Encoding.UTF_8, Encoding.WINDOWS_1251, Encoding.UTF_16LE, Encoding.GB18030}) {
            byte[] bytes = encoding == Encoding.UTF_16LE
                    ? text.getBytes(java.nio.charset.StandardCharsets.UTF_16LE) : encoding.encode(text);
            assertEquals(text, encoding.decode(bytes), encoding.toString());
            int cut = 2 * text.indexOf('ч');
            assertEquals(text.substring(cut / 2, cut / 2 + 4), Texts.decode(Encoding.UTF_16LE,
                    text.getBytes(java.nio.charset.StandardCharsets.UTF_16LE), cut, 8).text);
        }
        byte[] bytes = Encoding.WINDOWS_1251.encode(text);
        assertEquals(Encoding.WINDOWS_1251, Charsniff.detect(bytes).orElseThrow().encoding());
        try (StreamDecoder stream = new StreamDecoder(Headers.contentType("text/html; charset=windows-1251"))) {
            assertEquals(text, stream.push(bytes) + stream.finish());
        }
    }

    @Test
    void theContextFollowsFromTheHeader() {
        byte[] sheet = "@charset \"koi8-r\"; p {}".getBytes(StandardCharsets.US_ASCII);
        assertEquals(Source.AT_CHARSET, Charsniff.sniff(sheet, "text/css").source());
        assertEquals(Source.AT_CHARSET,
                Charsniff.sniff(sheet, Headers.of(Map.of("Content-Type", List.of("text/css")))).source());
        assertEquals(Source.DEFAULT, Charsniff.sniff(sheet).source());
    }

    @Test
    void headersTellTheContext() {
        assertEquals(Optional.of(Context.css()), Context.forHeaders(Headers.of("content-type", "text/html", "Content-Type", "text/css")));
        for (String none : new String[] {"", "bogus", "*/*", "application/octet-stream"}) {
            assertEquals(Optional.empty(), Context.forHeaders(Headers.contentType(none)), none);
            byte[] page = "<meta charset=koi8-r>".getBytes(StandardCharsets.US_ASCII);
            assertEquals(Source.META, Charsniff.sniff(page, none).source(), none);
        }
        assertEquals(Optional.empty(), Context.forHeaders(Headers.none()));
    }

    /** What a log shows of them. */
    @Test
    void resultsAndHeadersAreWords() {
        Headers headers = Headers.of("Content-Type", "text/html; charset=koi8-r", "Content-Language", "ru");
        assertEquals("[Content-Type: text/html; charset=koi8-r, Content-Language: ru]", headers.toString());
        assertEquals("[]", Headers.none().toString());
        byte[] page = "<p>Марс".getBytes(Encoding.KOI8_R.charset());
        assertEquals("KOI8-R certain transport, 7 characters", Charsniff.decode(page, headers).toString());
    }

    private static InputStream slowly(byte[] bytes, IOException failure) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                int count = super.read(to, offset, Math.min(length, 3));
                if (count < 0 && failure != null) {
                    sneak(failure);
                }
                return count;
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable error) throws E {
        throw (E) error;
    }

    private static String all(SniffingReader reader) throws IOException {
        StringWriter text = new StringWriter();
        reader.transferTo(text);
        return text.toString();
    }

    @Test
    void aReaderDecodesWhileItReads() throws Exception {
        try (SniffingReader reader = Charsniff.reader(slowly(RUSSIAN, null), Headers.contentType("text/html"))) {
            assertEquals("windows-1251 tentative detector", reader.sniffed().toString());
            assertEquals("<p>Проверка кодировки страницы", all(reader));
            assertEquals(-1, reader.read());
            assertFalse(reader.hadErrors());
        }
        SniffingReader closed = Charsniff.reader(slowly(RUSSIAN, null), Headers.none());
        closed.close();
        assertEquals("the reader is closed", assertThrows(IOException.class, closed::read).getMessage());
        byte[] long_ = Encoding.EUC_KR.encode("<meta charset=euc-kr>" + "화성 ".repeat(50_000));
        try (SniffingReader reader = Charsniff.reader(new ByteArrayInputStream(long_), Headers.none())) {
            assertEquals(Charsniff.decode(long_).text(), all(reader));
        }
        try (SniffingReader reader = Charsniff.reader(InputStream.nullInputStream(), Headers.none())) {
            assertEquals("", all(reader));
            assertEquals(Source.DEFAULT, reader.sniffed().source());
        }
    }

    @Test
    void bytesThatBreakOffGiveTheirTextAndThenTheError() throws Exception {
        IOException failure = new IOException("connection reset");
        for (boolean asksFirst : new boolean[] {false, true}) {
            try (SniffingReader reader = Charsniff.reader(slowly(RUSSIAN, failure), Headers.none())) {
                if (asksFirst) {
                    assertEquals(Encoding.WINDOWS_1251, reader.sniffed().encoding());
                }
                StringWriter text = new StringWriter();
                assertEquals(failure, assertThrows(IOException.class, () -> reader.transferTo(text)));
                assertEquals("<p>Проверка кодировки страницы", text.toString());
            }
        }
    }

    @Test
    void aReaderOfMalformedXmlGivesWhatStandsBefore() throws Exception {
        byte[] xml = {'<', 'a', '>', 'b', (byte) 0xFF, '<', '/', 'a', '>'};
        Context standard = Context.xml().reading(Reading.STANDARD);
        try (SniffingReader reader = Charsniff.reader(new ByteArrayInputStream(xml), Headers.none(), standard)) {
            StringWriter text = new StringWriter();
            IOException error = assertThrows(IOException.class, () -> reader.transferTo(text));
            assertEquals("<a>b", text.toString());
            assertEquals(4, ((DecodeException) error.getCause()).offset());
        }
    }

    @Test
    void buffers() {
        byte[] around = new byte[RUSSIAN.length + 7];
        System.arraycopy(RUSSIAN, 0, around, 3, RUSSIAN.length);
        ByteBuffer direct = ByteBuffer.allocateDirect(RUSSIAN.length).put(RUSSIAN);
        direct.flip();
        for (ByteBuffer buffer : new ByteBuffer[] {
                ByteBuffer.wrap(RUSSIAN), ByteBuffer.wrap(around, 3, RUSSIAN.length), direct, ByteBuffer.wrap(RUSSIAN).asReadOnlyBuffer(),
                ByteBuffer.wrap(around, 3, RUSSIAN.length).slice()}) {
            int position = buffer.position();
            assertEquals(Encoding.WINDOWS_1251, Charsniff.sniff(buffer, Headers.none(), Context.html()).encoding());
            assertEquals("<p>Проверка кодировки страницы", Charsniff.decode(buffer, Headers.none(), Context.html()).text());
            assertEquals(position, buffer.position());
            try (StreamDecoder stream = new StreamDecoder(Headers.none())) {
                assertEquals("<p>Проверка кодировки страницы", stream.push(buffer) + stream.finish());
                assertEquals(0, buffer.remaining());
            }
        }
    }

    @Test
    void aCrawlersReadingIsTheDefault() {
        byte[] page = "<p>caf\u00E9".getBytes(StandardCharsets.ISO_8859_1);
        String header = "text/html; charset=cp-1252";
        assertEquals(Source.TRANSPORT, Charsniff.sniff(page, header).source());
        Context standard = Context.html().reading(Reading.STANDARD);
        assertEquals(Source.DETECTOR, Charsniff.sniff(page, Headers.contentType(header), standard).source());
    }

    @Test
    void errorsNameTheArgument() {
        assertEquals("bytes is null", message(() -> Charsniff.sniff(null)));
        assertEquals("context is null", message(() -> Charsniff.decode(RUSSIAN, Headers.none(), null)));
        assertEquals("headers is null", message(() -> Charsniff.sniff(RUSSIAN, (Headers) null)));
        assertEquals("label is null", message(() -> Encoding.forLabel(null)));
        assertEquals("prescanLimit: -1 is negative", message(() -> Context.html().prescanLimit(-1)));
        assertEquals("locale contains a NUL", message(() -> Context.html().locale("j\0a")));
        assertTrue(message(() -> Kind.of("htm")).startsWith("kind: \"htm\" is none of [text-decoder, html"));
        assertEquals("headers is null", message(() -> Context.forHeaders(null)));
        assertEquals("headers is null", message(() -> new StreamDecoder(null)));
        assertEquals("bytes is null", message(() -> Charsniff.reader(null, Headers.none())));
        assertEquals("bytes is null", message(() -> Charsniff.sniff((ByteBuffer) null, Headers.none(), Context.html())));
        assertEquals("fields is null", message(() -> Headers.of((Map<String, List<String>>) null)));
        Map<String, List<String>> fields = new HashMap<>();
        fields.put("Content-Type", null);
        assertEquals("fields: the list of Content-Type is null", message(() -> Headers.of(fields)));
        fields.put("Content-Type", Arrays.asList((String) null));
        assertEquals("fields: a value of Content-Type is null", message(() -> Headers.of(fields)));
        fields.put("Content-Type", List.of("text/css"));
        fields.put(null, List.of("HTTP/1.1 200 OK"));
        assertEquals(Optional.of(Context.css()), Context.forHeaders(Headers.of(fields)));
        try (StreamDecoder stream = new StreamDecoder(Headers.none())) {
            assertEquals("bytes is null", message(() -> stream.push((byte[]) null)));
            assertEquals("bytes is null", message(() -> stream.push((ByteBuffer) null)));
            assertEquals("label is null", message(() -> stream.changeTheEncoding(null, new StringBuilder())));
            assertEquals("out is null", message(() -> stream.changeTheEncoding("gbk", null)));
        }
        assertEquals("namesAndValues: the last name has no value", message(() -> Headers.of("Content-Type")));
    }

    private static String message(Callable<?> call) {
        return assertThrows(RuntimeException.class, call::call).getMessage();
    }

    @Test
    void labelsOfNoEncoding() {
        assertEquals(Optional.empty(), Encoding.forLabel("utf-9"));
        assertEquals(Optional.empty(), Encoding.forLabel("utf-8\0"));
        assertEquals(Optional.of(Encoding.UTF_8), Encoding.forLabel(" UTF8\n"));
    }

    @Test
    void contextsAreEqualByTheirFacts() {
        Context one = Context.html().locale("ja").url("https://a.example.jp/b").history(Encoding.EUC_JP);
        Context other = Context.html().locale("ja").url("https://a.example.jp/c?d").history(Encoding.EUC_JP);
        assertEquals(one, other);
        assertEquals(one.hashCode(), other.hashCode());
        assertFalse(one.equals(one.locale("ko")));
        assertEquals("html as crawler, locale: ja", Context.html().locale("ja").toString());
    }

    @Test
    void moreContextsThanTheCacheKeeps() {
        byte[] none = {};
        for (int i = 0; i < 300; i++) {
            Encoding history = Encoding.values()[i % 20];
            Context context = Context.html().locale("x-" + i).history(history);
            assertEquals(history, Charsniff.sniff(none, Headers.none(), context).encoding());
        }
    }

    @Test
    void manyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int seed = t;
                done.add(threads.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        assertEquals(Encoding.WINDOWS_1251, Charsniff.sniff(RUSSIAN).encoding());
                        try (StreamDecoder stream = new StreamDecoder(Headers.none(), Context.html().locale("x-" + (i + seed) % 90))) {
                            String text = stream.push(RUSSIAN, 0, 9) + stream.push(RUSSIAN, 9, RUSSIAN.length - 9);
                            assertEquals("<p>Проверка кодировки страницы", text + stream.finish());
                        }
                    }
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anInterruptedThreadGetsItsAnswer() {
        Thread.currentThread().interrupt();
        assertEquals(Encoding.WINDOWS_1251, Charsniff.sniff(RUSSIAN).encoding());
        assertTrue(Thread.interrupted());
    }

    @Test
    void aLargeResourceLeavesNoMemoryBehind() {
        byte[] large = new byte[100 << 20];
        java.util.Arrays.fill(large, (byte) 'a');
        System.arraycopy(RUSSIAN, 0, large, 0, RUSSIAN.length);
        assertEquals(large.length, Charsniff.decode(large).text().length());
        assertTrue(Engines.use(engine -> engine.held()) <= 64 << 20);
    }

    @Test
    void streamsThatNobodyCanReachAreFreed() throws Exception {
        Engine engine = Engines.use(one -> one);
        for (int i = 0; i < 2000; i++) {
            new StreamDecoder(Headers.none(), Context.html()).push(RUSSIAN);
        }
        for (int i = 0; i < 100 && Engines.use(engine, one -> one.streams) > 1000; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(Engines.use(engine, one -> one.streams) <= 1000);
    }

    @Test
    void callsAfterAStreamsEndFail() {
        StreamDecoder stream = new StreamDecoder(Headers.none());
        stream.push(RUSSIAN);
        stream.finish();
        assertEquals("the stream is finished", message(() -> stream.push(RUSSIAN)));
        assertEquals("the stream is finished", message(stream::decide));
        assertEquals("", stream.finish());
        stream.close();
        stream.close();
        assertEquals("the stream is closed", message(stream::sniffed));
    }

    @Test
    void malformedXml() {
        byte[] xml = {'<', 'a', '>', (byte) 0xFF, '<', '/', 'a', '>'};
        Context standard = Context.xml().reading(Reading.STANDARD);
        assertEquals("<a>\uFFFD</a>", Charsniff.decode(xml, Headers.none(), standard).text());
        DecodeException error = assertThrows(DecodeException.class,
                () -> Charsniff.tryDecode(xml, Headers.none(), standard));
        assertEquals("malformed: 1 bytes at byte 3", error.getMessage());
    }

    @Test
    void binaryDataHasNoEncoding() {
        byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
        assertEquals(Optional.empty(), Charsniff.detect(png));
        assertEquals(Encoding.WINDOWS_1251, Charsniff.detect(RUSSIAN).orElseThrow().encoding());
    }

    @Test
    void aDetectorWithHints() {
        byte[] word = {(byte) 0xBF, (byte) 0xA7};
        Detector japanese = new Detector().only(Encoding.SHIFT_JIS, Encoding.EUC_JP);
        assertEquals(Encoding.EUC_JP, japanese.detect(word).orElseThrow().encoding());
        byte[] utf8 = "\u00E9".getBytes(StandardCharsets.UTF_8);
        assertEquals(Encoding.UTF_8, new Detector().detect(utf8).orElseThrow().encoding());
        assertFalse(new Detector().except(Encoding.UTF_8).detect(utf8).orElseThrow().encoding() == Encoding.UTF_8);
        byte[] cafe = {'c', 'a', 'f', (byte) 0xE9};
        assertEquals(Encoding.ISO_8859_15, new Detector().prefer(Encoding.ISO_8859_15).detect(cafe).orElseThrow().encoding());
        byte[] escapes = {0x1B, '$', 'B', '2', 'P', '@', '1', 0x1B, '(', 'B'};
        assertEquals(Encoding.ISO_2022_JP, new Detector().iso2022Jp(true).detect(escapes).orElseThrow().encoding());
        byte[] letters = {(byte) 0xB8, (byte) 0xB5};
        assertEquals(Encoding.EUC_JP, new Detector().tld("www.example.co.JP.").detect(letters).orElseThrow().encoding());
        byte[] letter = {(byte) 0xFE};
        assertEquals(Encoding.WINDOWS_1254, new Detector().language("tr").detect(letter).orElseThrow().encoding());
        assertEquals("tld contains a NUL", message(() -> new Detector().tld("a\0")));
        assertEquals("encodings is null", message(() -> new Detector().only((Encoding) null)));
    }

    @Test
    void manyStringsHaveOneEncoding() {
        byte[] first = {(byte) 0x95, 0x5C, '.', 't', 'x', 't'};
        byte[] second = {(byte) 0x83, 0x5C, '.', 'd', 'o', 'c'};
        byte[] third = {(byte) 0x93, (byte) 0x8C, (byte) 0x8B, (byte) 0x9E, '.', 'm', 'p', '3'};
        Detector detector = new Detector();
        assertFalse(detector.detect(first).orElseThrow().encoding() == Encoding.SHIFT_JIS);
        assertEquals(Encoding.SHIFT_JIS, detector.detectAll(List.of(first, second, third)).orElseThrow().encoding());
        assertEquals(Encoding.UTF_8, detector.detectAll(List.of()).orElseThrow().encoding());
        assertEquals("strings is null", message(() -> detector.detectAll(Arrays.asList(first, null))));
    }

    @Test
    void optionsOfTheContext() {
        byte[] none = {};
        Context script = Context.xhrText().overrideMimeType("text/plain; charset=big5");
        assertEquals(Encoding.BIG5, Charsniff.sniff(none, Headers.contentType("text/plain; charset=gbk"), script).encoding());
        Context html = Context.html().locale("ja").defaultEncoding(Encoding.WINDOWS_1250);
        Sniffed sniffed = Charsniff.sniff(none, Headers.none(), html);
        assertEquals("windows-1250 tentative default", sniffed.toString());

        byte[] cafe = {'c', 'a', 'f', (byte) 0xE9};
        Context turkish = Context.html().only(Encoding.WINDOWS_1254, Encoding.UTF_8);
        assertEquals("windows-1254 tentative detector", Charsniff.sniff(cafe, Headers.none(), turkish).toString());
        Context french = Context.html().except(Encoding.WINDOWS_1252).prefer(Encoding.ISO_8859_15);
        assertEquals("ISO-8859-15 tentative detector", Charsniff.sniff(cafe, Headers.none(), french).toString());
        assertEquals(turkish, Context.html().only(Encoding.UTF_8, Encoding.WINDOWS_1254));
    }

    @Test
    void textThatWasEncodedTwiceIsRepaired() {
        byte[] page = "<p>cafÃ© crÃ¨me, dÃ©jÃ\u00A0 vu".getBytes(StandardCharsets.UTF_8);
        Context context = Context.html().repair(true);
        assertEquals("<p>café crème, déjà vu", Charsniff.decode(page, Headers.none(), context).text());
        assertEquals("<p>cafÃ© crÃ¨me, dÃ©jÃ\u00A0 vu", Charsniff.decode(page, Headers.none(), Context.html()).text());
        assertEquals("<p>café crème, déjà vu", Charsniff.tryDecode(page, Headers.none(), context).text());
    }

    @Test
    void lossyReadingOfMalformedXml() {
        byte[] xml = {'<', 'a', '>', (byte) 0xFF, '<', '/', 'a', '>'};
        Context lossy = Context.xml().reading(Reading.STANDARD).lossy();
        assertEquals("<a>\uFFFD</a>", Charsniff.tryDecode(xml, Headers.none(), lossy).text());
    }
}
