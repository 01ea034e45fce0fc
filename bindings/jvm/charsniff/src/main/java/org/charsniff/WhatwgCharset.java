package org.charsniff;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** An encoding of the standard as a {@link Charset}. */
final class WhatwgCharset extends Charset {
    static final String PREFIX = "whatwg-";
    private static final Map<Encoding, WhatwgCharset> KNOWN = new EnumMap<>(Encoding.class);

    final Encoding encoding;

    static Charset of(Encoding encoding) {
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(encoding, WhatwgCharset::new);
        }
    }

    /** Encodings for which Java has no charset of the standard's name, so that ours can have it. */
    private static final Set<Encoding> OURS_ALONE = EnumSet.of(Encoding.ISO_8859_8_I, Encoding.ISO_8859_10, Encoding.ISO_8859_14,
            Encoding.MACINTOSH, Encoding.X_MAC_CYRILLIC, Encoding.REPLACEMENT, Encoding.X_USER_DEFINED);

    private WhatwgCharset(Encoding encoding) {
        super(OURS_ALONE.contains(encoding) ? encoding.toString() : PREFIX + encoding,
                OURS_ALONE.contains(encoding) ? new String[] {PREFIX + encoding} : null);
        this.encoding = encoding;
    }

    /** The standard's name, which others know: jsoup writes it into {@code <meta charset>}. */
    @Override
    public String displayName() {
        return encoding.toString();
    }

    @Override
    public String displayName(Locale locale) {
        return encoding.toString();
    }

    @Override
    public boolean contains(Charset other) {
        return equals(other) || other.equals(StandardCharsets.US_ASCII) && encoding.outputEncoding() == encoding;
    }

    /** The standard encodes nothing to UTF-16 and replacement. */
    @Override
    public boolean canEncode() {
        return encoding.outputEncoding() == encoding;
    }

    @Override
    public CharsetDecoder newDecoder() {
        switch (encoding) {
            case UTF_8:
                return new PlatformDecoder(this, StandardCharsets.UTF_8);
            case UTF_16BE:
                return new PlatformDecoder(this, StandardCharsets.UTF_16BE);
            case UTF_16LE:
                return new PlatformDecoder(this, StandardCharsets.UTF_16LE);
            default:
                return new StepDecoder(this, Steps.of(encoding));
        }
    }

    @Override
    public CharsetEncoder newEncoder() {
        if (!canEncode()) {
            throw new UnsupportedOperationException(name() + " has no encoder");
        }
        switch (encoding) {
            case UTF_8:
                return new PlatformEncoder(this);
            case ISO_2022_JP:
                return new Iso2022JpEncoder(this);
            default:
                return new TableEncoder(this, Codes.of(encoding));
        }
    }
}
