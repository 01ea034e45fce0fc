package org.charsniff;

import java.util.Optional;
import org.charsniff.wasm.Core;

/**
 * Which character encoding a resource of the Web is in, how sure that is, and its text.
 *
 * <pre>{@code
 * byte[] page = response.body();
 * Decoded decoded = Charsniff.decode(page, Headers.of(response.headers().map()), Context.html());
 * String text = decoded.text();
 * }</pre>
 *
 * <p>Where no context is given, it follows from the MIME type in the headers, or else the resource is a page. A crawler's
 * {@linkplain Reading reading} is the default. All methods may be called from any number of threads. None fails for any
 * bytes; an argument that must not be {@code null} and is gives a {@link NullPointerException} that names it. Memory: about
 * three times the size of the resource during a call.
 */
public final class Charsniff {
    private static final int MALFORMED = 2;

    private Charsniff() {}

    /** {@link #sniff(byte[], Headers, Context)} of a page without headers. */
    public static Sniffed sniff(byte[] bytes) {
        return sniff(bytes, Headers.none(), Context.html());
    }

    /**
     * {@link #sniff(byte[], Headers, Context)} with a Content-Type header, whose MIME type chooses the context.
     *
     * @param contentType {@code null} if there was none
     */
    public static Sniffed sniff(byte[] bytes, String contentType) {
        return sniff(bytes, Headers.contentType(contentType));
    }

