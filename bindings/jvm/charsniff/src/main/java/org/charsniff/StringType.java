package org.charsniff;

/** The types of strings in certificates, for {@link Kind#X500_STRING}. */
public enum StringType {
    /** UTF8String. */
    UTF8,
    /** BMPString. */
    BMP,
    /** TeletexString. */
    TELETEX,
    /** PrintableString, IA5String. */
    ASCII;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }

    /**
     * The constant of a name, such as {@code "utf8"}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static StringType of(String name) {
        return Names.find(values(), name, "stringType");
    }
}
