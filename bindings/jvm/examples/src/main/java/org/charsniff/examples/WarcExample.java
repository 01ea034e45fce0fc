package org.charsniff.examples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.charsniff.Charsniff;
import org.charsniff.Decoded;
import org.charsniff.Headers;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** The texts of the pages in a WARC file, read by jwarc. */
public final class WarcExample {
    private WarcExample() {}

    /** Of each response: its URL, its encoding, and how long its text is. */
    public static List<String> texts(Path warc) throws IOException {
        List<String> lines = new ArrayList<>();
        try (WarcReader reader = new WarcReader(warc)) {
            for (WarcRecord record : reader) {
                if (record instanceof WarcResponse) {
                    WarcResponse response = (WarcResponse) record;
                    byte[] body;
                    try {
                        body = all(response.http().bodyDecoded().stream());
                    } catch (IOException error) {
                        lines.add(response.target() + " cannot be read: " + error.getMessage());
                        continue;
                    }
                    Decoded decoded = Charsniff.decode(body, Headers.of(response.http().headers().map()));
                    lines.add(response.target() + " " + decoded.sniffed() + " " + decoded.text().length());
                }
            }
        }
        return lines;
    }

    /** All bytes of a stream. jwarc's stream for zstd does not end, but returns 0 bytes for ever. */
    private static byte[] all(InputStream stream) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 14];
        for (int read; (read = stream.read(some)) > 0; ) {
            all.write(some, 0, read);
        }
        return all.toByteArray();
    }
}
