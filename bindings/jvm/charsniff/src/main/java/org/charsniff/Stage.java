package org.charsniff;

/** The stages of the pipeline, in its order. */
public enum Stage {
    BOM,
    OVERRIDE,
    TRANSPORT,
    PRESCAN,
    EXPLICIT_ENVIRONMENT,
    IMPLICIT_ENVIRONMENT,
    DETECTOR,
    LOCALE,
    DEFAULT;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }

    /**
     * The constant of a name, such as {@code "bom"}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Stage of(String name) {
        return Names.find(values(), name, "stage");
    }
}
