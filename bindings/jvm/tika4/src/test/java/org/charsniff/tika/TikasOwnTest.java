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
 * Tika 3's tests of its two detectors for HTML, as Tika publishes them (Tika 4 does not), with charsniff's detector for
 * Tika 4 in their place. The tests that Tika's own detector does not pass, and so does not run, are run too.
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

    /** In the place of Tika 3's own charset for the replacement encoding. */
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
        // The test reads on from a stream which Tika 4's was made of, and which that has read from.
        judged.add("streamReset");
        assertEquals(judged, TESTS.failuresOf(StandardHtmlEncodingDetectorTest.class).keySet());
    }
}
