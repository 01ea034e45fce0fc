package org.charsniff.tika;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Headers;
import org.charsniff.Sniffed;

/** The start of a resource that Tika reads, with what its metadata say. */
final class Sample {
    /** As many bytes as Tika's own detector of HTML's declarations reads. */
    private static final int SIZE = 1 << 16;

    /** Tika 3 and Tika 4 name it in different classes. */
    private static final String CONTENT_TYPE = "Content-Type";

    private Sample() {}

    static Sniffed sniff(InputStream input, Metadata metadata) throws IOException {
        String contentType = metadata.get(CONTENT_TYPE);
        Headers headers = Headers.contentType(contentType == null ? null : contentType.replace("\0", ""));
        byte[] start = start(input);
        Context context = contextOf(headers, metadata).truncated(start.length > SIZE);
        byte[] sample = start.length > SIZE ? Arrays.copyOf(start, SIZE) : start;
        return Charsniff.sniff(sample, headers, context);
    }

    /** The row that the headers tell, or else a page; with what the URL says. */
    private static Context contextOf(Headers headers, Metadata metadata) {
        Context context = Context.forHeaders(headers).orElse(Context.html());
        String url = metadata.get(TikaCoreProperties.SOURCE_PATH);
        return url != null && url.contains("://") ? context.url(url.replace("\0", "")) : context;
    }

    /** The sample, and one more byte if there is more. What can be read before an error is the sample then. */
    private static byte[] start(InputStream input) throws IOException {
        byte[] start = new byte[SIZE + 1];
        int length = 0;
        input.mark(start.length);
        try {
            for (int read; length < start.length && (read = input.read(start, length, start.length - length)) > 0; ) {
                length += read;
            }
        } catch (IOException error) {
            // The parser that reads the rest meets the same error, and handles it.
        } finally {
            input.reset();
        }
        return Arrays.copyOf(start, length);
    }
}
