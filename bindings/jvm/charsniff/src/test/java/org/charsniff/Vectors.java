package org.charsniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/** The vectors that all bindings are tested with: {@code fixtures/vectors}, described in its README. */
final class Vectors {
    static final Path FIXTURES = Path.of("../../../fixtures");

    /** The facts of a vector without any. */
    private static final JsonObject PAGE = JsonParser.parseString("{\"context\": \"html\"}").getAsJsonObject();

    private Vectors() {}

    static List<JsonObject> read(String name) {
        try {
            List<JsonObject> vectors = new ArrayList<>();
            String json = Files.readString(FIXTURES.resolve("vectors").resolve(name));
            for (JsonElement vector : JsonParser.parseString(json).getAsJsonArray()) {
                vectors.add(vector.getAsJsonObject());
            }
            return vectors;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static byte[] bytes(JsonObject vector) {
        if (vector.has("file")) {
            try {
                return Files.readAllBytes(FIXTURES.resolve(vector.get("file").getAsString()));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
        return bytes(vector.get("bytes"));
    }

    /** A string with a character for each byte, or pieces, each of which may be repeated. */
    static byte[] bytes(JsonElement bytes) {
        StringBuilder all = new StringBuilder();
        if (bytes.isJsonArray()) {
            for (JsonElement piece : bytes.getAsJsonArray()) {
                if (piece.isJsonArray()) {
                    JsonArray repeated = piece.getAsJsonArray();
                    all.append(repeated.get(0).getAsString().repeat(repeated.get(1).getAsInt()));
                } else {
                    all.append(piece.getAsString());
                }
            }
        } else {
            all.append(bytes.getAsString());
        }
        return all.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The answer for a reading, or null. */
    static JsonElement of(JsonObject byReading, Reading reading) {
        for (Map.Entry<String, JsonElement> entry : byReading.entrySet()) {
            List<String> names = List.of(entry.getKey().split(" "));
            if (names.contains("all") || names.contains(reading.toString())) {
                return entry.getValue();
            }
        }
        return null;
    }

    static Headers headers(JsonObject vector) {
        List<String> fields = new ArrayList<>();
        if (vector.has("headers") && vector.get("headers").isJsonNull()) {
            assertNamed("headers", () -> Charsniff.sniff(new byte[0], (Headers) null));
            assertNamed("headers", () -> Charsniff.sniff(new byte[0], null, Context.html()));
        } else if (vector.has("headers")) {
            for (JsonElement pair : vector.getAsJsonArray("headers")) {
                fields.add(pair.getAsJsonArray().get(0).getAsString());
                fields.add(pair.getAsJsonArray().get(1).getAsString());
            }
        }
        return Headers.of(fields.toArray(new String[0]));
    }

    /** The context by a vector's facts. */
    static Context context(JsonObject vector, Reading reading) {
        return contextBy(vector.has("facts") ? vector.getAsJsonObject("facts") : PAGE, headers(vector), reading);
    }

    private static Context contextBy(JsonObject facts, Headers headers, Reading reading) {
        Context context;
        if (!facts.has("context")) {
            context = Charsniff.contextOf(headers);
        } else if (facts.has("encoding")) {
            context = Context.textDecoder(encoding(facts.get("encoding")));
        } else {
            context = Context.of(Kind.of(facts.get("context").getAsString()));
        }
        context = context.reading(reading);
        boolean hasDetection = facts.has("detection") && !facts.get("detection").isJsonNull();
        if (reading == Reading.FIREFOX && !hasDetection) {
            context = context.detection(Detection.LEGACY);
        }
        for (Map.Entry<String, JsonElement> fact : facts.entrySet()) {
            JsonElement value = fact.getValue();
            if (value.isJsonNull()) {
                checkNull(fact.getKey(), context);
                continue;
            }
            switch (fact.getKey()) {
                case "context":
                case "encoding":
                case "same_origin":
                    break;
                case "override_encoding":
                    context = context.overrideEncoding(value.getAsString());
                    break;
                case "reference_charset":
                    context = context.referenceCharset(value.getAsString());
                    break;
                case "parent":
                    context = context.parent(encoding(value), facts.get("same_origin").getAsBoolean());
                    break;
                case "history":
                    context = context.history(encoding(value));
                    break;
                case "style_sheet":
                    context = context.styleSheet(encoding(value));
                    break;
                case "document":
                    context = context.document(encoding(value));
                    break;
                case "locale":
                    context = context.locale(value.getAsString());
                    break;
                case "tld":
                    context = context.tld(value.getAsString());
                    break;
                case "url":
                    context = context.url(value.getAsString());
                    break;
                case "mime_type":
                    context = context.mimeType(value.getAsString());
                    break;
                case "string_type":
                    context = context.stringType(StringType.of(value.getAsString()));
                    break;
                case "in_worker":
                    context = value.getAsBoolean() ? context.inWorker() : context;
                    break;
                case "prescan_limit":
                    context = context.prescanLimit(value.getAsInt());
                    break;
                case "truncated":
                    context = context.truncated(value.getAsBoolean());
                    break;
                case "detection":
                    context = context.detection(Detection.of(value.getAsString()));
                    break;
                case "detect_iso_2022_jp":
                    context = context.detectIso2022Jp(value.getAsBoolean());
                    break;
                case "detection_ceiling":
                    context = context.detectionCeiling(value.getAsInt());
                    break;
                case "fatal":
                    context = context.fatal(value.getAsBoolean());
                    break;
                case "ignore_bom":
                    context = context.ignoreBom(value.getAsBoolean());
                    break;
                default:
                    throw new AssertionError("no method for " + fact.getKey());
            }
        }
        return context;
    }

    /** No method takes null; the error names the argument. */
    private static void checkNull(String fact, Context context) {
        switch (fact) {
            case "override_encoding":
                assertNamed("overrideEncoding", () -> context.overrideEncoding(null));
                break;
            case "reference_charset":
                assertNamed("referenceCharset", () -> context.referenceCharset(null));
                break;
            case "parent":
                assertNamed("parent", () -> context.parent(null, true));
                break;
            case "history":
                assertNamed("history", () -> context.history(null));
                break;
            case "style_sheet":
                assertNamed("styleSheet", () -> context.styleSheet(null));
                break;
            case "document":
                assertNamed("document", () -> context.document(null));
                break;
            case "locale":
                assertNamed("locale", () -> context.locale(null));
                break;
            case "tld":
                assertNamed("tld", () -> context.tld(null));
                break;
            case "url":
                assertNamed("url", () -> context.url(null));
                break;
            case "mime_type":
                assertNamed("mimeType", () -> context.mimeType(null));
                break;
            case "string_type":
                assertNamed("stringType", () -> context.stringType(null));
                break;
            case "detection":
                assertNamed("detection", () -> context.detection(null));
                break;
            case "prescan_limit":
            case "detection_ceiling":
            case "detect_iso_2022_jp":
            case "in_worker":
            case "truncated":
            case "fatal":
            case "ignore_bom":
                // Numbers and booleans.
                break;
            default:
                throw new AssertionError("no method for " + fact);
        }
    }

    private static void assertNamed(String argument, Executable call) {
        assertEquals(argument + " is null", assertThrows(NullPointerException.class, call).getMessage());
    }

    static Encoding encoding(JsonElement label) {
        return Encoding.forLabel(label.getAsString()).orElseThrow();
    }
}
