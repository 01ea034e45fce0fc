package org.charsniff;

/** The functions of the core as native code: {@code bindings/jvm/native/src/lib.rs}, which says what each of them does. */
final class Native {
    private Native() {}

    static native String version();

    static native int forLabel(String label);

    static native long context(String name);

    static native long contextForMimeType(String mimeType);

    static native int kindForHeaders(byte[] headers);

    static native long contextForTextDecoder(int encoding);

    static native boolean tellText(long context, String fact, String value);

    static native boolean tellNumber(long context, String fact, int number);

    static native boolean tellEncodings(long context, String fact, byte[] encodings);

    static native void freeContext(long context);

    static native void sniff(byte[] bytes, int length, byte[] headers, long context, byte[] out);

    static native byte[] decode(byte[] bytes, int length, byte[] headers, long context, byte[] out);

    static native boolean malformed(byte[] bytes, int length, byte[] headers, long context, byte[] out);

    static native long explain(byte[] bytes, int length, byte[] headers, long context);

    static native void explanationSniffed(long explanation, byte[] out);

    static native byte[] explanationLikelihood(long explanation, byte[] out);

    static native byte[] explanationText(long explanation);

    static native byte[] explanationJson(long explanation);

    static native byte[] explanationStage(long explanation, int stage, byte[] out);

    static native void freeExplanation(long explanation);

    static native long detector();

    static native boolean hintText(long detector, String hint, String value);

    static native boolean hintEncodings(long detector, String hint, byte[] encodings);

    static native void hintIso2022Jp(long detector, boolean allowed);

    static native void detect(long detector, byte[] bytes, int length, byte[] out);

    static native String text(int encoding, byte[] bytes, int offset, int length, byte[] out);

    static native byte[] encode(int encoding, byte[] utf8);

    static native long stream(byte[] headers, long context);

    static native byte[] push(long stream, byte[] bytes, int offset, int length, byte[] out);

    static native byte[] decide(long stream, byte[] out);

    static native byte[] finish(long stream, byte[] out);

    static native byte[] changeTheEncoding(long stream, String label, byte[] out);

    static native boolean streamSniffed(long stream, byte[] out);

    static native boolean hadErrors(long stream);

    static native void freeStream(long stream);
}
