package org.charsniff.tika;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Runs Tika 3's published tests of its two detectors for HTML, with some classes replaced. The tests that Tika disables
 * since its own detector fails them are run too.
 */
final class TikasTests {
    /** Tests of Tika's second detector, which only reads declarations, in which charsniff answers differently. */
    static final Set<String> JUDGED = Set.of(
            // If a tag has two labels, Chromium takes the last one; so does the crawler's reading.
            "duplicateAttribute",
            // By the standard, a label that names no encoding does not end the search.
            "invalidThenValid",
            // There is no declaration: charsniff's detector answers, Tika's leaves it to the next one.
            "incompleteMeta", "throwResistance", "tooLong",
            // The bytes are ASCII, which a crawler reads whatever label of replacement stands there.
            "replacement");

    private final Map<String, String> replaced;

    /** @param replaced internal names of classes, and of those that replace them */
    TikasTests(Map<String, String> replaced) {
        this.replaced = replaced;
    }

    private final class Replacing extends ClassLoader {
        Replacing() {
            super(TikasTests.class.getClassLoader());
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
            try (InputStream in = test.getResourceAsStream(test.getSimpleName() + suffix + ".class")) {
                new ClassReader(in).accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, replaced)), 0);
            }
            byte[] bytes = writer.toByteArray();
            return defineClass(test.getName() + suffix, bytes, 0, bytes.length);
        }
    }

    /** Runs the tests of a class. Returns the failures by name, with their messages. */
    Map<String, String> failuresOf(Class<?> test) throws ReflectiveOperationException, IOException {
        Map<String, String> failures = new TreeMap<>();
        // The class loader asks its parent first for classes that it has not defined, so each class needs its own.
        Class<?> own = new Replacing().load(test);
        int count = 0;
        for (Method method : own.getMethods()) {
            if (!method.isAnnotationPresent(Test.class)) {
                continue;
            }
            count++;
            Object instance = own.getConstructor().newInstance();
            try {
                for (Method before : own.getMethods()) {
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
}
