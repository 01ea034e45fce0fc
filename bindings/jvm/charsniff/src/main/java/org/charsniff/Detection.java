package org.charsniff;

/** How far the detector may go. */
public enum Detection {
    /** It is not asked. */
    OFF,
    /** As in browsers: it never answers UTF-8. */
    LEGACY,
    /** It may answer any encoding. */
    FULL;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }

    /**
     * The constant of a name, such as {@code "off"}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Detection of(String name) {
        return Names.find(values(), name, "detection");
    }
}
