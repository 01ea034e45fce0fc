package org.charsniff;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * Which kind of engine there is in this process. Native code is used where {@code charsniff-native} is on the class path
 * and has a library for this machine. The system property {@code org.charsniff.engine} can say {@code native}, which then
 * fails where there is none, or {@code bytecode}.
 */
final class Natives {
    /** The version of these classes. */
    static final String VERSION = "0.1.0";
    private static final String PROPERTY = "org.charsniff.engine";
    private static final boolean IS_NATIVE = isNative(System.getProperty(PROPERTY, ""));

    private Natives() {}

    static boolean isNative() {
        return IS_NATIVE;
    }

    static Engine newEngine() {
        return IS_NATIVE ? new NativeEngine() : new WasmEngine();
    }

    private static boolean isNative(String wanted) {
        if (!wanted.isEmpty() && !wanted.equals("native") && !wanted.equals("bytecode")) {
            throw new IllegalArgumentException(PROPERTY + ": \"" + wanted + "\" is neither native nor bytecode");
        }
        if (wanted.equals("bytecode")) {
            return false;
        }
        // By the loader, which knows the resources of other modules too.
        try (InputStream library = Natives.class.getClassLoader().getResourceAsStream(resource())) {
            if (library != null) {
                load(library);
                return true;
            }
            if (wanted.equals("native")) {
                throw new IllegalStateException("charsniff-native has no " + resource() + ", or is not on the class path");
            }
        } catch (IOException | LinkageError | SecurityException error) {
            if (wanted.equals("native")) {
                throw new IllegalStateException("charsniff-native cannot be used", error);
            }
            System.getLogger("org.charsniff").log(System.Logger.Level.WARNING,
                    "charsniff-native cannot be used, so the core is bytecode, which is slower", error);
        }
        return false;
    }

    /** The library of this machine: {@code META-INF/charsniff/linux-x86_64/libcharsniff_jni.so}. */
    private static String resource() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String name = System.mapLibraryName("charsniff_jni");
        os = os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows" : os;
        String arch = System.getProperty("os.arch").replace("amd64", "x86_64").replace("arm64", "aarch64");
        return "META-INF/charsniff/" + os + "-" + arch + "/" + name;
    }

    /** The JVM loads libraries from files only. */
    private static void load(InputStream library) throws IOException {
        Path file = Files.createTempFile("charsniff", null);
        try {
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            System.load(file.toString());
        } finally {
            try {
                Files.delete(file);
            } catch (IOException inUse) {
                // Windows deletes no file that is in use.
                file.toFile().deleteOnExit();
            }
        }
        if (!Native.version().equals(VERSION)) {
            throw new UnsatisfiedLinkError("charsniff-native is of version " + Native.version() + ", not " + VERSION);
        }
    }
}
