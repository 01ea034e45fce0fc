package org.charsniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The answers are those of the library: {@code fixtures/vectors}. */
class VectorsTest {
    @Test
    void resources() {
        int verdicts = 0;
        int texts = 0;
        int explanations = 0;
        int claims = 0;
        for (JsonObject vector : Vectors.read("resources.json")) {
            String id = vector.get("id").getAsString();
            byte[] bytes = Vectors.bytes(vector);
            Headers headers = Vectors.headers(vector);
            for (Reading reading : Reading.values()) {
                Context context = Vectors.context(vector, reading);
                String at = id + " as " + reading;
                JsonElement verdict = Vectors.of(vector.getAsJsonObject("verdicts"), reading);
                if (verdict != null) {
                    Sniffed sniffed = Charsniff.sniff(bytes, headers, context);
                    assertEquals(verdict.getAsString(), sniffed + " " + sniffed.bomLength(), at);
                    verdicts++;
                }
                JsonElement text = vector.has("texts") ? Vectors.of(vector.getAsJsonObject("texts"), reading) : null;
                if (text != null) {
                    checkText(text.getAsJsonObject(), bytes, headers, context, at);
                    texts++;
                }
                JsonElement explanation = vector.has("explanations")
                        ? Vectors.of(vector.getAsJsonObject("explanations"), reading) : null;
                if (explanation != null) {
                    Explanation explained = Charsniff.explain(bytes, headers, context);
                    assertEquals(explanation, JsonParser.parseString(explained.toJson()), at);
                    checkStages(explanation.getAsJsonObject(), explained, at);
                    checkLikelihood(explanation.getAsJsonObject(), explained.likelihood().orElse(null), at);
                    JsonObject found = explanation.getAsJsonObject();
                    JsonElement refuted = found.has("refuted") ? found.get("refuted") : new JsonArray();
                    assertEquals(refuted, refutedOf(Charsniff.sniff(bytes, headers, context)), at);
                    assertEquals(refuted, refutedOf(explained.sniffed()), at);
                    claims += refuted.getAsJsonArray().size();
                    explanations++;
                }
            }
        }
        System.out.println("vectors: " + verdicts + " verdicts, " + texts + " texts, " + explanations + " explanations");
        assertTrue(verdicts > 0 && texts > 0 && explanations > 0 && claims > 0);
    }

    private static JsonArray refutedOf(Sniffed sniffed) {
        JsonArray claims = new JsonArray();
        for (Refuted refuted : sniffed.refuted()) {
            JsonObject claim = new JsonObject();
            claim.addProperty("source", refuted.source().toString());
            claim.addProperty("encoding", refuted.encoding().toString());
            claim.addProperty("label", refuted.label().orElse(null));
            claims.add(claim);
        }
        return claims;
    }

    private static void checkText(JsonObject text, byte[] bytes, Headers headers, Context context, String at) {
        if (text.has("error_offset")) {
            DecodeException error = assertThrows(DecodeException.class,
                    () -> Charsniff.tryDecode(bytes, headers, context), at);
            assertEquals(text.get("error_offset").getAsInt(), error.offset(), at);
            assertEquals(text.get("error_length").getAsInt(), error.length(), at);
            return;
        }
        Decoded decoded = Charsniff.tryDecode(bytes, headers, context);
        assertEquals(text.get("text").getAsString(), decoded.text(), at);
        assertEquals(text.get("had_errors").getAsBoolean(), decoded.hadErrors(), at);

        // A stream gives the same, however the bytes are cut.
        Random random = new Random(bytes.length);
        StringBuilder streamed = new StringBuilder();
        try (StreamDecoder stream = new StreamDecoder(headers, context)) {
            for (int i = 0; i < bytes.length; ) {
                int length = Math.min(1 + random.nextInt(random.nextBoolean() ? 5 : 700), bytes.length - i);
                streamed.append(stream.push(bytes, i, length));
                i += length;
            }
            streamed.append(stream.finish());
            assertEquals(decoded.text(), streamed.toString(), at);
            assertEquals(decoded.hadErrors(), stream.hadErrors(), at);
        }
    }

