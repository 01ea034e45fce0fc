package org.charsniff;

/** The text of a resource. */
public final class Decoded {
    private final String text;
    private final Sniffed sniffed;
    private final boolean hadErrors;

    Decoded(Texts.Text text, Sniffed sniffed) {
        this.text = text.text;
        this.sniffed = sniffed;
        this.hadErrors = text.hadErrors;
    }

    /** The text, without a byte order mark; malformed sequences are U+FFFD. */
    public String text() {
        return text;
    }

    /** The verdict that it was decoded by. */
    public Sniffed sniffed() {
        return sniffed;
    }

    /** Whether malformed sequences were replaced by U+FFFD. */
    public boolean hadErrors() {
        return hadErrors;
    }

    /** The verdict and the length of the text: {@code "windows-1251 tentative meta, 41 characters"}. */
    @Override
    public String toString() {
        return sniffed + ", " + text.length() + " characters";
    }
}
