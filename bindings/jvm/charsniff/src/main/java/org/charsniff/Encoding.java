package org.charsniff;

import java.nio.charset.Charset;
import java.util.Optional;

/** The encodings of the <a href="https://encoding.spec.whatwg.org/#names-and-labels">Encoding Standard</a>. */
public enum Encoding {
    UTF_8("UTF-8"),
    IBM866("IBM866"),
    ISO_8859_2("ISO-8859-2"),
    ISO_8859_3("ISO-8859-3"),
    ISO_8859_4("ISO-8859-4"),
    ISO_8859_5("ISO-8859-5"),
    ISO_8859_6("ISO-8859-6"),
    ISO_8859_7("ISO-8859-7"),
    ISO_8859_8("ISO-8859-8"),
    ISO_8859_8_I("ISO-8859-8-I"),
    ISO_8859_10("ISO-8859-10"),
    ISO_8859_13("ISO-8859-13"),
    ISO_8859_14("ISO-8859-14"),
    ISO_8859_15("ISO-8859-15"),
    ISO_8859_16("ISO-8859-16"),
    KOI8_R("KOI8-R"),
    KOI8_U("KOI8-U"),
    MACINTOSH("macintosh"),
    WINDOWS_874("windows-874"),
    WINDOWS_1250("windows-1250"),
    WINDOWS_1251("windows-1251"),
    WINDOWS_1252("windows-1252"),
    WINDOWS_1253("windows-1253"),
    WINDOWS_1254("windows-1254"),
    WINDOWS_1255("windows-1255"),
    WINDOWS_1256("windows-1256"),
    WINDOWS_1257("windows-1257"),
    WINDOWS_1258("windows-1258"),
    X_MAC_CYRILLIC("x-mac-cyrillic"),
    GBK("GBK"),
    GB18030("gb18030"),
    BIG5("Big5"),
    EUC_JP("EUC-JP"),
    ISO_2022_JP("ISO-2022-JP"),
    SHIFT_JIS("Shift_JIS"),
    EUC_KR("EUC-KR"),
    REPLACEMENT("replacement"),
    UTF_16BE("UTF-16BE"),
    UTF_16LE("UTF-16LE"),
    X_USER_DEFINED("x-user-defined");

    private static final Encoding[] ALL = values();
    private final String name;

    Encoding(String name) {
        this.name = name;
    }

    /** The encoding that the core knows by this number; null if there is none. */
    static Encoding at(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }

    /** The standard's name: {@code "windows-1252"}. */
    @Override
    public String toString() {
        return name;
    }

    /**
     * The encoding that a label names, as the standard's
     * <a href="https://encoding.spec.whatwg.org/#concept-encoding-get">get an encoding</a> says: white space around it and
     * case do not matter.
     *
     * @param label such as {@code "latin1"}
     * @return empty if the label names no encoding
     */
    public static Optional<Encoding> forLabel(String label) {
        Names.requireNonNull(label, "label");
        // NUL ends text in the core, and is in no label.
        return label.indexOf('\0') >= 0 ? Optional.empty() : Optional.ofNullable(Engines.use(engine -> engine.forLabel(label)));
    }

    /** The encoding that forms and URLs of a page in this encoding use: UTF-8 for UTF-16 and replacement, else the same. */
    public Encoding outputEncoding() {
        return this == UTF_16BE || this == UTF_16LE || this == REPLACEMENT ? UTF_8 : this;
    }

    /** The text of bytes in this encoding. Malformed sequences become U+FFFD; a byte order mark is text. Linear. */
    public String decode(byte[] bytes) {
        Names.requireNonNull(bytes, "bytes");
        return Texts.decode(this, bytes, 0, bytes.length).text;
    }

    /**
     * The bytes of a text in the {@linkplain #outputEncoding() output encoding}. A character that it lacks is a decimal
     * reference, {@code &#233;}; half of a surrogate pair is U+FFFD. Linear.
     */
    public byte[] encode(CharSequence text) {
        return Texts.encode(this, Names.requireNonNull(text, "text").toString());
    }

    /**
     * This encoding as a {@link Charset}. Its decoders and encoders do what the standard says, which those of the platform
     * often do not. Its {@linkplain Charset#displayName() display name} is the standard's; its name too where Java has no
     * charset of that name, else {@code whatwg-} and that, since charsets of one name are equal.
     */
    public Charset charset() {
        return WhatwgCharset.of(this);
    }
}