    private static void checkStages(JsonObject explanation, Explanation explained, String at) {
        for (JsonElement element : explanation.getAsJsonArray("stages")) {
            JsonObject stage = element.getAsJsonObject();
            Explanation.Report report = explained.stages().stream()
                    .filter(one -> one.stage().toString().equals(stage.get("stage").getAsString()))
                    .findFirst().orElseThrow();
            assertEquals(stage.get("consulted").getAsBoolean(), report.consulted(), at);
            assertEquals(stage.get("outcome").getAsString(), report.outcome().toString(), at);
            assertEquals(text(stage.get("encoding")), report.encoding().map(Encoding::toString), at);
            assertEquals(text(stage.get("label")), report.label(), at);
            assertEquals(stage.get("offset").isJsonNull(), report.offset().isEmpty(), at);
        }
    }

    private static void checkLikelihood(JsonObject explanation, Likelihood likelihood, String at) {
        assertEquals(explanation.has("probability"), likelihood != null, at);
        if (likelihood == null) {
            return;
        }
        assertEquals(explanation.get("probability").getAsFloat(), likelihood.probability(), 0.001, at);
        assertEquals(explanation.get("margin").getAsFloat(), likelihood.margin(), 0.001, at);
        assertEquals(text(explanation.get("language")), likelihood.language(), at);
        assertEquals(text(explanation.get("script")), likelihood.script(), at);
        JsonElement runnerUp = explanation.get("runner-up");
        assertEquals(runnerUp.isJsonNull(), likelihood.runnerUp().isEmpty(), at);
        if (!runnerUp.isJsonNull()) {
            JsonObject other = runnerUp.getAsJsonObject();
            assertEquals(other.get("encoding").getAsString(), likelihood.runnerUp().orElseThrow().toString(), at);
            assertEquals(other.get("probability").getAsFloat(), likelihood.runnerUpProbability(), 0.001, at);
        }
    }

    private static Optional<String> text(JsonElement element) {
        return element.isJsonNull() ? Optional.empty() : Optional.of(element.getAsString());
    }

    @Test
    void changes() {
        int steps = 0;
        for (JsonObject vector : Vectors.read("changes.json")) {
            Reading reading = Reading.of(vector.get("reading").getAsString());
            Context context = Vectors.context(vector, reading);
            try (StreamDecoder stream = new StreamDecoder(Vectors.headers(vector), context)) {
                for (JsonElement element : vector.getAsJsonArray("steps")) {
                    checkStep(element.getAsJsonObject(), stream, vector.get("id").getAsString() + " " + element);
                    steps++;
                }
            }
        }
        System.out.println("vectors: " + steps + " steps of streams");
        assertTrue(steps > 0);
    }

    private static void checkStep(JsonObject step, StreamDecoder stream, String at) {
        StringBuilder text = new StringBuilder();
        DecodeException error = null;
        try {
            switch (step.get("step").getAsString()) {
                case "push":
                    text.append(stream.push(Vectors.bytes(step)));
                    break;
                case "decide":
                    text.append(stream.decide());
                    break;
                case "finish":
                    text.append(stream.finish());
                    break;
                default:
                    StreamDecoder.Change change = stream.changeTheEncoding(step.get("label").getAsString(), text);
                    assertEquals(step.get("change").getAsString(), change.toString(), at);
            }
            assertTrue(!step.has("after_end"), at);
        } catch (DecodeException found) {
            error = found;
            text.append(found.text());
        } catch (IllegalStateException ended) {
            assertTrue(step.has("after_end"), at);
        }
        if (step.has("error")) {
            assertEquals(step.getAsJsonArray("error").get(0).getAsInt(), error.offset(), at);
            assertEquals(step.getAsJsonArray("error").get(1).getAsInt(), error.length(), at);
        } else {
            assertEquals(null, error, at);
        }
        assertEquals(step.get("text").getAsString(), text.toString(), at);
        assertEquals(text(step.get("encoding")), stream.sniffed().map(sniffed -> sniffed.encoding().toString()), at);
    }

