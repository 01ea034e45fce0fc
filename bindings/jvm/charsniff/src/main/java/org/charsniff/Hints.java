package org.charsniff;

import org.charsniff.wasm.Core;
import org.charsniff.wasm.Instance;
import org.charsniff.wasm.Memory;

/** What a detector can be told, each with the function of the core as bytecode that takes it. */
enum Hints {
    ONLY((Encodings) Core::charsniff_detector_only),
    EXCEPT((Encodings) Core::charsniff_detector_except),
    PREFER((Encodings) Core::charsniff_detector_prefer),
    LANGUAGE((Text) Core::charsniff_detector_language),
    TLD((Text) Core::charsniff_detector_tld),
    LOCALE((Text) Core::charsniff_detector_locale),
    ISO_2022_JP((Flag) Core::charsniff_detector_iso_2022_jp);

    /** A function that takes encodings, a byte each. */
    interface Encodings {
        void tell(int detector, int encodings, int count, Memory memory, Instance instance);
    }

    /** A function that takes a pointer to text. */
    interface Text {
        void tell(int detector, int text, Memory memory, Instance instance);
    }

    /** A function that takes a flag. */
    interface Flag {
        void tell(int detector, int flag, Memory memory, Instance instance);
    }

    /** What the core is told: the value is text, a set of encodings, or a flag. */
    static final class Hint {
        final Hints which;
        final Object value;

        Hint(Hints which, Object value) {
            this.which = which;
            this.value = value;
        }
    }

    /** One of the three. */
    final Object function;

    Hints(Object function) {
        this.function = function;
    }
}
