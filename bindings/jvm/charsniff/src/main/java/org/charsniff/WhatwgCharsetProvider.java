package org.charsniff;

import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The Encoding Standard's encodings for {@link Charset#forName}: {@code whatwg-} and the encoding's name, such as {@code
 * whatwg-windows-1252}. Java finds it by itself.
 */
public final class WhatwgCharsetProvider extends CharsetProvider {
    /** Java makes one. */
    public WhatwgCharsetProvider() {}

    @Override
    public Iterator<Charset> charsets() {
        return Arrays.stream(Encoding.values()).map(Encoding::charset).iterator();
    }

    @Override
    public Charset charsetForName(String name) {
        if (!name.regionMatches(true, 0, WhatwgCharset.PREFIX, 0, WhatwgCharset.PREFIX.length())) {
            return null;
        }
        String rest = name.substring(WhatwgCharset.PREFIX.length());
        for (Encoding encoding : Encoding.values()) {
            if (encoding.toString().equalsIgnoreCase(rest)) {
                return encoding.charset();
            }
        }
        return null;
    }
}