    @Test
    void detections() {
        int guesses = 0;
        for (JsonObject vector : Vectors.read("detections.json")) {
            guesses++;
            String at = vector.get("id").getAsString();
            Optional<Guess> guess = Charsniff.detect(Vectors.bytes(vector));
            if (!vector.has("guess") || vector.get("guess").isJsonNull()) {
                assertTrue(guess.isEmpty(), at);
                continue;
            }
            JsonObject expected = vector.getAsJsonObject("guess");
            check(expected.get("encoding"), expected.get("probability"), guess.orElseThrow(), at);
            int i = 0;
            for (JsonElement element : expected.getAsJsonArray("runners_up")) {
                check(element.getAsJsonArray().get(0), element.getAsJsonArray().get(1), guess.get().runnersUp().get(i++), at);
            }
            assertEquals(i, guess.get().runnersUp().size(), at);
        }
        System.out.println("vectors: " + guesses + " detections");
        assertTrue(guesses > 0);
    }

    private static void check(JsonElement encoding, JsonElement probability, Guess guess, String at) {
        assertEquals(encoding.getAsString(), guess.encoding().toString(), at);
        assertEquals(probability.getAsFloat(), guess.probability(), 0.001f, at);
    }

    @Test
    void encodings() {
        int labels = 0;
        for (JsonObject vector : Vectors.read("encodings.json")) {
            String name = vector.get("encoding").getAsString();
            Encoding encoding = Encoding.forLabel(name).orElseThrow();
            assertEquals(name, encoding.toString());
            assertEquals(vector.get("output_encoding").getAsString(), encoding.outputEncoding().toString());
            for (JsonElement label : vector.getAsJsonArray("labels")) {
                assertEquals(Optional.of(encoding), Encoding.forLabel(label.getAsString()), label.getAsString());
                labels++;
            }
            for (JsonElement element : vector.getAsJsonArray("decode")) {
                JsonObject decode = element.getAsJsonObject();
                byte[] bytes = Vectors.bytes(decode);
                Texts.Text text = Texts.decode(encoding, bytes, 0, bytes.length);
                assertEquals(decode.get("text").getAsString(), text.text, name);
                assertEquals(decode.has("error") && !decode.get("error").isJsonNull(), text.hadErrors, name + decode);
            }
            for (JsonElement element : vector.getAsJsonArray("encode")) {
                JsonObject encode = element.getAsJsonObject();
                byte[] bytes = encoding.encode(encode.get("text").getAsString());
                assertEquals(latin1(Vectors.bytes(encode)), latin1(bytes), name);
            }
            if (vector.has("pairs")) {
                assertEquals(vector.get("pairs").getAsLong(), hash(encoding.decode(allPairs()).getBytes(StandardCharsets.UTF_8)), name);
            }
            if (vector.has("characters")) {
                assertEquals(vector.get("characters").getAsLong(), hash(encoding.encode(allCharacters())), name);
            }
        }
        System.out.println("vectors: " + Encoding.values().length + " encodings");
        assertTrue(labels > 200);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Each byte from 80 to FF, followed by each byte, followed by 0A. */
    private static byte[] allPairs() {
        byte[] bytes = new byte[128 * 256 * 3];
        for (int i = 0; i < 128 * 256; i++) {
            bytes[3 * i] = (byte) (0x80 + (i >> 8));
            bytes[3 * i + 1] = (byte) i;
            bytes[3 * i + 2] = '\n';
        }
        return bytes;
    }

    private static String allCharacters() {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < 0x30000; c++) {
            if (c < 0xD800 || c > 0xDFFF) {
                text.appendCodePoint(c);
            }
        }
        return text.toString();
    }

    /** FNV-1a of 32 bits. */
    private static long hash(byte[] bytes) {
        int hash = 0x811C9DC5;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xFF)) * 0x01000193;
        }
        return Integer.toUnsignedLong(hash);
    }
}
