package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.tika.detect.EncodingResult;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.html.HtmlEncodingDetectorTest;
import org.apache.tika.parser.html.StandardHtmlEncodingDetectorTest;
import org.junit.jupiter.api.Test;

/**
 * Tika 3's published tests of its two detectors for HTML (those of Tika 4 are not published), run on charsniff's detector
 * for Tika 4. The tests that Tika disables since its own detector fails them are run too.
 */
class TikasOwnTest {
    private static final String OURS = "org/charsniff/tika/TikasOwnTest$Detector";

    /** charsniff's detector with the method that Tika 3 called. */
    public static final class Detector {
        public Charset detect(InputStream input, Metadata metadata) throws IOException {
            List<EncodingResult> results =
                    new CharsniffEncodingDetector().detect(TikaInputStream.get(input), metadata, new ParseContext());
            return results.get(0).getCharset();
        }
    }

    /** Replaces Tika 3's own charset for the replacement encoding. */
    public static final class Replacement extends Charset {
        public Replacement() {
            super("replacement", null);
        }

        @Override
        public boolean contains(Charset other) {
            return false;
        }

        @Override
        public CharsetDecoder newDecoder() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CharsetEncoder newEncoder() {
            throw new UnsupportedOperationException();
        }
    }

    private static final TikasTests TESTS = new TikasTests(Map.of(
            "org/apache/tika/parser/html/HtmlEncodingDetector", OURS,
            "org/apache/tika/parser/html/charsetdetector/StandardHtmlEncodingDetector", OURS,
            "org/apache/tika/parser/html/charsetdetector/charsets/ReplacementCharset",
            "org/charsniff/tika/TikasOwnTest$Replacement"));

    @Test
    void htmlEncodingDetector() throws Exception {
        assertEquals(Set.of(), TESTS.failuresOf(HtmlEncodingDetectorTest.class).keySet());
    }

    @Test
    void standardHtmlEncodingDetector() throws Exception {
        Set<String> judged = new TreeSet<>(TikasTests.JUDGED);
        // The test continues with the stream from which Tika 4's stream was made, and which that one has read.
        judged.add("streamReset");
        assertEquals(judged, TESTS.failuresOf(StandardHtmlEncodingDetectorTest.class).keySet());
    }
}
