package org.charsniff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.charsniff.wasm.Core;
import org.charsniff.wasm.Instance;
import org.charsniff.wasm.Memory;

/**
 * Guesses the encoding of bytes, as {@link Charsniff#detect} does, with what else is known: which encodings may be the answer,
 * and hints.
 *
 * <p>A detector does not change: each method returns another. Use one for many texts, from as many threads as you like.
 *
 * <pre>{@code
 * Detector japanese = new Detector().only(Encoding.SHIFT_JIS, Encoding.EUC_JP, Encoding.UTF_8).tld("jp");
 * Optional<Guess> guess = japanese.detect(bytes);
 * }</pre>
 */
public final class Detector {
    /** A function of the core that takes encodings. */
    private interface Encodings {
        void tell(int detector, int encodings, int count, Memory memory, Instance instance);
    }

    /** A function of the core that takes a pointer to text. */
    private interface Text {
        void tell(int detector, int text, Memory memory, Instance instance);
    }

    /** Tells the core's detector one thing. */
    private interface Setting {
        void tell(int detector, Engine engine);
    }

    private final List<Setting> settings;

    /** A detector for all encodings, without hints: it answers as {@link Charsniff#detect} does. */
    public Detector() {
        this(List.of());
    }

    private Detector(List<Setting> settings) {
        this.settings = settings;
    }

    /** Only these encodings may be the answer, and those of other calls of this method. */
    public Detector only(Encoding... encodings) {
        return with(Core::charsniff_detector_only, encodings);
    }

    /** These encodings may not be the answer. */
    public Detector except(Encoding... encodings) {
        return with(Core::charsniff_detector_except, encodings);
    }

    /** One of these encodings is the answer where the bytes leave the question open. */
    public Detector prefer(Encoding... encodings) {
        return with(Core::charsniff_detector_prefer, encodings);
    }

    /** The language that the text says it is in, a BCP 47 tag: a hint. */
    public Detector language(String tag) {
        return with(Core::charsniff_detector_language, Names.text(tag, "language"));
    }

    /** The top-level domain of the text's host, such as {@code "jp"}: a hint. */
    public Detector tld(String tld) {
        return with(Core::charsniff_detector_tld, Names.text(tld, "tld"));
    }

    /** The user's locale, a BCP 47 tag: a hint. */
    public Detector locale(String tag) {
        return with(Core::charsniff_detector_locale, Names.text(tag, "locale"));
    }

    /** Whether the answer may be ISO-2022-JP; it may not if this is not called. */
    public Detector iso2022Jp(boolean allowed) {
        return with((detector, engine) ->
                Core.charsniff_detector_iso_2022_jp(detector, allowed ? 1 : 0, engine.memory, engine.instance));
    }

    private Detector with(Setting setting) {
        List<Setting> more = new ArrayList<>(settings);
        more.add(setting);
        return new Detector(List.copyOf(more));
    }

    private Detector with(Encodings function, Encoding... encodings) {
        Set<Encoding> set = Names.encodings(encodings, "encodings");
        return with((detector, engine) -> {
            int numbers = engine.encodings(set);
            function.tell(detector, numbers, set.size(), engine.memory, engine.instance);
            engine.free(numbers);
        });
    }

    private Detector with(Text function, String text) {
        return with((detector, engine) ->
                engine.withText(text, pointer -> function.tell(detector, pointer, engine.memory, engine.instance)));
    }

    /**
     * Guesses the encoding.
     *
     * @return empty if the bytes are binary data, or no encoding may be the answer
     */
    public Optional<Guess> detect(byte[] bytes) {
        Names.requireNonNull(bytes, "bytes");
        return Optional.ofNullable(Engines.use(engine -> {
            int detector = Core.charsniff_detector_new(engine.memory, engine.instance);
            for (Setting setting : settings) {
                setting.tell(detector, engine);
            }
            int input = engine.input(bytes, 0, bytes.length);
            Core.charsniff_detector_detect(
                    engine.scratch, detector, input, bytes.length, engine.memory, engine.instance);
            Core.charsniff_detector_free(detector, engine.memory, engine.instance);
            return Guess.at(engine.scratch, engine);
        }));
    }
}
