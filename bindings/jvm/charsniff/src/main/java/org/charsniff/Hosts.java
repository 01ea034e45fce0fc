package org.charsniff;

/** URLs, of which only the host is used. */
final class Hosts {
    private Hosts() {}

    /** The URL up to the end of its host and port. */
    static String withoutPath(String url) {
        int slashes = url.indexOf("//");
        int start = slashes < 0 ? 0 : slashes + 2;
        for (int i = start; i < url.length(); i++) {
            char c = url.charAt(i);
            if (c == '/' || c == '?' || c == '#' || c == '\\') {
                return url.substring(0, i);
            }
        }
        return url;
    }
}
