package org.charsniff;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Arguments that are names or must be there; errors name the argument. */
final class Names {
    private Names() {}

    static <T> T find(T[] all, String name, String argument) {
        requireNonNull(name, argument);
        for (T one : all) {
            if (one.toString().equals(name)) {
                return one;
            }
        }
        throw new IllegalArgumentException(argument + ": \"" + name + "\" is none of " + Arrays.toString(all));
    }

    static <T> T requireNonNull(T value, String argument) {
        if (value == null) {
            throw new NullPointerException(argument + " is null");
        }
        return value;
    }

    /** Text that is passed to the core, where NUL ends it. */
    static String text(String value, String argument) {
        requireNonNull(value, argument);
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(argument + " contains a NUL");
        }
        return value;
    }

    static Set<Encoding> encodings(Encoding[] encodings, String argument) {
        Set<Encoding> set = EnumSet.noneOf(Encoding.class);
        for (Encoding encoding : requireNonNull(encodings, argument)) {
            set.add(requireNonNull(encoding, argument));
        }
        return set;
    }

    static int notNegative(int value, String argument) {
        if (value < 0) {
            throw new IllegalArgumentException(argument + ": " + value + " is negative");
        }
        return value;
    }

    /** {@code XML_DECLARATION} as {@code xml-declaration}. */
    static String kebab(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
