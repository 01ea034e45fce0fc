package org.charsniff;

/** What decided, in the order of the pipeline. */
public enum Source {
    /** A byte order mark. */
    BOM,
    /** The user's choice, XHR's override charset, or a change of the encoding. */
    OVERRIDE,
    /** Content-Type's charset. */
    TRANSPORT,
    /** An HTML {@code <meta>}. */
    META,
    /** An XML declaration. */
    XML_DECLARATION,
    /** CSS's {@code @charset}. */
    AT_CHARSET,
    /** A comment in a source file. */
    COMMENT,
    /** A {@code charset} on the reference. */
    REFERENCE,
    /** The parent document. */
    PARENT,
    /** The encoding that the resource had on an earlier visit. */
    HISTORY,
    /** The importing style sheet. */
    STYLE_SHEET,
    /** The referring document. */
    DOCUMENT,
    /** The detector. */
    DETECTOR,
    /** The user's locale. */
    LOCALE,
    /** The context's default. */
    DEFAULT;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }
}
