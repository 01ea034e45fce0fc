package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.apache.tika.parser.html.HtmlEncodingDetectorTest;
import org.apache.tika.parser.html.StandardHtmlEncodingDetectorTest;
import org.junit.jupiter.api.Test;

/**
 * Tika's published tests of its two detectors for HTML, run on charsniff's detector. The tests that Tika disables since its
 * own detector fails them are run too.
 */
class TikasOwnTest {
    private static final String OURS = "org/charsniff/tika/CharsniffEncodingDetector";

    private static final TikasTests TESTS = new TikasTests(Map.of(
            "org/apache/tika/parser/html/HtmlEncodingDetector", OURS,
            "org/apache/tika/parser/html/charsetdetector/StandardHtmlEncodingDetector", OURS));

    @Test
    void htmlEncodingDetector() throws Exception {
        assertEquals(Set.of(), TESTS.failuresOf(HtmlEncodingDetectorTest.class).keySet());
    }

    @Test
    void standardHtmlEncodingDetector() throws Exception {
        assertEquals(TikasTests.JUDGED, TESTS.failuresOf(StandardHtmlEncodingDetectorTest.class).keySet());
    }
}
