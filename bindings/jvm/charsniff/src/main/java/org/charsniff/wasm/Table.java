package org.charsniff.wasm;

/** The functions that can be called by their place in a table. */
public final class Table {
    private final int[] functions;

    Table(int[] functions) {
        this.functions = functions;
    }

    /** The function at a place, as {@link Indirect} numbers them. */
    public int requiredRef(int place) {
        return functions[place];
    }

    /** The instance that a function belongs to: the only one there is. */
    public Instance instance(int place) {
        return null;
    }
}
