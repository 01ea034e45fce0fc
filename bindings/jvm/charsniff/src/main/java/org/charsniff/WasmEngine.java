package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.charsniff.wasm.Core;
import org.charsniff.wasm.Instance;
import org.charsniff.wasm.Memory;

/**
 * The core as bytecode. Pointers are numbers: addresses in its memory. Structures lie there as C lays them out with
 * pointers of 32 bits.
 */
final class WasmEngine extends Engine {
    /** Larger than every structure that the core fills. */
    private static final int SCRATCH = 256;
    /** The size of a {@code charsniff_sniffed}. */
    private static final int SNIFFED = 88;
    private static final int MALFORMED = 2;
    private static final int INPUT_EMPTY = 0;
    /** How many bytes are decoded at once, which keeps the memory small. */
    private static final int CHUNK = 1 << 15;
    /** An input buffer larger than this is freed after its use. */
    private static final int KEPT_INPUT = 1 << 20;

    final Instance instance = new Instance();
    final Memory memory = instance.memory();
    /** Room for the structure that the next call fills. */
    final int scratch;
    private int input;
    private int inputLength;

    WasmEngine() {
        scratch = allocate(SCRATCH);
    }

    /** Room for bytes, which the caller frees. */
    int allocate(int length) {
        int pointer = Core.malloc(length, memory, instance);
        if (pointer == 0) {
            throw new OutOfMemoryError("charsniff: no room for " + length + " bytes");
        }
        return pointer;
    }

    void free(int pointer) {
        Core.free(pointer, memory, instance);
    }

    /** Copies bytes to the input buffer, and returns where that is. It is valid until the next call of this. */
    int input(byte[] bytes, int offset, int length) {
        if (length > inputLength || inputLength > KEPT_INPUT) {
            free(input);
            input = 0;
            inputLength = 0;
            int wanted = Math.max(length, 1 << 14);
            input = allocate(wanted);
            inputLength = wanted;
        }
        System.arraycopy(bytes, offset, memory.array(), input, length);
        return input;
    }

    byte[] bytes(int pointer, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(memory.array(), pointer, copy, 0, length);
        return copy;
    }

    String text(int pointer, int length) {
        return new String(memory.array(), pointer, length, StandardCharsets.UTF_8);
    }

    /** Text that ends with a NUL. */
    String string(int pointer) {
        int end = pointer;
        while (memory.array()[end] != 0) {
            end++;
        }
        return text(pointer, end - pointer);
    }

    /** Copies text, followed by a NUL; the caller frees it. */
    private int copy(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int pointer = allocate(bytes.length + 1);
        System.arraycopy(bytes, 0, memory.array(), pointer, bytes.length);
        memory.array()[pointer + bytes.length] = 0;
        return pointer;
    }

    void withText(String text, IntConsumer use) {
        int pointer = copy(text);
        use.accept(pointer);
        free(pointer);
    }

    /** Copies encodings, a byte each; the caller frees them. */
    int encodings(Set<?> encodings) {
        int pointer = allocate(Math.max(1, encodings.size()));
        int at = pointer;
        for (Object encoding : encodings) {
            memory.array()[at++] = (byte) ((Encoding) encoding).ordinal();
        }
        return pointer;
    }

    private interface Pointer {
        int of(int pointer, Memory memory, Instance instance);
    }

    private int call(Pointer function, String text) {
        int pointer = copy(text);
        int result = function.of(pointer, memory, instance);
        free(pointer);
        return result;
    }

    @Override
    long newContext(Context context) {
        int made;
        switch (context.start) {
            case TEXT_DECODER:
                int encoding = Names.find(Encoding.values(), context.name, "encoding").ordinal();
                made = Core.charsniff_context_for_text_decoder(encoding, memory, instance);
                break;
            case KIND:
                made = call(Core::charsniff_context_new, context.name);
                break;
            default:
                made = call(Core::charsniff_context_for_mime_type, context.name);
        }
        if (made == 0) {
            throw context.unknown();
        }
        Facts.tell(this, made, context.reading, context.facts);
        return made;
    }

    @Override
    void freeContext(long context) {
        Core.charsniff_context_free((int) context, memory, instance);
    }

    @Override
    Encoding forLabel(String label) {
        return Encoding.at(call(Core::charsniff_encoding_for_label, label) & 0xFF);
    }

    /** Headers as C has them: an array of pairs of pointers. The caller frees it: all lies in one piece. */
    private int headers(Headers headers) {
        int count = headers.fields().size();
        if (count == 0) {
            return 0;
        }
        byte[][] texts = new byte[count][];
        int length = 4 * count;
        for (int i = 0; i < count; i++) {
            texts[i] = headers.fields().get(i).getBytes(StandardCharsets.UTF_8);
            length += texts[i].length + 1;
        }
        int start = allocate(length);
        int at = start + 4 * count;
        for (int i = 0; i < count; i++) {
            memory.putInt(start + 4 * i, at);
            System.arraycopy(texts[i], 0, memory.array(), at, texts[i].length);
            at += texts[i].length;
            memory.array()[at++] = 0;
        }
        return start;
    }

