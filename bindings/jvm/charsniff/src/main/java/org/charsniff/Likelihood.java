package org.charsniff;

import java.util.Optional;

/** How likely it is that a verdict gives the right text, whoever decided. */
public final class Likelihood {
    private final float probability;
    private final Encoding runnerUp;
    private final float ofRunnerUp;
    private final String language;

    /** Reads the {@code charsniff_likelihood} in an engine's scratch. */
    Likelihood(Engine engine) {
        int at = engine.scratch;
        probability = engine.memory.getFloat(at);
        runnerUp = Encoding.at(engine.memory.array()[at + 4] & 0xFF);
        ofRunnerUp = engine.memory.getFloat(at + 8);
        language = engine.text(engine.memory.getInt(at + 12), engine.memory.getInt(at + 16));
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
