package org.charsniff;

import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The Encoding Standard's encodings for {@link Charset#forName}: {@code whatwg-} and the encoding's name, such as {@code
 * whatwg-windows-1252}; those that Java lacks by their names, too. Java finds it by itself where charsniff's classes are
 * loaded by the system's class loader; elsewhere, as in a servlet container, use {@link Encoding#charset}.
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
        for (Encoding encoding : Encoding.values()) {
            Charset charset = encoding.charset();
            if (charset.name().equalsIgnoreCase(name) || charset.aliases().stream().anyMatch(name::equalsIgnoreCase)) {
                return charset;
            }
        }
        return null;
    }
}
