package org.charsniff.wasm;

/** The instructions that are a call in the compiled core, under the names that Chicory's compiler gives them. */
public final class Ops {
    private Ops() {}

    public static int I32_EQZ(int a) {
        return a == 0 ? 1 : 0;
    }

    public static int I32_EQ(int a, int b) {
        return a == b ? 1 : 0;
    }

    public static int I32_NE(int a, int b) {
        return a != b ? 1 : 0;
    }

    public static int I32_LT_S(int a, int b) {
        return a < b ? 1 : 0;
    }

    public static int I32_LT_U(int a, int b) {
        return Integer.compareUnsigned(a, b) < 0 ? 1 : 0;
    }

    public static int I32_LE_S(int a, int b) {
        return a <= b ? 1 : 0;
    }

    public static int I32_LE_U(int a, int b) {
        return Integer.compareUnsigned(a, b) <= 0 ? 1 : 0;
    }

    public static int I32_GT_S(int a, int b) {
        return a > b ? 1 : 0;
    }

    public static int I32_GT_U(int a, int b) {
        return Integer.compareUnsigned(a, b) > 0 ? 1 : 0;
    }

    public static int I32_GE_S(int a, int b) {
        return a >= b ? 1 : 0;
    }

    public static int I32_GE_U(int a, int b) {
        return Integer.compareUnsigned(a, b) >= 0 ? 1 : 0;
    }

    public static int I32_CLZ(int a) {
        return Integer.numberOfLeadingZeros(a);
    }

    public static int I32_CTZ(int a) {
        return Integer.numberOfTrailingZeros(a);
    }

    public static int I32_POPCNT(int a) {
        return Integer.bitCount(a);
    }

    public static int I32_DIV_S(int a, int b) {
        return a / b;
    }

    public static int I32_DIV_U(int a, int b) {
        return Integer.divideUnsigned(a, b);
    }

    public static int I32_REM_S(int a, int b) {
        return a % b;
    }

    public static int I32_REM_U(int a, int b) {
        return Integer.remainderUnsigned(a, b);
    }

    public static int I32_ROTL(int a, int b) {
        return Integer.rotateLeft(a, b);
    }

    public static int I32_ROTR(int a, int b) {
        return Integer.rotateRight(a, b);
    }

    public static int I32_EXTEND_8_S(int a) {
        return (byte) a;
    }

    public static int I32_EXTEND_16_S(int a) {
        return (short) a;
    }

    public static int I64_EQZ(long a) {
        return a == 0 ? 1 : 0;
    }

    public static int I64_EQ(long a, long b) {
        return a == b ? 1 : 0;
    }

    public static int I64_NE(long a, long b) {
        return a != b ? 1 : 0;
    }

    public static int I64_LT_S(long a, long b) {
        return a < b ? 1 : 0;
    }

    public static int I64_LT_U(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? 1 : 0;
    }

    public static int I64_LE_S(long a, long b) {
        return a <= b ? 1 : 0;
    }

    public static int I64_LE_U(long a, long b) {
        return Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
    }

    public static int I64_GT_S(long a, long b) {
        return a > b ? 1 : 0;
    }

    public static int I64_GT_U(long a, long b) {
        return Long.compareUnsigned(a, b) > 0 ? 1 : 0;
    }

    public static int I64_GE_S(long a, long b) {
        return a >= b ? 1 : 0;
    }

    public static int I64_GE_U(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? 1 : 0;
    }

    public static long I64_CLZ(long a) {
        return Long.numberOfLeadingZeros(a);
    }

    public static long I64_CTZ(long a) {
        return Long.numberOfTrailingZeros(a);
    }

    public static long I64_POPCNT(long a) {
        return Long.bitCount(a);
    }

    public static long I64_DIV_S(long a, long b) {
        return a / b;
    }

    public static long I64_DIV_U(long a, long b) {
        return Long.divideUnsigned(a, b);
    }

    public static long I64_REM_S(long a, long b) {
        return a % b;
    }

    public static long I64_REM_U(long a, long b) {
        return Long.remainderUnsigned(a, b);
    }

    public static long I64_ROTL(long a, long b) {
        return Long.rotateLeft(a, (int) b);
    }

    public static long I64_ROTR(long a, long b) {
        return Long.rotateRight(a, (int) b);
    }

    public static long I64_EXTEND_8_S(long a) {
        return (byte) a;
    }

    public static long I64_EXTEND_16_S(long a) {
        return (short) a;
    }

    public static long I64_EXTEND_32_S(long a) {
        return (int) a;
    }

    public static long I64_EXTEND_I32_U(int a) {
        return Integer.toUnsignedLong(a);
    }

    public static int i32_ge_u(int a, int b) {
        return Integer.compareUnsigned(a, b) >= 0 ? 1 : 0;
    }

    public static int F32_EQ(float a, float b) {
        return a == b ? 1 : 0;
    }

    public static int F32_NE(float a, float b) {
        return a != b ? 1 : 0;
    }

    public static int F32_LT(float a, float b) {
        return a < b ? 1 : 0;
    }

    public static int F32_LE(float a, float b) {
        return a <= b ? 1 : 0;
    }

    public static int F32_GT(float a, float b) {
        return a > b ? 1 : 0;
    }

    public static int F32_GE(float a, float b) {
        return a >= b ? 1 : 0;
    }

    public static float F32_CONVERT_I32_U(int a) {
        return Integer.toUnsignedLong(a);
    }

    public static float F32_CONVERT_I32_S(int a) {
        return a;
    }

    /** Rounds towards 0. NaN is 0, and what does not fit is the nearest that does. */
    public static int I32_TRUNC_SAT_F64_U(double a) {
        return (int) Math.max(0, Math.min(0xFFFF_FFFFL, (long) a));
    }

    public static int I32_REINTERPRET_F32(float a) {
        return Float.floatToRawIntBits(a);
    }

    public static long readGlobal(int index, Instance instance) {
        return instance.globals[index];
    }

    public static void writeGlobal(long value, int index, Instance instance) {
        instance.globals[index] = value;
    }

    public static RuntimeException throwTrapException() {
        throw new Trap("unreachable code was reached");
    }

    public static RuntimeException throwIndirectCallTypeMismatch() {
        throw new Trap("a function of another type was called");
    }

    public static long[] callIndirect(long[] arguments, int type, int function, Instance instance) {
        throw new Trap("a function of another instance was called");
    }
}
