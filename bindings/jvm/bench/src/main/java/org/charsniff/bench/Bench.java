package org.charsniff.bench;

import com.ibm.icu.text.CharsetDetector;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.tika.detect.CompositeEncodingDetector;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.html.HtmlEncodingDetector;
import org.apache.tika.parser.txt.Icu4jEncodingDetector;
import org.apache.tika.parser.txt.UniversalEncodingDetector;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Encoding;
import org.charsniff.Guess;
import org.charsniff.Headers;
import org.charsniff.Reading;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Prints the tables of the README: times and answers beside those of ICU4J, juniversalchardet and Tika's chain. The pages are Wikipedia's article on Mars,
 * cut to 120,000 bytes, in the legacy encodings of their languages and in UTF-8, without their labels, which nobody tuned
 * the peers on; they are where the first argument says.
 */
public final class Bench {
    private static final int MOST_BYTES = 120_000;
    /** For all pages together, and then for each: in ns of the thread's own time, as all times here. */
    private static final long WARM_UP_ALL = 5_000_000_000L;
    private static final long WARM_UP = 100_000_000L;

    private interface Detector {
        String detect(byte[] bytes) throws IOException;
    }

    private static final class Page {
        final String name;
        final Encoding encoding;
        final byte[] bytes;
        final byte[] labelled;

        Page(String name, Encoding encoding, String html) {
            this.name = name;
            this.encoding = encoding;
            String page = html.substring(0, Math.min(html.length(), MOST_BYTES));
            bytes = encoding.encode(page.replaceAll("(?i)<meta charset[^>]*>", ""));
            labelled = encoding.encode(page.replaceAll("(?i)<meta charset[^>]*>", "<meta charset=" + encoding + ">"));
        }
    }

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What was computed, so that it is not left out. */
    private static volatile Object sink;

    private Bench() {}

    public static void main(String[] arguments) throws IOException {
        Path corpus = Path.of(arguments[0], "wikipedia");
        if (!Files.isDirectory(corpus)) {
            System.out.println("skipped: no pages in " + corpus);
            return;
        }
        List<Page> pages = new ArrayList<>();
        String[] all = {"ru windows-1251", "ru KOI8-R", "de windows-1252", "fr windows-1252", "cs windows-1250", "el windows-1253",
            "tr windows-1254", "he windows-1255", "ar windows-1256", "th windows-874", "ja Shift_JIS", "ja EUC-JP",
            "ko EUC-KR", "zh_cn GBK", "zh_tw Big5", "ru UTF-8", "de UTF-8", "ja UTF-8", "en windows-1252"};
        for (String one : all) {
            String[] parts = one.split(" ");
            String html = Files.readString(corpus.resolve(parts[0] + ".html"));
            pages.add(new Page(one, Encoding.forLabel(parts[1]).orElseThrow(), html));
        }
        System.err.println("Java " + System.getProperty("java.version") + "; pages of " + MOST_BYTES + " characters");
        detect(pages);
        sniff(pages);
        decode(pages);
    }

    private static void detect(List<Page> pages) throws IOException {
        Map<String, Detector> detectors = new LinkedHashMap<>();
        detectors.put("`Charsniff.detect`", bytes -> Charsniff.detect(bytes).map(Guess::encoding).map(Encoding::toString).orElse("-"));
        detectors.put("juniversalchardet 2.5.0", bytes -> {
            UniversalDetector detector = new UniversalDetector();
            detector.handleData(bytes, 0, bytes.length);
            detector.dataEnd();
            return detector.getDetectedCharset();
        });
        detectors.put("ICU4J 79.1", bytes -> new CharsetDetector().setText(bytes).detect().getName());
        CompositeEncodingDetector tika = new CompositeEncodingDetector(
                Arrays.asList(new HtmlEncodingDetector(), new UniversalEncodingDetector(), new Icu4jEncodingDetector()));
        detectors.put("Tika's chain of three detectors, which reads only the start", bytes -> tika.detect(new ByteArrayInputStream(bytes), new Metadata()).name());

        System.out.println("| | µs a page | texts right |");
        System.out.println("| --- | ---: | ---: |");
        for (Map.Entry<String, Detector> detector : detectors.entrySet()) {
            long end = THREADS.getCurrentThreadCpuTime() + WARM_UP_ALL;
            while (THREADS.getCurrentThreadCpuTime() < end) {
                for (Page page : pages) {
                    sink = detector.getValue().detect(page.bytes);
                }
            }
            int right = 0;
            double sum = 0;
            StringBuilder wrong = new StringBuilder();
            for (Page page : pages) {
                String answer = detector.getValue().detect(page.bytes);
                if (isRight(page, answer)) {
                    right++;
                } else {
                    wrong.append(' ').append(page.name).append("→").append(answer).append(',');
                }
                sum += time(() -> detector.getValue().detect(page.bytes));
            }
            System.out.printf(Locale.ROOT, "| %s | %,.0f | %d of %d |%n", detector.getKey(), sum / pages.size(), right, pages.size());
            System.err.printf("%s:%s%n", detector.getKey(), wrong);
        }
        System.out.println();
    }

