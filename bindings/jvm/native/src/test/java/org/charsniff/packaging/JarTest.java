package org.charsniff.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.charsniff.Charsniff;
import org.junit.jupiter.api.Test;

/** What charsniff's jar says of itself. */
class JarTest {
    private static Path jar() throws Exception {
        Path jar = Path.of(Charsniff.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        assertTrue(Files.isRegularFile(jar), jar + " is no jar: run `mvn package`");
        return jar;
    }

    @Test
    void theModuleExportsOnePackage() throws Exception {
        ModuleFinder finder = ModuleFinder.of(jar());
        ModuleDescriptor module = finder.find("org.charsniff").orElseThrow().descriptor();
        assertEquals(Set.of("org.charsniff"),
                module.exports().stream().map(ModuleDescriptor.Exports::source).collect(Collectors.toSet()));
        assertEquals(Set.of("java.base"),
                module.requires().stream().map(ModuleDescriptor.Requires::name).collect(Collectors.toSet()));

        // As a module it works: the core is found in it.
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration = boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("org.charsniff"));
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        Class<?> charsniff = boot.defineModulesWithOneLoader(configuration, parent)
                .findLoader("org.charsniff").loadClass("org.charsniff.Charsniff");
        assertTrue(charsniff.getModule().isNamed());
        // There is no native code in the module.
        String engine = System.getProperty("org.charsniff.engine");
        System.setProperty("org.charsniff.engine", "bytecode");
        try {
            byte[] page = "<meta charset=koi8-r>".getBytes("US-ASCII");
            Object sniffed = charsniff.getMethod("sniff", byte[].class).invoke(null, (Object) page);
            assertEquals("KOI8-R tentative meta", sniffed.toString());
        } finally {
            System.setProperty("org.charsniff.engine", engine);
        }
    }

    @Test
    void theBundleExportsOnePackage() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertEquals("2", manifest.getValue("Bundle-ManifestVersion"));
            assertEquals("org.charsniff", manifest.getValue("Bundle-SymbolicName"));
            String version = manifest.getValue("Bundle-Version");
            assertEquals("org.charsniff;version=\"" + version + "\"", manifest.getValue("Export-Package"));
        }
    }
}
