package org.charsniff;

import java.util.Optional;

/** How likely it is that a verdict gives the right text, whichever stage decided. */
public final class Likelihood {
    private final float probability;
    private final float margin;
    private final Encoding runnerUp;
    private final float ofRunnerUp;
    private final String language;
    private final String script;

    /** The numbers of a {@code charsniff_likelihood} of the core, its language and its script, which may be empty. */
    Likelihood(byte[] array, int at, String language, String script) {
        probability = Engine.getFloat(array, at);
        margin = Engine.getFloat(array, at + 4);
        runnerUp = Encoding.at(array[at + 8] & 0xFF);
        ofRunnerUp = Engine.getFloat(array, at + 12);
        this.language = language;
        this.script = script;
    }

    /** How likely it is that the verdict's encoding gives the right text, from 0 to 1. */
    public float probability() {
        return probability;
    }

    /** How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it. */
    public float margin() {
        return margin;
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

    /** The script of the language, or of the text, as an ISO 15924 code ({@code Cyrl}). */
    public Optional<String> script() {
        return script.isEmpty() ? Optional.empty() : Optional.of(script);
    }

    @Override
    public String toString() {
        return "probability " + probability + (runnerUp == null ? "" : ", runner-up " + runnerUp + " " + ofRunnerUp)
                + (language.isEmpty() ? "" : ", language " + language);
    }
}
