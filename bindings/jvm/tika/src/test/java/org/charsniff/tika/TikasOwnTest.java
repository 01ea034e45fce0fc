package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tika.parser.html.HtmlEncodingDetectorTest;
import org.apache.tika.parser.html.StandardHtmlEncodingDetectorTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Tika's tests of its two detectors for HTML, as Tika publishes them, with charsniff's detector in their place. The tests
 * that Tika's own detector does not pass, and so does not run, are run too.
 */
class TikasOwnTest {
    private static final String OURS = "org/charsniff/tika/CharsniffEncodingDetector";

    private static final class Replacing extends ClassLoader {
        Replacing() {
            super(TikasOwnTest.class.getClassLoader());
        }

        Class<?> load(Class<?> test) throws IOException {
            ClassWriter writer = new ClassWriter(0);
            SimpleRemapper remapper = new SimpleRemapper(Map.of(
                    "org/apache/tika/parser/html/HtmlEncodingDetector", OURS,
                    "org/apache/tika/parser/html/charsetdetector/StandardHtmlEncodingDetector", OURS));
            for (Class<?> one : new Class<?>[] {test}) {
                try (InputStream in = one.getResourceAsStream(one.getSimpleName() + ".class")) {
                    new ClassReader(in).accept(new ClassRemapper(writer, remapper), 0);
                }
            }
            byte[] bytes = writer.toByteArray();
            return defineClass(test.getName(), bytes, 0, bytes.length);
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
        failures.forEach((name, message) -> System.out.println("  " + name + ": " + message));
        return failures;
    }

    @Test
    void htmlEncodingDetector() throws Exception {
        assertEquals(Map.of().keySet(), failuresOf(HtmlEncodingDetectorTest.class).keySet());
    }

    @Test
    void standardHtmlEncodingDetector() throws Exception {
        assertEquals(Map.of().keySet(), failuresOf(StandardHtmlEncodingDetectorTest.class).keySet());
    }
}
