package org.charsniff.bench;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.ibm.icu.text.CharsetDetector;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tika.detect.CompositeEncodingDetector;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.html.HtmlEncodingDetector;
import org.apache.tika.parser.txt.Icu4jEncodingDetector;
import org.apache.tika.parser.txt.UniversalEncodingDetector;
import org.charsniff.Charsniff;
import org.charsniff.Encoding;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * How many pages come out right, by kind of page: rightly declared, not declared, declared wrongly, and so on. The pages
 * are in a pack: a length, a JSON object with the kind, the true encoding and the Content-Type, a length, and the bytes, one
 * page after the other. Lengths are of 32 bits, the lowest first.
 */
public final class RealPages {
    private interface Reader {
        /** The name of the encoding that a page is read in. */
        String encodingOf(byte[] page, String contentType) throws IOException;
    }

    private RealPages() {}

    private static String detectByIcu(byte[] page) {
        return new CharsetDetector().setText(page).detect().getName();
    }

    private static String detectByUniversal(byte[] page) {
        UniversalDetector detector = new UniversalDetector();
        detector.handleData(page, 0, page.length);
        detector.dataEnd();
        return detector.getDetectedCharset();
    }

    public static void main(String[] arguments) throws IOException {
        CompositeEncodingDetector tika = new CompositeEncodingDetector(
                Arrays.asList(new HtmlEncodingDetector(), new UniversalEncodingDetector(), new Icu4jEncodingDetector()));
        Map<String, Reader> readers = new LinkedHashMap<>();
        readers.put("charsniff", (page, type) -> Charsniff.sniff(page, type).encoding().toString());
        readers.put("Tika's chain", (page, type) -> {
            Metadata metadata = new Metadata();
            metadata.set(Metadata.CONTENT_TYPE, type);
            return tika.detect(new ByteArrayInputStream(page), metadata).name();
        });
        readers.put("ICU4J", (page, type) -> detectByIcu(page));
        readers.put("juniversalchardet", (page, type) -> detectByUniversal(page));

        for (Map.Entry<String, Reader> reader : readers.entrySet()) {
            Map<String, int[]> right = new TreeMap<>();
            int[] micros = new int[2];
            read(Path.of(arguments[0]), (kind, truth, type, page) -> {
                long start = System.nanoTime();
                String answer = reader.getValue().encodingOf(page, type);
                micros[0] += (int) ((System.nanoTime() - start) / 1000);
                micros[1]++;
                int[] count = right.computeIfAbsent(kind, any -> new int[2]);
                count[0] += isRight(page, truth, answer) ? 1 : 0;
                count[1]++;
            });
            StringBuilder line = new StringBuilder(reader.getKey()).append(':');
            right.forEach((kind, count) -> line.append(String.format(" %s %.1f %% of %d,", kind,
                    100.0 * count[0] / count[1], count[1])));
            System.out.println(line.append(" µs a page: ").append(micros[0] / micros[1]));
        }
    }

    private interface Case {
        void take(String kind, String truth, String contentType, byte[] page) throws IOException;
    }

    private static void read(Path pack, Case each) throws IOException {
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(pack)))) {
            while (true) {
                in.mark(1);
                if (in.read() < 0) {
                    return;
                }
                in.reset();
                byte[] json = in.readNBytes(Integer.reverseBytes(in.readInt()));
                byte[] page = in.readNBytes(Integer.reverseBytes(in.readInt()));
                JsonObject object = JsonParser.parseString(new String(json, StandardCharsets.UTF_8)).getAsJsonObject();
                each.take(object.get("kind").getAsString(), object.get("true").getAsString(),
                        object.get("header").getAsString(), page);
            }
        }
    }

    private static boolean isRight(byte[] page, String truth, String answer) {
        if (answer == null) {
            return false;
        }
        String text = Encoding.forLabel(truth).orElseThrow().decode(page);
        return Encoding.forLabel(answer).map(encoding -> encoding.decode(page).equals(text))
                .orElseGet(() -> Charset.isSupported(answer) && new String(page, Charset.forName(answer)).equals(text));
    }
}
