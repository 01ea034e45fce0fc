package org.charsniff.build;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.ActiveElement;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * What an instance starts with, as {@code org.charsniff.wasm.Image} reads it: the pages of its memory, its globals, its
 * table of functions, and the bytes of its memory that are not 0.
 */
final class Image {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Image(WasmModule module) throws IOException {
        if (module.importSection().importCount() != 0 || module.startSection().isPresent()) {
            throw new IllegalStateException("the core imports nothing, and starts nothing");
        }
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(module.memorySection().orElseThrow().getMemory(0).limits().initialPages());

        out.writeInt(module.globalSection().globalCount());
        for (var global : module.globalSection().globals()) {
            out.writeLong(constant(global.initInstructions()));
        }

        out.writeInt((int) module.tableSection().getTable(0).limits().min());
        out.writeInt(module.elementSection().elementCount());
        for (var element : module.elementSection().elements()) {
            ActiveElement active = (ActiveElement) element;
            out.writeInt((int) constant(active.offset()));
            out.writeInt(active.elementCount());
            for (var function : active.initializers()) {
                out.writeInt((int) constant(function));
            }
        }

        out.writeInt(module.dataSection().dataSegmentCount());
        for (var segment : module.dataSection().dataSegments()) {
            out.writeInt((int) constant(((ActiveDataSegment) segment).offsetInstructions()));
            out.writeInt(segment.data().length);
            out.write(segment.data());
        }
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private static long constant(List<Instruction> instructions) {
        Instruction first = instructions.get(0);
        OpCode code = first.opcode();
        if (code != OpCode.I32_CONST && code != OpCode.I64_CONST && code != OpCode.REF_FUNC) {
            throw new IllegalStateException("not a constant: " + first);
        }
        return first.operand(0);
    }
}