    /** Whether an answer gives the same text. */
    private static boolean isRight(Page page, String answer) {
        if (answer == null || answer.equals("-")) {
            return false;
        }
        String text = page.encoding.decode(page.bytes);
        return Encoding.forLabel(answer).map(encoding -> encoding.decode(page.bytes).equals(text))
                .orElseGet(() -> Charset.isSupported(answer) && new String(page.bytes, Charset.forName(answer)).equals(text));
    }

    private static void sniff(List<Page> pages) throws IOException {
        Context context = Context.html();
        Page page = pages.get(2);
        byte[] small = Arrays.copyOf(page.labelled, 10_000);
        Headers header = Headers.contentType("text/html; charset=" + page.encoding);
        byte[] utf8 = Arrays.copyOf(pages.get(16).labelled, 10_000);
        Headers claim = Headers.contentType("text/html; charset=utf-8");
        System.out.println("| `Charsniff.sniff` of 10,000 bytes, µs | windows-1252 by header | windows-1252 by `<meta>` | UTF-8 by both |");
        System.out.println("| --- | ---: | ---: | ---: |");
        for (Reading reading : Reading.values()) {
            Context as = context.reading(reading);
            System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.1f |%n", reading,
                    time(() -> Charsniff.sniff(small, header, as).toString()),
                    time(() -> Charsniff.sniff(small, Headers.none(), as).toString()),
                    time(() -> Charsniff.sniff(utf8, claim, as).toString()));
        }
        System.out.println();
    }

    private static void decode(List<Page> pages) throws IOException {
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (Page page : pages) {
            String name = page.encoding.toString();
            if (Charset.isSupported(name)) {
                Charset platform = Charset.forName(name);
                double ratio = time(() -> page.encoding.decode(page.bytes)) / time(() -> new String(page.bytes, platform));
                String kind = name.equals("UTF-8") ? name : page.name.matches("(ja|ko|zh).*") ? "Chinese, Japanese, Korean" : "single-byte";
                ratios.computeIfAbsent(kind, none -> new ArrayList<>()).add(ratio);
            }
        }
        System.out.println("| `Encoding.decode`, times as long as the platform's | least | most |");
        System.out.println("| --- | ---: | ---: |");
        ratios.forEach((kind, all) -> System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f |%n", kind, Collections.min(all), Collections.max(all)));
    }

    private interface Work {
        Object run() throws IOException;
    }

    /** The shortest of many runs after some to warm up, in µs of this thread's own time: others use the machine, too. */
    private static double time(Work work) throws IOException {
        long runs = 0;
        long start = THREADS.getCurrentThreadCpuTime();
        long end = start + WARM_UP;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            sink = work.run();
            runs++;
        }
        // As many at once as take a fifth of a millisecond, since the clock takes a microsecond.
        int together = (int) Math.max(1, 200_000 * runs / Math.max(1, THREADS.getCurrentThreadCpuTime() - start));
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < 101; i++) {
            start = THREADS.getCurrentThreadCpuTime();
            for (int n = 0; n < together; n++) {
                sink = work.run();
            }
            shortest = Math.min(shortest, (THREADS.getCurrentThreadCpuTime() - start) / together);
        }
        return shortest / 1e3;
    }
}
