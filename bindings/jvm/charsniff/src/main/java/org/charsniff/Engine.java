package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.charsniff.wasm.Core;
import org.charsniff.wasm.Instance;
import org.charsniff.wasm.Memory;

/**
 * One instance of the core, which whoever holds its lock uses. Pointers are numbers: addresses in its memory. Structures
 * lie there as C lays them out with pointers of 32 bits.
 */
final class Engine {
    /** Larger than every structure that the core fills. */
    private static final int SCRATCH = 256;
    /** The size of a {@code charsniff_sniffed}. */
    static final int SNIFFED = 88;
    /** How many contexts are kept for the next resource with an equal one. */
    private static final int CONTEXTS = 64;
    /** An input buffer larger than this is freed after its use. */
    private static final int KEPT_INPUT = 1 << 20;

    final ReentrantLock lock = new ReentrantLock();
    final Instance instance = new Instance();
    final Memory memory = instance.memory();
    /** Room for the structure that the next call fills. */
    final int scratch;
    /** What to free when the lock is next held: streams that nobody can reach any more. */
    final Queue<Runnable> abandoned = new ConcurrentLinkedQueue<>();
    /** Streams that live in this instance. */
    int streams;
    private int input;
    private int inputLength;
    private final Map<Context, Integer> contexts = new LinkedHashMap<>(16, 0.75f, true);

    Engine() {
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

    int context(String name) {
        return call(Core::charsniff_context_new, name);
    }

    int contextForMimeType(String mimeType) {
        return call(Core::charsniff_context_for_mime_type, mimeType);
    }

    int textDecoder(Encoding encoding) {
        return Core.charsniff_context_for_text_decoder(encoding.ordinal(), memory, instance);
    }

    Encoding forLabel(String label) {
        return Encoding.at(call(Core::charsniff_encoding_for_label, label) & 0xFF);
    }

    /** The context of the core, which stays this engine's. */
    int context(Context context) {
        Integer known = contexts.get(context);
        if (known == null) {
            known = context.make(this);
            contexts.put(context, known);
            if (contexts.size() > CONTEXTS) {
                var eldest = contexts.entrySet().iterator();
                Core.charsniff_context_free(eldest.next().getValue(), memory, instance);
                eldest.remove();
            }
        }
        return known;
    }

    /** Headers as C has them: an array of pairs of pointers. The caller frees it: all lies in one piece. */
    int headers(Headers headers) {
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

    /** A {@code charsniff_sniffed} of the core. */
    Sniffed sniffed(int pointer) {
        return Sniffed.at(memory.array(), pointer, memory.getInt(pointer + 4), 8);
    }
}
