package org.charsniff.tika;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.tika.config.TikaConfig;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.sax.BodyContentHandler;
import org.junit.jupiter.api.Test;

/** Where the jar is on the class path decides whether Tika asks it; a configuration does not depend on that. */
class OrderTest {
    /** The detector that read a page which lies about its encoding, and the text. */
    private static String read(TikaConfig config) throws Exception {
        byte[] page = "<!doctype html><meta charset=utf-8><p>Проверка кодировки".getBytes("windows-1251");
        Metadata metadata = new Metadata();
        BodyContentHandler text = new BodyContentHandler(-1);
        new AutoDetectParser(config).parse(new ByteArrayInputStream(page), text, metadata);
        return metadata.get(TikaCoreProperties.ENCODING_DETECTOR) + ": " + text.toString().trim();
    }

    static String byTheClassPath() throws Exception {
        return read(TikaConfig.getDefaultConfig());
    }

    static String byConfiguration() throws Exception {
        return read(new TikaConfig(CharsniffEncodingDetector.config()));
    }

    /** As {@code -Dtika.config} has it. */
    static String byProperty() throws Exception {
        System.setProperty("tika.config", "org/charsniff/tika/tika-config.xml");
        try {
            return read(new TikaConfig());
        } finally {
            System.clearProperty("tika.config");
        }
    }

    private static final String OURS = "CharsniffEncodingDetector: Проверка кодировки";

    @Test
    void aConfigurationDoesNotDependOnTheOrder() throws Exception {
        assertEquals(OURS, byConfiguration());
        assertEquals(OURS, LastOnThePath.call(OrderTest.class, "byConfiguration"));
        assertEquals(OURS, LastOnThePath.call(OrderTest.class, "byProperty"));
    }

    @Test
    void aJarThatIsLastSaysSo() throws Exception {
        List<String> said = new ArrayList<>();
        Logger logger = Logger.getLogger("org.charsniff.tika");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            String last = (String) LastOnThePath.call(OrderTest.class, "byTheClassPath");
            assertTrue(last.startsWith("HtmlEncodingDetector: "), last);
            assertEquals(1, said.size(), said.toString());
            assertTrue(said.get(0).contains("-Dtika.config=org/charsniff/tika/tika-config.xml"), said.get(0));
            said.clear();
            assertEquals(OURS, byTheClassPath());
            assertEquals(OURS, LastOnThePath.call(OrderTest.class, "byProperty"));
            assertEquals(List.of(), said);
        } finally {
            logger.removeHandler(handler);
        }
    }
}
