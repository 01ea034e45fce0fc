package org.charsniff.tika;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.Charset;
import org.apache.tika.detect.EncodingDetector;
import org.apache.tika.metadata.Metadata;

/**
 * charsniff as the detector of encodings of Tika 3. It answers for every text, so that Tika's own detectors are not asked any
 * more.
 *
 * <p>Tika finds it by itself, and asks the detectors in the order of the class path: where this jar stands before Tika's
 * parsers, it is asked first. Else a warning says so, and a configuration must name it, such as {@link #config}.
 *
 * <p>Content-Type in the metadata is the header that came with the bytes; its charset is a claim, and the bytes decide. The
 * charset is the platform's, or charsniff's where the platform has none that reads the encoding.
 */
public class CharsniffEncodingDetector implements EncodingDetector {
    private static final long serialVersionUID = 1;

    static {
        ClassPath.warnIfBehind();
    }

    /** A configuration for {@code new TikaConfig(…)} with this detector alone, which the order of the class path does not change. */
    public static URL config() {
        return CharsniffEncodingDetector.class.getResource("tika-config.xml");
    }

    @Override
    public Charset detect(InputStream input, Metadata metadata) throws IOException {
        return input == null ? null : Charsets.of(Sample.sniff(input, metadata));
    }
}
