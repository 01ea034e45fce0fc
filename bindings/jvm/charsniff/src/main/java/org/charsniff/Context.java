package org.charsniff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the bytes are going, and what the caller knows about them besides headers: a row of the table of contexts ({@link
 * Kind}) and facts. A fact that the row does not consult is ignored, and {@link Charsniff#explain} says so.
 *
 * <p>A context does not change: each method returns another. Make it once and use it for many resources, from as many
 * threads as you like.
 *
 * <pre>{@code
 * Context context = Context.html().url("https://example.co.jp/").locale("ja");
 * }</pre>
 */
public final class Context {
    enum Start {
        KIND, MIME_TYPE, TEXT_DECODER
    }

    private static final Context HTML = of(Kind.HTML);

    final Start start;
    final String name;
    final Reading reading;
    final List<Fact> facts;
    private final int hash;

    /** What the core is told: the value is text, an encoding, a set of such, a number or a flag. */
    static final class Fact {
        final Facts which;
        final Object value;

        Fact(Facts which, Object value) {
            this.which = which;
            this.value = value;
        }
    }

    private Context(Start start, String name, Reading reading, List<Fact> facts) {
        this.start = start;
        this.name = name;
        this.reading = reading;
        this.facts = facts;
        int hash = name.hashCode() * 31 + reading.hashCode();
        for (Fact fact : facts) {
            hash = hash * 31 + fact.which.hashCode() * 7 + fact.value.hashCode();
        }
        this.hash = hash;
    }

    /** The context of a row, in the {@linkplain Reading#CRAWLER crawler's reading}. */
    public static Context of(Kind kind) {
        return new Context(Start.KIND, Names.requireNonNull(kind, "kind").toString(), Reading.CRAWLER, List.of());
    }

    /** A page: {@link Kind#HTML}. */
    public static Context html() {
        return HTML;
    }

    /** An HTML document that {@code XMLHttpRequest} fetches: {@link Kind#XHR_HTML}. */
    public static Context xhrHtml() {
        return of(Kind.XHR_HTML);
    }

    /** A document for an XML parser: XHTML, SVG, a feed: {@link Kind#XML}. */
    public static Context xml() {
        return of(Kind.XML);
    }

    /** A style sheet that a page refers to: {@link Kind#CSS_FROM_DOCUMENT}. */
    public static Context css() {
        return of(Kind.CSS_FROM_DOCUMENT);
    }

    /** A file that a browser shows as text: {@link Kind#TEXT_DOCUMENT}. */
    public static Context text() {
        return of(Kind.TEXT_DOCUMENT);
    }

    /** Text that {@code XMLHttpRequest} fetches: {@link Kind#XHR_TEXT}. */
    public static Context xhrText() {
        return of(Kind.XHR_TEXT);
    }

    /** A classic script: {@link Kind#CLASSIC_SCRIPT}. */
    public static Context classicScript() {
        return of(Kind.CLASSIC_SCRIPT);
    }

    /** A module script, or a script that a worker runs or imports: {@link Kind#MODULE_SCRIPT}. */
    public static Context moduleScript() {
        return of(Kind.MODULE_SCRIPT);
    }

    /** JSON that a program fetches: {@link Kind#FETCH_JSON}. */
    public static Context json() {
        return of(Kind.FETCH_JSON);
    }

    /**
     * The context in which a browser reads a resource of this MIME type.
     *
     * @param mimeType a MIME type or a whole Content-Type value
     */
    public static Context forMimeType(String mimeType) {
        return new Context(Start.MIME_TYPE, Names.text(mimeType, "mimeType"), Reading.CRAWLER, List.of());
    }

    /**
     * The context in which a browser reads a resource that came with these headers. Of several Content-Types the one counts
     * that Fetch extracts.
     *
     * @return empty if the headers do not tell the kind of resource: without a MIME type, and with one such as {@code
     *     application/octet-stream}, which servers send for files whose type they do not know
     */
    public static Optional<Context> forHeaders(Headers headers) {
        Names.requireNonNull(headers, "headers");
        return Optional.ofNullable(Engines.use(engine -> engine.kindFor(headers))).map(Context::of);
    }

    /** The context of the Web's {@code TextDecoder}: no other encoding is chosen, whatever the bytes say. */
    public static Context textDecoder(Encoding encoding) {
        return new Context(
                Start.TEXT_DECODER, Names.requireNonNull(encoding, "encoding").toString(), Reading.STANDARD, List.of());
    }

    /** By whose rules the resource is read; the crawler's if this is not called. */
    public Context reading(Reading reading) {
        return new Context(start, name, Names.requireNonNull(reading, "reading"), facts);
    }

    /** The encoding that the user chose, a known definite encoding, or XHR's override charset, as a label. */
    public Context overrideEncoding(String label) {
        return with(Facts.OVERRIDE_ENCODING, Names.text(label, "overrideEncoding"));
    }

    /** The MIME type that the caller says the resource has, as XHR's {@code overrideMimeType()} does: its charset comes first. */
    public Context overrideMimeType(String value) {
        return with(Facts.OVERRIDE_MIME_TYPE, Names.text(value, "overrideMimeType"));
    }

    /** The label on the reference to the resource: {@code <script charset>}, {@code <link charset>}. */
    public Context referenceCharset(String label) {
        return with(Facts.REFERENCE_CHARSET, Names.text(label, "referenceCharset"));
    }

    /** The encoding of the parent document, for a page in a frame. It counts only if the parent has the same origin. */
    public Context parent(Encoding encoding, boolean sameOrigin) {
        Names.requireNonNull(encoding, "parent");
        return with(sameOrigin ? Facts.PARENT : Facts.FOREIGN_PARENT, encoding);
    }

    /** The encoding that the resource had on an earlier visit. */
    public Context history(Encoding encoding) {
        return with(Facts.HISTORY, Names.requireNonNull(encoding, "history"));
    }

    /** The encoding of the importing style sheet. */
    public Context styleSheet(Encoding encoding) {
        return with(Facts.STYLE_SHEET, Names.requireNonNull(encoding, "styleSheet"));
    }

    /** The encoding of the document that refers to the resource. */
    public Context document(Encoding encoding) {
        return with(Facts.DOCUMENT, Names.requireNonNull(encoding, "document"));
    }

    /**
     * The encoding to use where nothing else decides: HTML's "user-specified default encoding", which comes before that of
     * the locale.
     */
    public Context defaultEncoding(Encoding encoding) {
        return with(Facts.DEFAULT_ENCODING, Names.requireNonNull(encoding, "defaultEncoding"));
    }

    /** The user's locale, a BCP 47 tag such as {@code "ja"} or {@code "pt-BR"}. */
    public Context locale(String locale) {
        return with(Facts.LOCALE, Names.text(locale, "locale"));
    }

    /** The top-level domain of the host, such as {@code "jp"}. Of a longer domain only the last label is used. */
    public Context tld(String tld) {
        return with(Facts.TLD, Names.text(tld, "tld"));
    }

    /** The URL of the resource, of which only the top-level domain is used. */
    public Context url(String url) {
        // Only the domain is kept, so that the pages of a site have equal contexts.
        return with(Facts.URL, Hosts.withoutPath(Names.text(url, "url")));
    }

    /** The MIME type, used where no Content-Type header came and the row goes by it, as {@link Kind#TEXT_DOCUMENT} does. */
    public Context mimeType(String mimeType) {
        return with(Facts.MIME_TYPE, Names.text(mimeType, "mimeType"));
    }

    /** For {@link Kind#X500_STRING}: the type of the string. */
    public Context stringType(StringType stringType) {
        return with(Facts.STRING_TYPE, Names.requireNonNull(stringType, "stringType").toString());
    }

    /** For {@link Kind#MODULE_SCRIPT}: the script is a worker's, or is imported by one. */
    public Context inWorker() {
        return with(Facts.IN_WORKER, true);
    }

    /**
     * How many bytes from the start the prescan may read; 1,024 if this is not called.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Context prescanLimit(int bytes) {
        return with(Facts.PRESCAN_LIMIT, Names.notNegative(bytes, "prescanLimit"));
    }

    /** Whether the bytes end before the resource does. */
    public Context truncated(boolean truncated) {
        return with(Facts.TRUNCATED, truncated);
    }

    /**
     * Whether malformed sequences in UTF-8 that are legacy text, and UTF-8 that was encoded twice, are decoded as what they
     * were meant to be. Off by default. Streams do not repair.
     */
    public Context repair(boolean repair) {
        return with(Facts.REPAIR, repair);
    }

    /** Malformed sequences become U+FFFD even where they would be an error, as in XML in the standard's reading. */
    public Context lossy() {
        return with(Facts.LOSSY, true);
    }

    /** How far the detector may go; by default, as the reading says. */
    public Context detection(Detection detection) {
        return with(Facts.DETECTION, Names.requireNonNull(detection, "detection").toString());
    }

    /** Only these encodings may be the detector's answer. Declarations still count. */
    public Context only(Encoding... encodings) {
        return with(Facts.ONLY, Names.encodings(encodings, "only"));
    }

    /** These encodings may not be the detector's answer. */
    public Context except(Encoding... encodings) {
        return with(Facts.EXCEPT, Names.encodings(encodings, "except"));
    }

    /** One of these encodings is the detector's answer where the bytes leave the question open. */
    public Context prefer(Encoding... encodings) {
        return with(Facts.PREFER, Names.encodings(encodings, "prefer"));
    }

    /** Whether the detector may answer ISO-2022-JP in HTML too, where its escape sequences could hide markup. */
    public Context detectIso2022Jp(boolean allowed) {
        return with(Facts.DETECT_ISO_2022_JP, allowed);
    }

    /**
     * How many bytes from the start the detector may look at; no limit if this is not called.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Context detectionCeiling(int bytes) {
        return with(Facts.DETECTION_CEILING, Names.notNegative(bytes, "detectionCeiling"));
    }

    /** For {@link #textDecoder}: whether malformed input is an error. */
    public Context fatal(boolean fatal) {
        return with(Facts.FATAL, fatal);
    }

    /** For {@link #textDecoder}: whether a byte order mark is kept as U+FEFF. */
    public Context ignoreBom(boolean ignoreBom) {
        return with(Facts.IGNORE_BOM, ignoreBom);
    }

    private Context with(Facts which, Object value) {
        List<Fact> more = new ArrayList<>(facts);
        more.removeIf(fact -> fact.which == which);
        more.add(new Fact(which, value));
        return new Context(start, name, reading, more);
    }

    boolean repairs() {
        return facts.stream().anyMatch(fact -> fact.which == Facts.REPAIR && fact.value.equals(true));
    }

    /** That the core does not know the row. */
    IllegalArgumentException unknown() {
        return new IllegalArgumentException("context: there is no \"" + name + "\"");
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Context) || hash != other.hashCode()) {
            return false;
        }
        Context context = (Context) other;
        if (start != context.start || !name.equals(context.name) || reading != context.reading
                || facts.size() != context.facts.size()) {
            return false;
        }
        for (int i = 0; i < facts.size(); i++) {
            Fact one = facts.get(i);
            Fact another = context.facts.get(i);
            if (one.which != another.which || !one.value.equals(another.value)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append(" as ").append(reading);
        facts.forEach(fact -> text.append(", ").append(Names.kebab(fact.which)).append(": ").append(fact.value));
        return text.toString();
    }
}
