package org.charsniff.nutch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.parse.Parse;
import org.apache.nutch.parse.Parser;
import org.apache.nutch.plugin.Extension;
import org.apache.nutch.plugin.PluginRepository;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.util.EncodingDetector;
import org.charsniff.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nutch loads the plug-in from its folder, and parses with it. */
class PluginTest {
    /** A page in windows-1251 that its server and the page itself declare as UTF-8. */
    private static final byte[] LIE = Encoding.WINDOWS_1251.encode("<html><head><meta charset=utf-8><title>Проверка</title>"
            + "</head><body><p>Страница, у которой указана неверная кодировка <a href=/b>ещё</a></body></html>");

    @Test
    void nutchParsesWithIt(@TempDir Path points) throws Exception {
        // As in Nutch's own plug-in of this name, which is in no artefact.
        Files.createDirectory(points.resolve("nutch-extensionpoints"));
        Files.writeString(points.resolve("nutch-extensionpoints/plugin.xml"),
                "<plugin id=\"nutch-extensionpoints\" name=\"the extension points\" version=\"2.0.0\" provider-name=\"nutch.org\">"
                        + "<extension-point id=\"org.apache.nutch.parse.Parser\" name=\"Nutch Content Parser\"/></plugin>");
        Configuration configuration = new Configuration(false);
        configuration.set("mime.type.magic", "false");
        configuration.set("plugin.folders", points + "," + System.getProperty("charsniff.plugins"));
        configuration.set("plugin.includes", "nutch-extensionpoints|parse-charsniff");
        configuration.set("plugin.auto-activation", "true");

        PluginRepository repository = PluginRepository.get(configuration);
        Extension[] parsers = repository.getExtensionPoint(Parser.X_POINT_ID).getExtensions();
        assertEquals(1, parsers.length);
        assertEquals("text/html|application/xhtml+xml", parsers[0].getAttribute("contentType"));
        Parser parser = (Parser) parsers[0].getExtensionInstance();
        assertEquals(CharsniffParser.class.getName(), parser.getClass().getName());

        Metadata headers = new Metadata();
        headers.set("Content-Type", "text/html; charset=utf-8");
        Content content = new Content("http://example.ru/a", "http://example.ru/a", LIE, "text/html", headers, configuration);
        Parse parse = parser.getParse(content).get("http://example.ru/a");
        assertEquals("Проверка", parse.getData().getTitle());
        assertEquals("windows-1251", parse.getData().getMeta(Nutch.CHAR_ENCODING_FOR_CONVERSION));
        assertEquals("http://example.ru/b", parse.getData().getOutlinks()[0].getToUrl());
        assertEquals("Страница, у которой указана неверная кодировка ещё", parse.getText());
        // Nutch's own detector follows the header.
        EncodingDetector nutch = new EncodingDetector(configuration);
        nutch.autoDetectClues(content, true);
        assertEquals("utf-8", nutch.guessEncoding(content, "windows-1252"));
    }
}
