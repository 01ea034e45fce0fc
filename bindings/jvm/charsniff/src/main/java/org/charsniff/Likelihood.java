package org.charsniff;

import java.util.Optional;

/** How likely it is that a verdict gives the right text, whichever stage decided. */
public final class Likelihood {
    private final float probability;
    private final Encoding runnerUp;
    private final float ofRunnerUp;
    private final String language;

    /** The numbers of a {@code charsniff_likelihood} of the core, and its language, which may be empty. */
    Likelihood(byte[] array, int at, String language) {
        probability = Engine.getFloat(array, at);
        runnerUp = Encoding.at(array[at + 4] & 0xFF);
        ofRunnerUp = Engine.getFloat(array, at + 8);
        this.language = language;
    }

    /** How likely it is that the verdict's encoding gives the right text, from 0 to 1. */
    public float probability() {
        return probability;
    }

    /** The likeliest encoding that gives another text. */
    public Optional<Encoding> runnerUp() {
        return Optional.ofNullable(runnerUp);
    }

    /** How likely the runner-up is, from 0 to 1; 0 if there is none. */
    public float runnerUpProbability() {
        return ofRunnerUp;
    }

    /** The language that the text is most likely in, a BCP 47 tag. */
    public Optional<String> language() {
        return language.isEmpty() ? Optional.empty() : Optional.of(language);
    }

    @Override
    public String toString() {
        return "probability " + probability + (runnerUp == null ? "" : ", runner-up " + runnerUp + " " + ofRunnerUp)
                + (language.isEmpty() ? "" : ", language " + language);
    }
}
