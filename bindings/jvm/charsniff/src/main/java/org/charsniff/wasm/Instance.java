package org.charsniff.wasm;

/** A core of its own, with memory, for one thread at a time. */
public final class Instance {
    private final Memory memory;
    private final Table table;
    final long[] globals;

    /** A fresh one: about 2 MB. */
    public Instance() {
        Image image = Image.get();
        memory = image.memory();
        table = image.table();
        globals = image.globals();
    }

    public Memory memory() {
        return memory;
    }

    public Table table(int index) {
        return table;
    }
}
