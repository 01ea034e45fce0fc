package org.charsniff.build;

import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes methods shorter. HotSpot stops inlining in a method when it comes to 8,000 bytes of bytecode, and each read of
 * memory is a method to be inlined.
 */
final class Peephole {
    /** A comparison, and the jump if it is true. */
    private static final Map<String, Integer> JUMPS = Map.of(
            "I32_EQZ", Opcodes.IFEQ,
            "I32_EQ", Opcodes.IF_ICMPEQ,
            "I32_NE", Opcodes.IF_ICMPNE,
            "I32_LT_S", Opcodes.IF_ICMPLT,
            "I32_LE_S", Opcodes.IF_ICMPLE,
            "I32_GT_S", Opcodes.IF_ICMPGT,
            "I32_GE_S", Opcodes.IF_ICMPGE);

    /** An unsigned comparison, and the jump if the result of {@code compareUnsigned} makes it true. */
    private static final Map<String, Integer> UNSIGNED = Map.of(
            "I32_LT_U", Opcodes.IFLT,
            "I32_LE_U", Opcodes.IFLE,
            "I32_GT_U", Opcodes.IFGT,
            "I32_GE_U", Opcodes.IFGE,
            "i32_ge_u", Opcodes.IFGE);

    private Peephole() {}

    static void improve(MethodNode method) {
        InsnList instructions = method.instructions;
        for (AbstractInsnNode instruction : instructions.toArray()) {
            if (!(instruction instanceof MethodInsnNode)) {
                continue;
            }
            MethodInsnNode call = (MethodInsnNode) instruction;
            if (call.name.startsWith("memory")) {
                call.owner = "com/dylibso/chicory/runtime/Memory";
                leaveOutZero(instructions, call);
            }
            if (call.name.equals("checkInterruption")) {
                instructions.remove(call);
            } else if (call.getNext() instanceof JumpInsnNode) {
                fuse(instructions, call, (JumpInsnNode) call.getNext());
            }
        }
    }

    /** An offset of 0, which stands before the memory, is left out: there is a method without. */
    private static void leaveOutZero(InsnList instructions, MethodInsnNode call) {
        boolean hasOffset = call.name.startsWith("memoryRead") || call.name.startsWith("memoryWrite");
        AbstractInsnNode memory = call.getPrevious();
        if (hasOffset && memory.getOpcode() == Opcodes.ALOAD && memory.getPrevious().getOpcode() == Opcodes.ICONST_0) {
            instructions.remove(memory.getPrevious());
            call.desc = call.desc.replace("ILcom/", "Lcom/");
        }
    }

    /** A comparison that leaves 0 or 1 and a jump on that become one jump. */
    private static void fuse(InsnList instructions, MethodInsnNode call, JumpInsnNode jump) {
        boolean ifTrue = jump.getOpcode() == Opcodes.IFNE;
        if (!ifTrue && jump.getOpcode() != Opcodes.IFEQ) {
            return;
        }
        Integer direct = JUMPS.get(call.name);
        Integer unsigned = UNSIGNED.get(call.name);
        if (direct == null && unsigned == null) {
            return;
        }
        int code = direct != null ? direct : unsigned;
        jump.setOpcode(ifTrue ? code : opposite(code));
        if (direct != null) {
            instructions.remove(call);
        } else {
            instructions.set(call, new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/Integer", "compareUnsigned", "(II)I"));
        }
    }

    /** The opcodes of jumps come in pairs: IFEQ and IFNE, IFLT and IFGE, and so on. */
    private static int opposite(int jump) {
        return ((jump - Opcodes.IFEQ) ^ 1) + Opcodes.IFEQ;
    }
}
