package org.charsniff.wasm;

/** The core has a bug: it stopped, and its instance must not be used again. */
public final class Trap extends RuntimeException {
    private static final long serialVersionUID = 1;

    Trap(String message) {
        super(message);
    }
}
