package org.charsniff;

/** What became of what a stage found. */
public enum Outcome {
    /** It decided. */
    DECIDED,
    /** The bytes refuted it. */
    REFUTED,
    /** An earlier stage had decided. */
    TOO_LATE,
    /** The context does not consult the stage. */
    IGNORED,
    /** It found nothing. */
    NOTHING;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }

    /**
     * The constant of a name, such as {@code "decided"}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Outcome of(String name) {
        return Names.find(values(), name, "outcome");
    }
}
