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

    /** The text, without a byte order mark; what is malformed is U+FFFD. */
    public String text() {
        return text;
    }

    /** The verdict that it was decoded by. */
    public Sniffed sniffed() {
        return sniffed;
    }

    /** Whether something was malformed. */
    public boolean hadErrors() {
        return hadErrors;
    }
}
