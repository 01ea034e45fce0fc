package org.charsniff;

import java.util.List;
import java.util.Set;
import org.charsniff.wasm.Core;
import org.charsniff.wasm.Instance;
import org.charsniff.wasm.Memory;

/** The facts that a context holds, each with the function of the core as bytecode that takes it. */
enum Facts {
    OVERRIDE_ENCODING((Text) Core::charsniff_context_override_encoding),
    OVERRIDE_MIME_TYPE((Text) Core::charsniff_context_override_mime_type),
    REFERENCE_CHARSET((Text) Core::charsniff_context_reference_charset),
    PARENT((Number) (context, encoding, memory, instance) ->
            Core.charsniff_context_parent(context, encoding, 1, memory, instance)),
    FOREIGN_PARENT((Number) (context, encoding, memory, instance) ->
            Core.charsniff_context_parent(context, encoding, 0, memory, instance)),
    HISTORY((Number) Core::charsniff_context_history),
    STYLE_SHEET((Number) Core::charsniff_context_style_sheet),
    DOCUMENT((Number) Core::charsniff_context_document),
    DEFAULT_ENCODING((Number) Core::charsniff_context_default_encoding),
    LOCALE((Text) Core::charsniff_context_locale),
    TLD((Text) Core::charsniff_context_tld),
    URL((Text) Core::charsniff_context_url),
    MIME_TYPE((Text) Core::charsniff_context_mime_type),
    STRING_TYPE((Text) Core::charsniff_context_string_type),
    IN_WORKER((Number) (context, always, memory, instance) ->
            Core.charsniff_context_in_worker(context, memory, instance)),
    PRESCAN_LIMIT((Number) Core::charsniff_context_prescan_limit),
    TRUNCATED((Number) Core::charsniff_context_truncated),
    REPAIR((Number) Core::charsniff_context_repair),
    LOSSY((Number) (context, always, memory, instance) ->
            Core.charsniff_context_lossy(context, memory, instance)),
    DETECTION((Text) Core::charsniff_context_detection),
    ONLY((Encodings) Core::charsniff_context_only),
    EXCEPT((Encodings) Core::charsniff_context_except),
    PREFER((Encodings) Core::charsniff_context_prefer),
    DETECT_ISO_2022_JP((Number) Core::charsniff_context_detect_iso_2022_jp),
    DETECTION_CEILING((Number) Core::charsniff_context_detection_ceiling),
    FATAL((Number) Core::charsniff_context_fatal),
    IGNORE_BOM((Number) Core::charsniff_context_ignore_bom);

    /** A function that takes a pointer to text. */
    private interface Text {
        void tell(int context, int text, Memory memory, Instance instance);
    }

    /** A function that takes a number, a flag or an encoding. */
    private interface Number {
        void tell(int context, int number, Memory memory, Instance instance);
    }

    /** A function that takes encodings, a byte each. */
    private interface Encodings {
        void tell(int context, int encodings, int count, Memory memory, Instance instance);
    }

    private final Text text;
    private final Number number;
    private final Encodings encodings;

    Facts(Text text) {
        this.text = text;
        number = null;
        encodings = null;
    }

    Facts(Number number) {
        this.number = number;
        text = null;
        encodings = null;
    }

    Facts(Encodings encodings) {
        this.encodings = encodings;
        text = null;
        number = null;
    }

    /** Tells a context of the core what {@link Context} says. */
    static void tell(WasmEngine engine, int context, Reading reading, List<Context.Fact> facts) {
        engine.withText(reading.toString(), name ->
                Core.charsniff_context_reading(context, name, engine.memory, engine.instance));
        for (Context.Fact fact : facts) {
            Facts which = fact.which;
            if (which.text != null) {
                engine.withText((String) fact.value, text ->
                        which.text.tell(context, text, engine.memory, engine.instance));
            } else if (which.encodings != null) {
                Set<?> set = (Set<?>) fact.value;
                int numbers = engine.encodings(set);
                which.encodings.tell(context, numbers, set.size(), engine.memory, engine.instance);
                engine.free(numbers);
            } else {
                which.number.tell(context, numberOf(fact.value), engine.memory, engine.instance);
            }
        }
    }

    /** A number, a flag or an encoding as the core takes them. */
    static int numberOf(Object value) {
        if (value instanceof Encoding) {
            return ((Encoding) value).ordinal();
        }
        return value instanceof Boolean ? ((Boolean) value ? 1 : 0) : (Integer) value;
    }
}