    /** {@link #sniff(byte[], Headers, Context)} in the context of the MIME type in the headers. */
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
        return Engines.use(engine -> {
            int known = engine.context(context);
            int fields = engine.headers(headers);
            int input = engine.input(bytes, 0, bytes.length);
            Core.charsniff_sniff(engine.scratch, input, bytes.length, fields, headers.fields().size() / 2, known,
                    engine.memory, engine.instance);
            engine.free(fields);
            return engine.sniffed(engine.scratch);
        });
    }

    /** {@link #explain(byte[], Headers, Context)} in the context of the MIME type in the headers. */
    public static Explanation explain(byte[] bytes, Headers headers) {
        return explain(bytes, headers, contextOf(headers));
    }

    /** The verdict of {@link #sniff(byte[], Headers, Context)}, and what every stage found. */
    public static Explanation explain(byte[] bytes, Headers headers, Context context) {
        check(bytes, headers, context);
        return Engines.use(engine -> {
            int known = engine.context(context);
            int fields = engine.headers(headers);
            int input = engine.input(bytes, 0, bytes.length);
            int explanation = Core.charsniff_explain(input, bytes.length, fields, headers.fields().size() / 2, known,
                    engine.memory, engine.instance);
            engine.free(fields);
            Explanation read = new Explanation(explanation, engine);
            Core.charsniff_explanation_free(explanation, engine.memory, engine.instance);
            return read;
        });
    }

    /** {@link #decode(byte[], Headers, Context)} of a page without headers. */
    public static Decoded decode(byte[] bytes) {
        return decode(bytes, Headers.none(), Context.html());
    }

    /**
     * {@link #decode(byte[], Headers, Context)} with a Content-Type header, whose MIME type chooses the context.
     *
     * @param contentType {@code null} if there was none
     */
    public static Decoded decode(byte[] bytes, String contentType) {
        return decode(bytes, Headers.contentType(contentType));
    }

    /** {@link #decode(byte[], Headers, Context)} in the context of the MIME type in the headers. */
    public static Decoded decode(byte[] bytes, Headers headers) {
        return decode(bytes, headers, contextOf(headers));
    }

    /**
     * The text of a resource, without a byte order mark; what is malformed is U+FFFD, in every context.
     *
     * <pre>{@code
     * Decoded decoded = Charsniff.decode(page, Headers.contentType("text/html; charset=sjis"), Context.html());
     * }</pre>
     */
    public static Decoded decode(byte[] bytes, Headers headers, Context context) {
        check(bytes, headers, context);
        if (context.repairs()) {
            return Engines.use(engine -> byCore(bytes, headers, context, engine));
        }
        Sniffed sniffed = sniff(bytes, headers, context);
        int bom = sniffed.bomLength();
        return new Decoded(Texts.decode(sniffed, bytes, bom, bytes.length - bom), sniffed);
    }

    /** The text by the core, which repairs where the context says so. */
    private static Decoded byCore(byte[] bytes, Headers headers, Context context, Engine engine) {
        int known = engine.context(context);
        int fields = engine.headers(headers);
        int input = engine.input(bytes, 0, bytes.length);
        int decoded = engine.scratch;
        Core.charsniff_decode(input, bytes.length, fields, headers.fields().size() / 2, known, decoded, engine.memory,
                engine.instance);
        engine.free(fields);
        // The fields of a charsniff_decoded.
        String text = engine.text(engine.memory.getInt(decoded), engine.memory.getInt(decoded + 4));
        boolean hadErrors = engine.memory.getInt(decoded + 8 + Engine.SNIFFED) != 0;
        Sniffed sniffed = engine.sniffed(decoded + 8);
        Core.charsniff_string_free(decoded, engine.memory, engine.instance);
        return new Decoded(new Texts.Text(text, hadErrors), sniffed);
    }

    /**
     * {@link #decode(byte[], Headers, Context)}, in the error mode of the context.
     *
     * @throws DecodeException if bytes are malformed and the context says that this is an error
     */
    public static Decoded tryDecode(byte[] bytes, Headers headers, Context context) {
        Decoded decoded = decode(bytes, headers, context);
        if (decoded.hadErrors()) {
            DecodeException error = Engines.use(engine -> errorOf(bytes, headers, context, engine));
            if (error != null) {
                throw error;
            }
        }
        return decoded;
    }

    /** The first malformed sequence, if the context says that such are errors. */
    private static DecodeException errorOf(byte[] bytes, Headers headers, Context context, Engine engine) {
        int known = engine.context(context);
        int fields = engine.headers(headers);
        int input = engine.input(bytes, 0, bytes.length);
        int decoded = engine.scratch;
        int result = Core.charsniff_try_decode(input, bytes.length, fields, headers.fields().size() / 2, known, decoded,
                engine.memory, engine.instance);
        engine.free(fields);
        // The fields of a charsniff_decoded: the text, the verdict, whether there were errors, and where the error is.
        DecodeException error = result == MALFORMED
                ? new DecodeException(engine.memory.getInt(decoded + 12 + Engine.SNIFFED),
                        engine.memory.getInt(decoded + 16 + Engine.SNIFFED))
                : null;
        Core.charsniff_string_free(decoded, engine.memory, engine.instance);
        return error;
    }

    /**
     * Guesses the encoding from the bytes alone, without headers and declarations. For a page, whose encoding may be
     * declared, use {@link #sniff}, which asks the detector where it must; with hints, {@link Detector}.
     *
     * @return empty if the bytes are binary data
     */
    public static Optional<Guess> detect(byte[] bytes) {
        Names.requireNonNull(bytes, "bytes");
        return Optional.ofNullable(Engines.use(engine -> {
            int input = engine.input(bytes, 0, bytes.length);
            Core.charsniff_detect(engine.scratch, input, bytes.length, engine.memory, engine.instance);
            return Guess.at(engine.scratch, engine);
        }));
    }

    static Context contextOf(Headers headers) {
        String contentType = Names.requireNonNull(headers, "headers").contentType();
        return contentType == null || contentType.indexOf('\0') >= 0 ? Context.html() : Context.forMimeType(contentType);
    }

    private static void check(byte[] bytes, Headers headers, Context context) {
        Names.requireNonNull(bytes, "bytes");
        Names.requireNonNull(headers, "headers");
        Names.requireNonNull(context, "context");
    }
}
