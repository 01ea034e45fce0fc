package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The core as native code. What it makes has its address for a number. */
final class NativeEngine extends Engine {
    /** Larger than every structure that the core fills. */
    private final byte[] out = new byte[256];

    @Override
    long newContext(Context context) {
        long made;
        switch (context.start) {
            case TEXT_DECODER:
                made = Native.contextForTextDecoder(Names.find(Encoding.values(), context.name, "encoding").ordinal());
                break;
            case KIND:
                made = Native.context(context.name);
                break;
            default:
                made = Native.contextForMimeType(context.name);
        }
        if (made == 0) {
            throw context.unknown();
        }
        check(Native.tellText(made, "reading", context.reading.toString()), "reading");
        for (Context.Fact fact : context.facts) {
            String name = Names.kebab(fact.which);
            if (fact.value instanceof String) {
                check(Native.tellText(made, name, (String) fact.value), name);
            } else if (fact.value instanceof Set) {
                check(Native.tellEncodings(made, name, numbers((Set<?>) fact.value)), name);
            } else {
                check(Native.tellNumber(made, name, Facts.numberOf(fact.value)), name);
            }
        }
        return made;
    }

    private static void check(boolean isKnown, String name) {
        if (!isKnown) {
            throw new IllegalStateException("charsniff-native does not know \"" + name + "\"");
        }
    }

    /** Encodings, a byte each. */
    private static byte[] numbers(Set<?> encodings) {
        byte[] numbers = new byte[encodings.size()];
        int at = 0;
        for (Object encoding : encodings) {
            numbers[at++] = (byte) ((Encoding) encoding).ordinal();
        }
        return numbers;
    }

    @Override
    void freeContext(long context) {
        Native.freeContext(context);
    }

    @Override
    Encoding forLabel(String label) {
        return Encoding.at(Native.forLabel(label));
    }

    @Override
    int numberOfKindFor(Headers headers) {
        return Native.kindForHeaders(headers.packed());
    }

    @Override
    Sniffed sniff(byte[] bytes, Headers headers, Context context) {
        Native.sniff(bytes, bytes.length, headers.packed(), known(context), out);
        return sniffed(out, 0);
    }

    @Override
    Explanation explain(byte[] bytes, Headers headers, Context context) {
        long explanation = Native.explain(bytes, bytes.length, headers.packed(), known(context));
        Native.explanationSniffed(explanation, out);
        Sniffed sniffed = sniffed(out, 0);
        Likelihood likelihood = likelihood(Native.explanationLikelihood(explanation, out));
        String table = utf8(Native.explanationText(explanation));
        String json = utf8(Native.explanationJson(explanation));
        List<Explanation.Report> reports = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            String[] names = new String(
                    Native.explanationStage(explanation, stage.ordinal(), out), StandardCharsets.ISO_8859_1).split("\0", 2);
            String label = out[2] != 0 ? names[1] : null;
            int offset = out[3] != 0 ? getInt(out, 4) : -1;
            reports.add(new Explanation.Report(stage, out[0] != 0, names[0], out[1] & 0xFF, label, offset));
        }
        Native.freeExplanation(explanation);
        return new Explanation(sniffed, likelihood, reports, table, json);
    }

    /** A likelihood whose numbers are in {@code out}; null if there is no likelihood. */
    private Likelihood likelihood(byte[] languageAndScript) {
        if (languageAndScript == null) {
            return null;
        }
        String[] names = utf8(languageAndScript).split("\0", 2);
        return new Likelihood(out, 0, names[0], names[1]);
    }

    @Override
    Decoded decode(byte[] bytes, Headers headers, Context context) {
        String text = utf8(Native.decode(bytes, bytes.length, headers.packed(), known(context), out));
        return new Decoded(new Texts.Text(text, getInt(out, 0) != 0), sniffed(out, 4));
    }

    @Override
    DecodeException malformed(byte[] bytes, Headers headers, Context context) {
        return Native.malformed(bytes, bytes.length, headers.packed(), known(context), out) ? error() : null;
    }

    private DecodeException error() {
        return error("");
    }

    private DecodeException error(String text) {
        return new DecodeException(getInt(out, 0), getInt(out, 4), text);
    }

    @Override
    Guess detect(List<Hints.Hint> hints, byte[] bytes) {
        long detector = hints.isEmpty() ? 0 : Native.detector();
        for (Hints.Hint hint : hints) {
            String name = Names.kebab(hint.which);
            if (hint.value instanceof String) {
                check(Native.hintText(detector, name, (String) hint.value), name);
            } else if (hint.value instanceof Set) {
                check(Native.hintEncodings(detector, name, numbers((Set<?>) hint.value)), name);
            } else {
                Native.hintIso2022Jp(detector, (Boolean) hint.value);
            }
        }
        Native.detect(detector, bytes, bytes.length, out);
        return Guess.at(out, 0);
    }

    @Override
    Texts.Text text(Encoding encoding, byte[] bytes, int offset, int length) {
        String text = Native.text(encoding.ordinal(), bytes, offset, length, out);
        return new Texts.Text(text, out[0] != 0);
    }

    @Override
    byte[] encode(Encoding encoding, byte[] utf8) {
        return Native.encode(encoding.ordinal(), utf8);
    }

    @Override
    long newStream(Headers headers, Context context) {
        return Native.stream(headers.packed(), known(context));
    }

    @Override
    void freeStream(long stream) {
        Native.freeStream(stream);
    }

    @Override
    Object push(long stream, byte[] bytes, int offset, int length) {
        return next(Native.push(stream, bytes, offset, length, out));
    }

    @Override
    Object decide(long stream) {
        return next(Native.decide(stream, out));
    }

    @Override
    Object finish(long stream) {
        return next(Native.finish(stream, out));
    }

    private Object next(byte[] text) {
        return getInt(out, 8) != 0 ? error(utf8(text)) : utf8(text);
    }

    @Override
    StreamDecoder.Change changeTheEncoding(long stream, String label, StringBuilder text) {
        text.append(utf8(Native.changeTheEncoding(stream, label, out)));
        return StreamDecoder.Change.values()[out[0]];
    }

    @Override
    Sniffed sniffed(long stream) {
        return Native.streamSniffed(stream, out) ? sniffed(out, 0) : null;
    }

    @Override
    boolean hadErrors(long stream) {
        return Native.hadErrors(stream);
    }

    @Override
    int held() {
        return out.length;
    }
}
