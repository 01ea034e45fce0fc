package org.charsniff;

/** By whose rules a resource is read. */
public enum Reading {
    /** As a crawler needs it: headers and declarations are claims, and the bytes decide. */
    CRAWLER,
    /** The Web standards', to the letter. */
    STANDARD,
    /** As Chromium reads. */
    CHROMIUM,
    /** As Firefox reads. */
    FIREFOX;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }

    /**
     * The constant of a name, such as {@code "crawler"}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Reading of(String name) {
        return Names.find(values(), name, "reading");
    }
}
