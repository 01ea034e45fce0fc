package org.charsniff.build;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.ByteClassCollector;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.NameCustomSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Compiles the core from WebAssembly to Java bytecode.
 *
 * <p>Chicory's compiler makes a static method of each function. Its run-time classes are not used: the code is made to
 * refer to the few of {@code org.charsniff.wasm}, so the jar needs nothing else, memory is one array, and an interrupted
 * thread does not end a call half-way. Exported functions get their own names.
 *
 * <pre>CompileCore charsniff.wasm FOLDER</pre>
 */
public final class CompileCore {
    private static final String MACHINE = "chicory.Machine";
    private static final String TARGET = "org/charsniff/wasm/";

    /** HotSpot's HugeMethodLimit, in bytes. */
    private static final int MOST_BYTECODE = 8000;

    private CompileCore() {}

    public static void main(String[] arguments) throws IOException {
        WasmModule module = Parser.parse(Path.of(arguments[0]));
        Path folder = Path.of(arguments[1], TARGET);
        Files.createDirectories(folder);
        Files.write(folder.resolve("core.image"), new Image(module).bytes());
        for (Map.Entry<String, byte[]> compiled : compile(module).entrySet()) {
            Files.write(folder.resolve(compiled.getKey() + ".class"), compiled.getValue());
        }
    }

    private static Map<String, byte[]> compile(WasmModule module) {
        Map<String, byte[]> classes = Compiler.builder(module)
                .withClassName(MACHINE)
                .withClassCollectorFactory(ByteClassCollector::new)
                // A function too large for Java would be interpreted, a hundred times slower.
                .withInterpreterFallback(InterpreterFallback.FAIL)
                .build()
                .compile()
                .classBytes();
        Remapper names = new Names(module);
        Map<String, byte[]> renamed = new HashMap<>();
        Map<String, Integer> sizes = new TreeMap<>();
        classes.forEach((name, bytes) -> {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG);
            if (node.name.endsWith("Shaded") || node.name.endsWith("MachineCall")) {
                return; // Ops has what is needed of them.
            }
            // Of the machine itself only the indirect calls are needed.
            node.interfaces.clear();
            node.fields.clear();
            node.methods.removeIf(method -> (method.access & Opcodes.ACC_STATIC) == 0);
            node.access |= Opcodes.ACC_PUBLIC;
            node.methods.forEach(Peephole::improve);
            Map<MethodNode, LabelNode> ends = new HashMap<>();
            for (MethodNode method : node.methods) {
                ends.put(method, new LabelNode());
                method.instructions.add(ends.get(method));
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            node.accept(new ClassRemapper(writer, names));
            renamed.put(names.map(node.name).substring(TARGET.length()), writer.toByteArray());
            ends.forEach((method, end) -> sizes.put(method.name, end.getLabel().getOffset()));
        });
        refuseLarge(sizes, module.nameSection());
        return renamed;
    }

    /**
     * Fails if HotSpot would not compile a function, which would make its callers hundreds of times slower. To mend it, move
     * a part of the function in the library into one of its own, with {@code #[inline(never)]}.
     *
     * @param sizes of functions by their names, {@code func_12}, in bytes
     */
    static void refuseLarge(Map<String, Integer> sizes, NameCustomSection names) {
        StringBuilder large = new StringBuilder();
        sizes.forEach((name, size) -> {
            if (size >= MOST_BYTECODE) {
                String inRust = names == null ? null : names.nameOfFunction(Integer.parseInt(name.replaceAll("\\D", "0")));
                large.append(String.format("%n  %s, %s: %,d bytes", name, inRust, size));
            }
        });
        if (large.length() > 0) {
            throw new IllegalStateException("HotSpot compiles no method of " + MOST_BYTECODE + " bytes and more:" + large);
        }
    }

    /** The names of classes and functions in the jar. */
    private static final class Names extends Remapper {
        private final Map<String, String> exports = new HashMap<>();

        Names(WasmModule module) {
            super(Opcodes.ASM9);
            for (int i = 0; i < module.exportSection().exportCount(); i++) {
                var export = module.exportSection().getExport(i);
                if (export.exportType() == ExternalType.FUNCTION) {
                    // Of two functions with the same code wasm-opt makes one, with two names.
                    if (exports.putIfAbsent("func_" + export.index(), export.name()) != null) {
                        throw new IllegalStateException(export.name() + " has the code of another export");
                    }
                }
            }
        }

        @Override
        public String map(String name) {
            if (name.startsWith("chicory/Machine")) {
                String rest = name.substring("chicory/Machine".length());
                if (rest.equals("Shaded")) {
                    return TARGET + "Ops";
                }
                return TARGET + (rest.isEmpty() ? "Indirect" : rest.replace("FuncGroup_0", "Core"));
            }
            if (name.startsWith("com/dylibso/chicory/")) {
                String simple = name.substring(name.lastIndexOf('/') + 1);
                return TARGET + simple.replace("OpcodeImpl", "Ops").replace("TableInstance", "Table");
            }
            return name;
        }

        @Override
        public String mapMethodName(String owner, String name, String descriptor) {
            return exports.getOrDefault(name, name);
        }
    }
}
