package org.charsniff.tika;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import org.apache.tika.detect.EncodingDetector;
import org.apache.tika.metadata.Metadata;

/**
 * charsniff as the detector of encodings of Tika 3. Tika finds it by itself, and asks it before its own: it answers for
 * every text, so that theirs are not asked any more.
 *
 * <p>Content-Type in the metadata is the header that came with the bytes; its charset is a claim, and the bytes decide. The
 * charset is the platform's, or charsniff's where the platform has none that reads the encoding.
 */
public class CharsniffEncodingDetector implements EncodingDetector {
    private static final long serialVersionUID = 1;

    @Override
    public Charset detect(InputStream input, Metadata metadata) throws IOException {
        return input == null ? null : Charsets.of(Sample.sniff(input, metadata).encoding());
    }
}
