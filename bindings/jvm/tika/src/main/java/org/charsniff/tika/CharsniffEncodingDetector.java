package org.charsniff.tika;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.apache.tika.detect.EncodingDetector;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Headers;
import org.charsniff.Sniffed;

/**
 * charsniff as Tika's detector of encodings. Tika finds it by itself, and asks it before its own: it answers for every
 * text, so that theirs are not asked any more.
 *
 * <p>Content-Type in the metadata is the header that came with the bytes; its charset is a claim, and the bytes decide. The
 * charset is the platform's, or charsniff's where the platform has none that reads the encoding.
 */
public class CharsniffEncodingDetector implements EncodingDetector {
    private static final long serialVersionUID = 1;
    /** As many bytes as Tika's own detector of HTML's declarations reads. */
    private static final int SAMPLE = 1 << 16;

    @Override
    public Charset detect(InputStream input, Metadata metadata) throws IOException {
        if (input == null) {
            return null;
        }
        String contentType = metadata.get(Metadata.CONTENT_TYPE);
        Headers headers = Headers.contentType(contentType == null ? null : contentType.replace("\0", ""));
        byte[] start = start(input);
        Context context = contextOf(contentType, metadata).truncated(start.length > SAMPLE);
        byte[] sample = start.length > SAMPLE ? Arrays.copyOf(start, SAMPLE) : start;
        Sniffed sniffed = Charsniff.sniff(sample, headers, context);
        return Charsets.of(sniffed.encoding());
    }

    /** The row of the MIME type, if it is known; with what the URL says. */
    private static Context contextOf(String contentType, Metadata metadata) {
        Context context = contentType == null ? Context.html() : Context.forMimeType(contentType.replace("\0", ""));
        String url = metadata.get(TikaCoreProperties.SOURCE_PATH);
        return url != null && url.contains("://") ? context.url(url.replace("\0", "")) : context;
    }

    /** The sample, and one more byte if there is more. What can be read before an error is the sample then. */
    private static byte[] start(InputStream input) throws IOException {
        byte[] start = new byte[SAMPLE + 1];
        int length = 0;
        input.mark(start.length);
        try {
            for (int read; length < start.length && (read = input.read(start, length, start.length - length)) > 0; ) {
                length += read;
            }
        } catch (IOException error) {
            // The parser that reads on meets it, and knows what to do.
        } finally {
            input.reset();
        }
        return Arrays.copyOf(start, length);
    }
}
