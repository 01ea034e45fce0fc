package org.charsniff;

/** Whether a declaration later in the resource can change the encoding. */
public enum Confidence {
    /** It cannot. */
    CERTAIN,
    /** It can. */
    TENTATIVE;

    /** The name in kebab-case, as everywhere else in charsniff. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }
}
