package org.charsniff.wasm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The memory of an instance: one array, which grows. */
public final class Memory {
    private static final int PAGE = 1 << 16;
    private static final int MOST_PAGES = Integer.MAX_VALUE / PAGE;
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);
    private static final VarHandle FLOAT = view(float[].class);

    byte[] bytes;
    /** The array may be longer: it doubles, so that growth by pages takes linear time. */
    private int pages;

    Memory(int pages) {
        this.pages = pages;
        bytes = new byte[pages * PAGE];
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    /** The array that holds the memory now; a call of the core may make another. */
    public byte[] array() {
        return bytes;
    }

    public int getInt(int address) {
        return (int) INT.get(bytes, address);
    }

    public float getFloat(int address) {
        return (float) FLOAT.get(bytes, address);
    }

    public void putInt(int address, int value) {
        INT.set(bytes, address, value);
    }

    int pages() {
        return pages;
    }

    /** As `memory.grow` does: the number of pages before, or -1 if there is no room. */
    int grow(int more) {
        if (more < 0 || more > MOST_PAGES - pages) {
            return -1;
        }
        int before = pages;
        int wanted = before + more;
        if (wanted * PAGE > bytes.length) {
            int doubled = (int) Math.min((long) bytes.length * 2, (long) MOST_PAGES * PAGE);
            bytes = Arrays.copyOf(bytes, Math.max(wanted * PAGE, doubled));
        }
        pages = wanted;
        return before;
    }

    // What follows are the instructions, with their operands in the order in which they lie on the stack, with an offset and
    // without. An address out
    // of bounds, which only a bug could make, is an IndexOutOfBoundsException.

    public static byte memoryReadByte(int base, int offset, Memory memory) {
        return memory.bytes[base + offset];
    }

    public static short memoryReadShort(int base, int offset, Memory memory) {
        return (short) SHORT.get(memory.bytes, base + offset);
    }

    public static int memoryReadInt(int base, int offset, Memory memory) {
        return (int) INT.get(memory.bytes, base + offset);
    }

    public static long memoryReadLong(int base, int offset, Memory memory) {
        return (long) LONG.get(memory.bytes, base + offset);
    }

    public static float memoryReadFloat(int base, int offset, Memory memory) {
        return (float) FLOAT.get(memory.bytes, base + offset);
    }

    public static void memoryWriteByte(int base, byte value, int offset, Memory memory) {
        memory.bytes[base + offset] = value;
    }

    public static void memoryWriteShort(int base, short value, int offset, Memory memory) {
        SHORT.set(memory.bytes, base + offset, value);
    }

    public static void memoryWriteInt(int base, int value, int offset, Memory memory) {
        INT.set(memory.bytes, base + offset, value);
    }

    public static void memoryWriteLong(int base, long value, int offset, Memory memory) {
        LONG.set(memory.bytes, base + offset, value);
    }

    public static void memoryWriteFloat(int base, float value, int offset, Memory memory) {
        FLOAT.set(memory.bytes, base + offset, value);
    }

    public static byte memoryReadByte(int address, Memory memory) {
        return memory.bytes[address];
    }

    public static void memoryWriteByte(int address, byte value, Memory memory) {
        memory.bytes[address] = value;
    }

    public static short memoryReadShort(int address, Memory memory) {
        return (short) SHORT.get(memory.bytes, address);
    }

    public static void memoryWriteShort(int address, short value, Memory memory) {
        SHORT.set(memory.bytes, address, value);
    }

    public static int memoryReadInt(int address, Memory memory) {
        return (int) INT.get(memory.bytes, address);
    }

    public static void memoryWriteInt(int address, int value, Memory memory) {
        INT.set(memory.bytes, address, value);
    }

    public static long memoryReadLong(int address, Memory memory) {
        return (long) LONG.get(memory.bytes, address);
    }

    public static void memoryWriteLong(int address, long value, Memory memory) {
        LONG.set(memory.bytes, address, value);
    }

    public static float memoryReadFloat(int address, Memory memory) {
        return (float) FLOAT.get(memory.bytes, address);
    }

    public static void memoryWriteFloat(int address, float value, Memory memory) {
        FLOAT.set(memory.bytes, address, value);
    }

    public static void memoryCopy(int to, int from, int length, Memory memory) {
        System.arraycopy(memory.bytes, from, memory.bytes, to, length);
    }

    public static void memoryFill(int from, byte value, int length, Memory memory) {
        Arrays.fill(memory.bytes, from, from + length, value);
    }

    public static int memoryGrow(int pages, Memory memory) {
        return memory.grow(pages);
    }

    public static int memoryPages(Memory memory) {
        return memory.pages();
    }
}
