package org.charsniff.bench;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.ibm.icu.text.CharsetDetector;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tika.detect.CompositeEncodingDetector;
import org.apache.tika.detect.EncodingDetector;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.html.HtmlEncodingDetector;
import org.apache.tika.parser.txt.Icu4jEncodingDetector;
import org.apache.tika.parser.txt.UniversalEncodingDetector;
import org.charsniff.Encoding;
import org.charsniff.tika.CharsniffEncodingDetector;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Tables: how many texts come out right, by kind, and how long that takes, with charsniff in Tika, Tika's default chain of
 * detectors, ICU4J and juniversalchardet. The texts are in the packs (FOLDER/*.pack) that {@code tools/tika.sh} makes: a
 * length, a JSON object with the kind, the true encoding and the Content-Type, a length, and the bytes, one text after the
 * other. Lengths are of 32 bits, the lowest first.
 */
public final class Accuracy {
    private interface Detector {
        /** A name of the encoding that a text is read in; null for no answer. */
        String encodingOf(byte[] text, String contentType) throws IOException;
    }

    private static final class Case {
        final String kind;
        final Encoding truth;
        final String contentType;
        final byte[] bytes;

        Case(JsonObject facts, byte[] bytes) {
            kind = facts.get("kind").getAsString();
            truth = Encoding.forLabel(facts.get("true").getAsString()).orElseThrow();
            contentType = facts.get("header").getAsString();
            this.bytes = bytes;
        }

        /** Whether an answer gives the text. No answer means windows-1252, as on the Web. */
        boolean isRight(String answer) {
            String name = answer == null ? "windows-1252" : answer;
            String text = truth.decode(bytes);
            return Encoding.forLabel(name).map(encoding -> encoding.decode(bytes).equals(text))
                    .orElseGet(() -> Charset.isSupported(name) && new String(bytes, Charset.forName(name)).equals(text));
        }
    }

    /** How long all texts are read before time is taken, in ns. */
    private static final long WARM_UP = 5_000_000_000L;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Accuracy() {}

    public static void main(String[] arguments) throws IOException {
        try (DirectoryStream<Path> packs = Files.newDirectoryStream(Path.of(arguments[0]), "*.pack")) {
            for (Path pack : packs) {
                table(pack.getFileName().toString().replace(".pack", ""), read(pack));
            }
        }
    }

    private static Detector inTika(EncodingDetector detector) {
        return (text, contentType) -> {
            Metadata metadata = new Metadata();
            metadata.set(Metadata.CONTENT_TYPE, contentType);
            Charset charset = detector.detect(new ByteArrayInputStream(text), metadata);
            return charset == null ? null : charset.name();
        };
    }

    private static Map<String, Detector> detectors() {
        Map<String, Detector> detectors = new LinkedHashMap<>();
        detectors.put("charsniff in Tika", inTika(new CharsniffEncodingDetector()));
        detectors.put("Tika's default chain", inTika(new CompositeEncodingDetector(
                Arrays.asList(new HtmlEncodingDetector(), new UniversalEncodingDetector(), new Icu4jEncodingDetector()))));
        detectors.put("ICU4J", (text, contentType) -> {
            var match = new CharsetDetector().setText(text).detect();
            return match == null ? null : match.getName();
        });
        detectors.put("juniversalchardet", (text, contentType) -> {
            UniversalDetector detector = new UniversalDetector();
            detector.handleData(text, 0, text.length);
            detector.dataEnd();
            return detector.getDetectedCharset();
        });
        return detectors;
    }

    private static void table(String name, List<Case> cases) throws IOException {
        Map<String, Integer> kinds = new TreeMap<>();
        cases.forEach(one -> kinds.merge(one.kind, 1, Integer::sum));
        StringBuilder head = new StringBuilder("| ").append(name).append(", Java ").append(Runtime.version().feature());
        kinds.forEach((kind, count) -> head.append(" | ").append(kind).append(" (").append(count).append(")"));
        System.out.println(head.append(" | all | µs a text |"));
        System.out.println("| --- |" + " ---: |".repeat(kinds.size() + 2));
        for (Map.Entry<String, Detector> detector : detectors().entrySet()) {
            Map<String, Integer> right = new TreeMap<>();
            int all = 0;
            for (Case one : cases) {
                if (one.isRight(detector.getValue().encodingOf(one.bytes, one.contentType))) {
                    right.merge(one.kind, 1, Integer::sum);
                    all++;
                }
            }
            StringBuilder line = new StringBuilder("| ").append(detector.getKey());
            kinds.forEach((kind, count) -> line.append(percent(right.getOrDefault(kind, 0), count)));
            line.append(percent(all, cases.size()));
            System.out.println(line.append(String.format(" | %.0f |", time(detector.getValue(), cases))));
        }
        System.out.println();
    }

    private static String percent(int right, int count) {
        return String.format(" | %.1f", 100.0 * right / count);
    }

    /** The time of a text, in µs of this thread's own. */
    private static double time(Detector detector, List<Case> cases) throws IOException {
        long end = System.nanoTime() + WARM_UP;
        int place = 0;
        while (System.nanoTime() < end) {
            Case one = cases.get(place++ % cases.size());
            detector.encodingOf(one.bytes, one.contentType);
        }
        long start = THREADS.getCurrentThreadCpuTime();
        for (Case one : cases) {
            detector.encodingOf(one.bytes, one.contentType);
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / cases.size();
    }

    private static List<Case> read(Path pack) throws IOException {
        List<Case> cases = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(pack)))) {
            while (in.available() > 0) {
                byte[] json = in.readNBytes(Integer.reverseBytes(in.readInt()));
                byte[] text = in.readNBytes(Integer.reverseBytes(in.readInt()));
                cases.add(new Case(JsonParser.parseString(new String(json, StandardCharsets.UTF_8)).getAsJsonObject(), text));
            }
        }
        return cases;
    }
}