    @Override
    int numberOfKindFor(Headers headers) {
        int fields = headers(headers);
        int number = Core.charsniff_kind_for_headers(fields, count(headers), memory, instance) & 0xFF;
        free(fields);
        return number;
    }

    private static int count(Headers headers) {
        return headers.fields().size() / 2;
    }

    private Sniffed verdict(int pointer) {
        return sniffed(memory.array(), pointer);
    }

    /** The text that a {@code charsniff_string} or {@code charsniff_view} points at. */
    private String textAt(int pointer) {
        return text(memory.getInt(pointer), memory.getInt(pointer + 4));
    }

    @Override
    Sniffed sniff(byte[] bytes, Headers headers, Context context) {
        int known = (int) known(context);
        int fields = headers(headers);
        int input = input(bytes, 0, bytes.length);
        Core.charsniff_sniff(scratch, input, bytes.length, fields, count(headers), known, memory, instance);
        free(fields);
        return verdict(scratch);
    }

    @Override
    Explanation explain(byte[] bytes, Headers headers, Context context) {
        int known = (int) known(context);
        int fields = headers(headers);
        int input = input(bytes, 0, bytes.length);
        int explanation = Core.charsniff_explain(input, bytes.length, fields, count(headers), known, memory, instance);
        free(fields);
        Core.charsniff_explanation_sniffed(scratch, explanation, memory, instance);
        Sniffed sniffed = verdict(scratch);
        Likelihood likelihood = Core.charsniff_explanation_likelihood(explanation, scratch, memory, instance) != 0
                ? new Likelihood(memory.array(), scratch, textAt(scratch + 16), textAt(scratch + 24))
                : null;
        Core.charsniff_explanation_text(scratch, explanation, memory, instance);
        String table = textAt(scratch);
        Core.charsniff_explanation_json(explanation, scratch, memory, instance);
        String json = textAt(scratch);
        Core.charsniff_string_free(scratch, memory, instance);
        List<Explanation.Report> reports = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Core.charsniff_explanation_stage(explanation, stage.ordinal(), scratch, memory, instance);
            reports.add(report(stage));
        }
        Core.charsniff_explanation_free(explanation, memory, instance);
        return new Explanation(sniffed, likelihood, reports, table, json);
    }

    /** Reads the {@code charsniff_stage_report} in the scratch. */
    private Explanation.Report report(Stage stage) {
        byte[] array = memory.array();
        String outcome = string(memory.getInt(scratch + 4));
        boolean hasLabel = array[scratch + 10] != 0;
        int start = memory.getInt(scratch + 12);
        int length = memory.getInt(scratch + 16);
        String label = hasLabel ? new String(array, start, length, StandardCharsets.ISO_8859_1) : null;
        int offset = array[scratch + 11] != 0 ? memory.getInt(scratch + 20) : -1;
        return new Explanation.Report(stage, array[scratch + 8] != 0, outcome, array[scratch + 9] & 0xFF, label, offset);
    }

    @Override
    Decoded decode(byte[] bytes, Headers headers, Context context) {
        int known = (int) known(context);
        int fields = headers(headers);
        int input = input(bytes, 0, bytes.length);
        int decoded = scratch;
        Core.charsniff_decode(input, bytes.length, fields, count(headers), known, decoded, memory, instance);
        free(fields);
        // The fields of a charsniff_decoded.
        String text = textAt(decoded);
        boolean hadErrors = memory.getInt(decoded + 8 + SNIFFED) != 0;
        Sniffed sniffed = verdict(decoded + 8);
        Core.charsniff_string_free(decoded, memory, instance);
        return new Decoded(new Texts.Text(text, hadErrors), sniffed);
    }

    @Override
    DecodeException malformed(byte[] bytes, Headers headers, Context context) {
        int known = (int) known(context);
        int fields = headers(headers);
        int input = input(bytes, 0, bytes.length);
        int decoded = scratch;
        int result = Core.charsniff_try_decode(
                input, bytes.length, fields, count(headers), known, decoded, memory, instance);
        free(fields);
        // The fields of a charsniff_decoded: the text, the verdict, whether there were errors, and where the error is.
        DecodeException error = result == MALFORMED
                ? new DecodeException(memory.getInt(decoded + 12 + SNIFFED), memory.getInt(decoded + 16 + SNIFFED), "")
                : null;
        Core.charsniff_string_free(decoded, memory, instance);
        return error;
    }

    @Override
    Guess detect(List<Hints.Hint> hints, byte[] bytes) {
        int detector = Core.charsniff_detector_new(memory, instance);
        for (Hints.Hint hint : hints) {
            Object function = hint.which.function;
            if (function instanceof Hints.Text) {
                withText((String) hint.value, text -> ((Hints.Text) function).tell(detector, text, memory, instance));
            } else if (function instanceof Hints.Encodings) {
                Set<?> set = (Set<?>) hint.value;
                int numbers = encodings(set);
                ((Hints.Encodings) function).tell(detector, numbers, set.size(), memory, instance);
                free(numbers);
            } else {
                ((Hints.Flag) function).tell(detector, (Boolean) hint.value ? 1 : 0, memory, instance);
            }
        }
        int input = input(bytes, 0, bytes.length);
        Core.charsniff_detector_detect(scratch, detector, input, bytes.length, memory, instance);
        Core.charsniff_detector_free(detector, memory, instance);
        return Guess.at(memory.array(), scratch);
    }

    /** In chunks. */
    @Override
    Texts.Text text(Encoding encoding, byte[] bytes, int offset, int length) {
        int decoder = Core.charsniff_decoder_new_without_bom_handling(encoding.ordinal(), memory, instance);
        int room = 3 * CHUNK + 16;
        int output = allocate(room);
        byte[] text = new byte[length + length / 2 + 16];
        int written = 0;
        boolean hadErrors = false;
        int at = 0;
        boolean isOver;
        do {
            int chunk = Math.min(CHUNK, length - at);
            boolean isLast = at + chunk == length;
            int input = input(bytes, offset + at, chunk);
            Core.charsniff_decoder_to_utf8(
                    scratch, decoder, input, chunk, output, room, isLast ? 1 : 0, memory, instance);
            // The fields of a charsniff_progress.
            int result = memory.getInt(scratch);
            at += memory.getInt(scratch + 4);
            int more = memory.getInt(scratch + 8);
            hadErrors |= memory.array()[scratch + 12] != 0;
            if (written + more > text.length) {
                text = Arrays.copyOf(text, Math.max(2 * text.length, written + more));
            }
            System.arraycopy(memory.array(), output, text, written, more);
            written += more;
            isOver = isLast && result == INPUT_EMPTY;
        } while (!isOver);
        free(output);
        Core.charsniff_decoder_free(decoder, memory, instance);
        return new Texts.Text(new String(text, 0, written, StandardCharsets.UTF_8), hadErrors);
    }

    @Override
    byte[] encode(Encoding encoding, byte[] utf8) {
        int input = input(utf8, 0, utf8.length);
        Core.charsniff_encode(encoding.ordinal(), input, utf8.length, scratch, memory, instance);
        byte[] bytes = bytes(memory.getInt(scratch), memory.getInt(scratch + 4));
        Core.charsniff_string_free(scratch, memory, instance);
        return bytes;
    }

    @Override
    long newStream(Headers headers, Context context) {
        int fields = headers(headers);
        int stream = Core.charsniff_stream_new(fields, count(headers), (int) known(context), memory, instance);
        free(fields);
        return stream;
    }

    @Override
    void freeStream(long stream) {
        Core.charsniff_stream_free((int) stream, memory, instance);
    }

    @Override
    Object push(long stream, byte[] bytes, int offset, int length) {
        int input = input(bytes, offset, length);
        return next(stream, Core.charsniff_stream_push((int) stream, input, length, scratch, memory, instance));
    }

    @Override
    Object decide(long stream) {
        return next(stream, Core.charsniff_stream_decide((int) stream, scratch, memory, instance));
    }

    @Override
    Object finish(long stream) {
        return next(stream, Core.charsniff_stream_finish((int) stream, scratch, memory, instance));
    }

    /** The text in the scratch, or the error. */
    private Object next(long stream, int result) {
        String text = textAt(scratch);
        if (result != MALFORMED) {
            return text;
        }
        int offset = scratch + 8;
        Core.charsniff_stream_error((int) stream, offset, offset + 4, memory, instance);
        return new DecodeException(memory.getInt(offset), memory.getInt(offset + 4), text);
    }

    @Override
    StreamDecoder.Change changeTheEncoding(long stream, String label, StringBuilder out) {
        int[] number = new int[1];
        withText(label, name -> number[0] =
                Core.charsniff_stream_change_the_encoding((int) stream, name, scratch, memory, instance));
        out.append(textAt(scratch));
        return StreamDecoder.Change.values()[number[0]];
    }

    @Override
    Sniffed sniffed(long stream) {
        boolean isKnown = Core.charsniff_stream_sniffed((int) stream, scratch, memory, instance) != 0;
        return isKnown ? verdict(scratch) : null;
    }

    @Override
    boolean hadErrors(long stream) {
        return Core.charsniff_stream_had_errors((int) stream, memory, instance) != 0;
    }

    @Override
    int held() {
        return memory.array().length;
    }
}
