/** Which character encoding a Web resource is in, how sure that is, and its text. */
module org.charsniff {
    exports org.charsniff;

    provides java.nio.charset.spi.CharsetProvider with
            org.charsniff.WhatwgCharsetProvider;
}
