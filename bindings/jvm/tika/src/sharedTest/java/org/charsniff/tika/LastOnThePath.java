package org.charsniff.tika;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Runs a class with this module's classes behind all others on the class path. */
final class LastOnThePath {
    private LastOnThePath() {}

    /** Calls a static method without arguments. */
    static Object call(Class<?> test, String method) throws Exception {
        URL ours = CharsniffEncodingDetector.class.getProtectionDomain().getCodeSource().getLocation();
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        if (!path.remove(ours)) {
            throw new IllegalStateException(ours + " is not on the class path: " + path);
        }
        path.add(ours);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            var found = loader.loadClass(test.getName()).getDeclaredMethod(method);
            found.setAccessible(true);
            return found.invoke(null);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
