package org.charsniff.tika;

import java.nio.charset.Charset;
import java.util.EnumMap;
import java.util.Map;
import org.charsniff.Encoding;
import org.charsniff.Sniffed;

/** The platform's charset for an encoding. */
final class Charsets {
    /** Encodings whose charset has another name. The platform's of the same name lack characters that pages have. */
    private static final Map<Encoding, String> NAMES = new EnumMap<>(Map.of(
            Encoding.SHIFT_JIS, "windows-31j",
            Encoding.EUC_KR, "x-windows-949",
            Encoding.BIG5, "Big5-HKSCS",
            Encoding.GBK, "GB18030",
            Encoding.MACINTOSH, "x-MacRoman",
            Encoding.X_MAC_CYRILLIC, "x-MacUkraine",
            Encoding.WINDOWS_874, "x-windows-874",
            Encoding.ISO_8859_8_I, "ISO-8859-8"));

    private Charsets() {}

    static Charset of(Sniffed sniffed) {
        return sniffed.isUtf32() ? Charset.forName(sniffed.name()) : of(sniffed.encoding());
    }

    static Charset of(Encoding encoding) {
        String name = NAMES.getOrDefault(encoding, encoding.toString());
        // ISO-8859-10, ISO-8859-14, x-user-defined and replacement are charsniff's alone; so may others be in a small JRE.
        return Charset.isSupported(name) ? Charset.forName(name) : encoding.charset();
    }
}
