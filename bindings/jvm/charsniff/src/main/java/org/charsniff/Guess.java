package org.charsniff;

import java.util.ArrayList;
import java.util.List;

/** The detector's answer. */
public final class Guess {
    private final Encoding encoding;
    private final float probability;
    private final List<Guess> runnersUp;

    private Guess(Encoding encoding, float probability, List<Guess> runnersUp) {
        this.encoding = encoding;
        this.probability = probability;
        this.runnersUp = runnersUp;
    }

    /** A {@code charsniff_guess} of the core, as C lays it out with pointers of 32 bits; null if it has no encoding. */
    static Guess at(byte[] array, int start) {
        List<Guess> runnersUp = new ArrayList<>(4);
        for (int i = 0; i < Engine.getInt(array, start + 8); i++) {
            int at = start + 12 + 8 * i;
            runnersUp.add(new Guess(Encoding.at(array[at] & 0xFF), Engine.getFloat(array, at + 4), List.of()));
        }
        Encoding encoding = Encoding.at(array[start] & 0xFF);
        float probability = Engine.getFloat(array, start + 4);
        return encoding == null ? null : new Guess(encoding, probability, List.copyOf(runnersUp));
    }

    /** The most likely encoding. */
    public Encoding encoding() {
        return encoding;
    }

    /** How likely it is that this encoding gives the right text, from 0 to 1. */
    public float probability() {
        return probability;
    }

    /** The next most likely encodings, at most four, the likeliest first. They have no runners-up themselves. */
    public List<Guess> runnersUp() {
        return runnersUp;
    }

    @Override
    public String toString() {
        return encoding + " " + probability;
    }
}
