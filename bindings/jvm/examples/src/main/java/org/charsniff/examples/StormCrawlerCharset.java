package org.charsniff.examples;

import com.digitalpebble.stormcrawler.Metadata;
import java.util.Arrays;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Headers;

/**
 * What StormCrawler's {@code CharsetIdentification} does, by charsniff: the methods are the same, so that a parser bolt calls
 * this class instead. (In StormCrawler 3 the package of {@code Metadata} is {@code org.apache.stormcrawler}.)
 */
public final class StormCrawlerCharset {
    private StormCrawlerCharset() {}

    /**
     * The name of the charset of a resource.
     *
     * @param maxLength how many bytes to look at; all if it is not positive
     */
    public static String getCharset(Metadata metadata, byte[] content, int maxLength) {
        boolean isCut = maxLength > 0 && maxLength < content.length;
        byte[] start = isCut ? Arrays.copyOf(content, maxLength) : content;
        Headers headers = Headers.contentType(metadata.getFirstValue("content-type"));
        return Charsniff.sniff(start, headers, Context.html().truncated(isCut)).encoding().toString();
    }
}
