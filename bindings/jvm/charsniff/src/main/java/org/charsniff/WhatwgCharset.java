package org.charsniff;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

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

    private WhatwgCharset(Encoding encoding) {
        super(PREFIX + encoding, null);
        this.encoding = encoding;
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
