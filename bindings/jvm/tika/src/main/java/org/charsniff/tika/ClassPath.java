package org.charsniff.tika;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.tika.detect.EncodingDetector;

/** The order in which Tika 3 asks the detectors that it finds: that of the class path. */
final class ClassPath {
    private static final String OURS = "org.charsniff.tika.CharsniffEncodingDetector";

    private ClassPath() {}

    /** Says in the log if Tika asks another detector first, unless a configuration says which it asks. */
    static void warnIfBehind() {
        if (System.getProperty("tika.config") != null || System.getenv("TIKA_CONFIG") != null) {
            return;
        }
        String first = first();
        if (first != null && !first.equals(OURS)) {
            System.getLogger("org.charsniff.tika").log(System.Logger.Level.WARNING,
                    "charsniff-tika is behind " + first + " on the class path, so Tika asks that first, unless its"
                            + " configuration names charsniff: -Dtika.config=org/charsniff/tika/tika-config.xml");
        }
    }

    /** The first detector on the class path; null if that is not known. */
    private static String first() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader == null) {
            loader = ClassPath.class.getClassLoader();
        }
        try {
            for (URL services : Collections.list(loader.getResources("META-INF/services/" + EncodingDetector.class.getName()))) {
                for (String name : names(services)) {
                    return name;
                }
            }
        } catch (IOException error) {
            // Tika meets the same error, and says so.
        }
        return null;
    }

    private static List<String> names(URL services) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(services.openStream(), StandardCharsets.UTF_8))) {
            return lines.lines().map(line -> line.replaceAll("#.*", "").strip()).filter(line -> !line.isEmpty())
                    .collect(Collectors.toList());
        }
    }
}
