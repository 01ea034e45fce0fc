package org.charsniff.wasm;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** What an instance starts with, as the build wrote it. */
final class Image {
    private static final Image IMAGE = new Image();

    private final int pages;
    private final long[] globals;
    private final int[] functions;
    private final int[] starts;
    private final byte[][] segments;

    static Image get() {
        return IMAGE;
    }

    private Image() {
        try (InputStream resource = Image.class.getResourceAsStream("core.image")) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(resource.readAllBytes()));
            pages = in.readInt();
            globals = new long[in.readInt()];
            for (int i = 0; i < globals.length; i++) {
                globals[i] = in.readLong();
            }
            functions = new int[in.readInt()];
            Arrays.fill(functions, -1);
            for (int elements = in.readInt(); elements > 0; elements--) {
                int start = in.readInt();
                int count = in.readInt();
                for (int i = 0; i < count; i++) {
                    functions[start + i] = in.readInt();
                }
            }
            starts = new int[in.readInt()];
            segments = new byte[starts.length][];
            for (int i = 0; i < starts.length; i++) {
                starts[i] = in.readInt();
                segments[i] = in.readNBytes(in.readInt());
            }
        } catch (IOException error) {
            throw new UncheckedIOException("charsniff's jar is damaged", error);
        }
    }

    Memory memory() {
        Memory memory = new Memory(pages);
        for (int i = 0; i < starts.length; i++) {
            System.arraycopy(segments[i], 0, memory.bytes, starts[i], segments[i].length);
        }
        return memory;
    }

    Table table() {
        return new Table(functions);
    }

    long[] globals() {
        return globals.clone();
    }
}
