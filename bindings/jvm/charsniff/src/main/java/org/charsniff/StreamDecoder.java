package org.charsniff;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Decodes a resource that arrives in chunks: bytes are held until the verdict is known, then decoded as they arrive. For one
 * thread at a time. {@link Charsniff#reader} is simpler, where bytes come from an {@link java.io.InputStream}.
 *
 * <pre>{@code
 * try (StreamDecoder stream = new StreamDecoder(headers, Context.html())) {
 *     for (byte[] chunk : chunks) {
 *         out.append(stream.push(chunk));
 *     }
 *     out.append(stream.finish());
 * }
 * }</pre>
 */
public final class StreamDecoder implements AutoCloseable {
    /** What a declaration means for a text that is being read. */
    public enum Change {
        /** Nothing: the encoding is certain already, it is UTF-16, or the label names no encoding. */
        KEEP,
        /** The declaration names the current encoding, which is now certain. */
        CONFIRM,
        /** The rest is in another encoding. What was read so far is the same in both. */
        SWITCH,
        /** The resource must be read again from its start, in another encoding: push all of it again. */
        START_AGAIN;

        /** The name in kebab-case. */
        @Override
        public String toString() {
            return Names.kebab(this);
        }
    }

    private static final Cleaner CLEANER = Cleaner.create();

    /** The stream of the core. It knows nothing of its owner, which could otherwise never be collected. */
    private static final class Handle implements Runnable {
        final Engine engine;
        final long pointer;

        Handle(Engine engine, long pointer) {
            this.engine = engine;
            this.pointer = pointer;
        }

        /** Called once, when the owner is closed or collected. */
        @Override
        public void run() {
            engine.abandoned.add(() -> {
                engine.freeStream(pointer);
                engine.streams--;
            });
        }
    }

    private final Handle handle;
    private final Cleaner.Cleanable cleanable;
    private boolean closed;
    private boolean finished;

    /** A decoder in the context that the headers tell; where they do not tell the kind of resource, it is a page. */
    public StreamDecoder(Headers headers) {
        this(headers, Charsniff.contextOf(headers));
    }

    /** A decoder of a resource that came with these headers. */
    public StreamDecoder(Headers headers, Context context) {
        Names.requireNonNull(headers, "headers");
        Names.requireNonNull(context, "context");
        handle = Engines.use(engine -> {
            long pointer = engine.newStream(headers, context);
            engine.streams++;
            return new Handle(engine, pointer);
        });
        cleanable = CLEANER.register(this, handle);
    }

    /**
     * Takes the next bytes.
     *
     * @return the text that is known by now
     * @throws DecodeException in contexts in which that is an error, from the first malformed sequence on
     * @throws IllegalStateException after {@link #finish} and {@link #close}
     */
    public String push(byte[] bytes) {
        return push(bytes, 0, Names.requireNonNull(bytes, "bytes").length);
    }

    /** {@link #push(byte[])} of a part of an array. */
    public String push(byte[] bytes, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, Names.requireNonNull(bytes, "bytes").length);
        return next(engine -> engine.push(handle.pointer, bytes, offset, length));
    }

    /** {@link #push(byte[])} of the bytes between a buffer's position and its limit, which are its position then. */
    public String push(ByteBuffer bytes) {
        byte[] all = Buffers.bytes(bytes);
        String text = push(all);
        bytes.position(bytes.limit());
        return text;
    }

    /** Decides by the bytes so far, for a caller who cannot wait any longer. More bytes may follow. */
    public String decide() {
        return next(engine -> engine.decide(handle.pointer));
    }

    /** Ends the resource, and returns the rest of its text, which is empty when it is called again. */
    public String finish() {
        String rest = text(use(engine -> engine.finish(handle.pointer)));
        finished = true;
        return rest;
    }

    private String next(java.util.function.Function<Engine, Object> call) {
        if (finished) {
            throw new IllegalStateException("the stream is finished");
        }
        return text(use(call));
    }

    private static String text(Object result) {
        if (result instanceof DecodeException) {
            throw (DecodeException) result;
        }
        return (String) result;
    }

    /**
     * Changes the encoding, as the HTML standard says, when the parser that reads the text has met a {@code <meta>} with
     * this label. In a browser's or the crawler's reading nothing changes, since late declarations were found before.
     *
     * @param out takes the text that was held back, if any
     */
    public Change changeTheEncoding(String label, StringBuilder out) {
        Names.text(label, "label");
        Names.requireNonNull(out, "out");
        Change change = use(engine -> engine.changeTheEncoding(handle.pointer, label, out));
        finished &= change != Change.START_AGAIN;
        return change;
    }

    /** The verdict, once it is known. */
    public Optional<Sniffed> sniffed() {
        return Optional.ofNullable(use(engine -> engine.sniffed(handle.pointer)));
    }

    /** Whether malformed sequences were replaced by U+FFFD so far. */
    public boolean hadErrors() {
        return use(engine -> engine.hadErrors(handle.pointer));
    }

    private <T> T use(java.util.function.Function<Engine, T> work) {
        if (closed) {
            throw new IllegalStateException("the stream is closed");
        }
        try {
            return Engines.use(handle.engine, work);
        } finally {
            java.lang.ref.Reference.reachabilityFence(this);
        }
    }

    /** Frees what the stream holds. A stream that is not closed is freed some time after nobody can reach it. */
    @Override
    public void close() {
        closed = true;
        cleanable.clean();
    }
}
