package org.charsniff;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One instance of the core, which whoever holds its lock uses. There are two kinds: compiled to Java bytecode, and native
 * code. What lives in it is known by numbers.
 */
abstract class Engine {
    /** How many contexts are kept for the next resource with an equal one. */
    private static final int CONTEXTS = 64;

    private static final Kind[] KINDS = Kind.values();

    final ReentrantLock lock = new ReentrantLock();
    /** What to free when the lock is next held: streams that nobody can reach any more. */
    final Queue<Runnable> abandoned = new ConcurrentLinkedQueue<>();
    /** Streams that live in this instance. */
    int streams;
    private final Map<Context, Long> contexts = new LinkedHashMap<>(16, 0.75f, true);

    /** The context of the core, which stays this engine's. */
    final long known(Context context) {
        Long known = contexts.get(context);
        if (known == null) {
            known = newContext(context);
            contexts.put(context, known);
            if (contexts.size() > CONTEXTS) {
                var eldest = contexts.entrySet().iterator();
                freeContext(eldest.next().getValue());
                eldest.remove();
            }
        }
        return known;
    }

    /** A context as {@link Context} says; fails if the core does not know the row. */
    abstract long newContext(Context context);

    abstract void freeContext(long context);

    abstract Encoding forLabel(String label);

    /** The row that headers tell; null if they tell none. */
    final Kind kindFor(Headers headers) {
        int number = numberOfKindFor(headers);
        return number < KINDS.length ? KINDS[number] : null;
    }

    /** The core's number of the row, or 255. */
    abstract int numberOfKindFor(Headers headers);

    abstract Sniffed sniff(byte[] bytes, Headers headers, Context context);

    abstract Explanation explain(byte[] bytes, Headers headers, Context context);

    /** The text by the core, which repairs where the context says so. */
    abstract Decoded decode(byte[] bytes, Headers headers, Context context);

    /** The first malformed sequence, if the context says that such are errors; else null. */
    abstract DecodeException malformed(byte[] bytes, Headers headers, Context context);

    /** The detector's answer with hints; null if it has none. */
    abstract Guess detect(List<Hints.Hint> hints, byte[] bytes);

    /** The text of bytes in an encoding. */
    abstract Texts.Text text(Encoding encoding, byte[] bytes, int offset, int length);

    /** The bytes of UTF-8 in an output encoding. */
    abstract byte[] encode(Encoding encoding, byte[] utf8);

    abstract long newStream(Headers headers, Context context);

    abstract void freeStream(long stream);

    /** The next text of a stream, or a {@link DecodeException}, which the caller throws. */
    abstract Object push(long stream, byte[] bytes, int offset, int length);

    abstract Object decide(long stream);

    abstract Object finish(long stream);

    abstract StreamDecoder.Change changeTheEncoding(long stream, String label, StringBuilder out);

    /** The verdict; null if it is not known. */
    abstract Sniffed sniffed(long stream);

    abstract boolean hadErrors(long stream);

    /** How many bytes of memory it holds for the next resource. */
    abstract int held();

    /** The number at a place in a structure of the core. */
    static int getInt(byte[] array, int at) {
        return ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    static float getFloat(byte[] array, int at) {
        return Float.intBitsToFloat(getInt(array, at));
    }

    /** A {@code charsniff_sniffed} of the core, as C lays it out with pointers of 32 bits. */
    static Sniffed sniffed(byte[] array, int at) {
        return Sniffed.at(array, at, getInt(array, at + 4), 8);
    }

    static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }
}
