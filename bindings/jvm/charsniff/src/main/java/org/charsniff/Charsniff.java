package org.charsniff;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Which character encoding a resource of the Web is in, how sure that is, and its text.
 *
 * <pre>{@code
 * byte[] page = response.body();
 * Decoded decoded = Charsniff.decode(page, Headers.of(response.headers().map()), Context.html());
 * String text = decoded.text();
 * }</pre>
 *
 * <p>Where no context is given, it {@linkplain Context#forHeaders follows from the headers}; where they do not tell the
 * kind of resource, it is a page. The crawler's {@linkplain Reading reading} is the default. All methods may be called
 * from any number of threads. None fails for any bytes; a {@code null} argument where none is allowed gives a {@link
 * NullPointerException} that names it. Memory: about three times the size of the resource during a call.
 */
public final class Charsniff {
    private Charsniff() {}

    /** {@link #sniff(byte[], Headers, Context)} of a page without headers. */
    public static Sniffed sniff(byte[] bytes) {
        return sniff(bytes, Headers.none(), Context.html());
    }

    /**
     * {@link #sniff(byte[], Headers, Context)} with a Content-Type header, which chooses the context.
     *
     * @param contentType {@code null} if there was none
     */
    public static Sniffed sniff(byte[] bytes, String contentType) {
        return sniff(bytes, Headers.contentType(contentType));
    }

    /** {@link #sniff(byte[], Headers, Context)} in the context that the headers tell. */
    public static Sniffed sniff(byte[] bytes, Headers headers) {
        return sniff(bytes, headers, contextOf(headers));
    }

    /**
     * The encoding of a resource, how sure that is, and what decided.
     *
     * @param bytes the resource, or its start: see {@link Context#truncated}
     */
    public static Sniffed sniff(byte[] bytes, Headers headers, Context context) {
        check(bytes, headers, context);
        return Engines.use(engine -> engine.sniff(bytes, headers, context));
    }

    /** {@link #sniff(byte[], Headers, Context)} of the bytes between a buffer's position and its limit, which stay. */
    public static Sniffed sniff(ByteBuffer bytes, Headers headers, Context context) {
        return sniff(Buffers.bytes(bytes), headers, context);
    }

    /** {@link #explain(byte[], Headers, Context)} in the context that the headers tell. */
    public static Explanation explain(byte[] bytes, Headers headers) {
        return explain(bytes, headers, contextOf(headers));
    }

    /** The verdict of {@link #sniff(byte[], Headers, Context)}, and what every stage found. */
    public static Explanation explain(byte[] bytes, Headers headers, Context context) {
        check(bytes, headers, context);
        return Engines.use(engine -> engine.explain(bytes, headers, context));
    }

    /** {@link #decode(byte[], Headers, Context)} of a page without headers. */
    public static Decoded decode(byte[] bytes) {
        return decode(bytes, Headers.none(), Context.html());
    }

    /**
     * {@link #decode(byte[], Headers, Context)} with a Content-Type header, which chooses the context.
     *
     * @param contentType {@code null} if there was none
     */
    public static Decoded decode(byte[] bytes, String contentType) {
        return decode(bytes, Headers.contentType(contentType));
    }

    /** {@link #decode(byte[], Headers, Context)} in the context that the headers tell. */
    public static Decoded decode(byte[] bytes, Headers headers) {
        return decode(bytes, headers, contextOf(headers));
    }

    /**
     * The text of a resource, without a byte order mark. Malformed sequences become U+FFFD, in every context.
     *
     * <pre>{@code
     * Decoded decoded = Charsniff.decode(page, Headers.contentType("text/html; charset=sjis"), Context.html());
     * }</pre>
     */
    public static Decoded decode(byte[] bytes, Headers headers, Context context) {
        check(bytes, headers, context);
        if (context.repairs()) {
            return Engines.use(engine -> engine.decode(bytes, headers, context));
        }
        Sniffed sniffed = sniff(bytes, headers, context);
        int bom = sniffed.bomLength();
        return new Decoded(Texts.decode(sniffed, bytes, bom, bytes.length - bom), sniffed);
    }

    /** {@link #decode(byte[], Headers, Context)} of the bytes between a buffer's position and its limit, which stay. */
    public static Decoded decode(ByteBuffer bytes, Headers headers, Context context) {
        return decode(Buffers.bytes(bytes), headers, context);
    }

    /** {@link #reader(InputStream, Headers, Context)} in the context that the headers tell. */
    public static SniffingReader reader(InputStream bytes, Headers headers) {
        return reader(bytes, headers, contextOf(headers));
    }

    /**
     * A reader of a resource's text, which is decoded as it is read. Close it: that closes {@code bytes}, too.
     *
     * <pre>{@code
     * try (SniffingReader text = Charsniff.reader(connection.getInputStream(), headers)) {
     *     text.transferTo(out);
     * }
     * }</pre>
     */
    public static SniffingReader reader(InputStream bytes, Headers headers, Context context) {
        Names.requireNonNull(bytes, "bytes");
        return new SniffingReader(bytes, new StreamDecoder(headers, context));
    }

    /**
     * {@link #decode(byte[], Headers, Context)}, in the error mode of the context.
     *
     * @throws DecodeException if bytes are malformed and the context says that this is an error
     */
    public static Decoded tryDecode(byte[] bytes, Headers headers, Context context) {
        Decoded decoded = decode(bytes, headers, context);
        if (decoded.hadErrors()) {
            DecodeException error = Engines.use(engine -> engine.malformed(bytes, headers, context));
            if (error != null) {
                throw error;
            }
        }
        return decoded;
    }

    /**
     * Guesses the encoding from the bytes alone, without headers and declarations. For a page, whose encoding may be
     * declared, use {@link #sniff}, which asks the detector where it must; with hints, {@link Detector}.
     *
     * @return empty if the bytes are binary data
     */
    public static Optional<Guess> detect(byte[] bytes) {
        Names.requireNonNull(bytes, "bytes");
        return Optional.ofNullable(Engines.use(engine -> engine.detect(List.of(), bytes)));
    }

    static Context contextOf(Headers headers) {
        return Context.forHeaders(headers).orElse(Context.html());
    }

    private static void check(byte[] bytes, Headers headers, Context context) {
        Names.requireNonNull(bytes, "bytes");
        Names.requireNonNull(headers, "headers");
        Names.requireNonNull(context, "context");
    }
}
