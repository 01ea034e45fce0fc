package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.tika.detect.EncodingResult;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.html.HtmlEncodingDetectorTest;
import org.apache.tika.parser.html.StandardHtmlEncodingDetectorTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

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

    private static final class Replacing extends ClassLoader {
        Replacing() {
            super(TikasOwnTest.class.getClassLoader());
        }

        /** Defines the class, and the one within it, if there is one. */
        Class<?> load(Class<?> test) throws IOException {
            if (test.getResource(test.getSimpleName() + "$1.class") != null) {
                define(test, "$1");
            }
            return define(test, "");
        }

        private Class<?> define(Class<?> test, String suffix) throws IOException {
            ClassWriter writer = new ClassWriter(0);
            SimpleRemapper remapper = new SimpleRemapper(Opcodes.ASM9, Map.of(
                    "org/apache/tika/parser/html/HtmlEncodingDetector", OURS,
                    "org/apache/tika/parser/html/charsetdetector/StandardHtmlEncodingDetector", OURS,
                    "org/apache/tika/parser/html/charsetdetector/charsets/ReplacementCharset",
                    "org/charsniff/tika/TikasOwnTest$Replacement"));
            try (InputStream in = test.getResourceAsStream(test.getSimpleName() + suffix + ".class")) {
                new ClassReader(in).accept(new ClassRemapper(writer, remapper), 0);
            }
            byte[] bytes = writer.toByteArray();
            return defineClass(test.getName() + suffix, bytes, 0, bytes.length);
        }
    }

    /** Runs the tests of a class; the failures, with their messages, by name. */
    private static Map<String, String> failuresOf(Class<?> test) throws ReflectiveOperationException, IOException {
        Map<String, String> failures = new TreeMap<>();
        // The class loader asks its parent first for what it has not defined: each class needs one of its own.
        Class<?> replaced = new Replacing().load(test);
        int count = 0;
        for (Method method : replaced.getMethods()) {
            if (!method.isAnnotationPresent(Test.class)) {
                continue;
            }
            count++;
            Object instance = replaced.getConstructor().newInstance();
            try {
                for (Method before : replaced.getMethods()) {
                    if (before.isAnnotationPresent(BeforeEach.class)) {
                        before.invoke(instance);
                    }
                }
                method.invoke(instance);
            } catch (InvocationTargetException failure) {
                failures.put(method.getName(), String.valueOf(failure.getCause().getMessage()));
            }
        }
        System.out.println(test.getSimpleName() + ": " + (count - failures.size()) + " of " + count);
        failures.forEach((name, message) -> System.out.println("  " + name + ": " + message.replace('\0', ' ').strip()));
        return failures;
    }

    @Test
    void htmlEncodingDetector() throws Exception {
        assertEquals(Set.of(), failuresOf(HtmlEncodingDetectorTest.class).keySet());
    }

    /** What Tika's second detector, which only reads declarations, does otherwise. */
    private static final Set<String> JUDGED = Set.of(
            // Of a label that comes twice in a tag Chromium takes the last, and a crawler reads as Chromium does.
            "duplicateAttribute",
            // By the standard, a label that names no encoding does not end the search.
            "invalidThenValid",
            // Charsniff's charset for the replacement encoding is another class than Tika's.
            "replacement",
            // There is no declaration, and charsniff's detector answers where Tika's leaves it to the next one.
            "incompleteMeta", "throwResistance", "tooLong",
            // The test reads on from a stream which Tika 4's was made of, and which that has read from.
            "streamReset");

    @Test
    void standardHtmlEncodingDetector() throws Exception {
        assertEquals(JUDGED, failuresOf(StandardHtmlEncodingDetectorTest.class).keySet());
    }
}
