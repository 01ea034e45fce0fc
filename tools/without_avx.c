/* Hides AVX and all that builds on it from a program that asks the processor at run time, so that
   one machine shows what older ones do:

       cc -O1 -shared -fPIC -o target/without_avx.so tools/without_avx.c
       cargo bench --bench decode --no-run
       LD_PRELOAD=$PWD/target/without_avx.so cargo bench --bench decode

   Linux lets CPUID fault where processors can (Intel since Ivy Bridge; in a virtual machine, if it
   passes that on); the handler answers in its place. Where it cannot, the program ends. The C
   library has chosen its memcpy before that, and keeps it, whoever calls it. */

#define _GNU_SOURCE
#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define ARCH_CPUID_SET 0x1012
/* Leaf 7, EBX. */
#define ENHANCED_MOVSB (1u << 9)

static long let_cpuid_run(int on) { return syscall(SYS_arch_prctl, ARCH_CPUID_SET, on); }

static void answer(int signal_number, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *instruction = (const unsigned char *)registers[REG_RIP];
    if (instruction[0] != 0x0F || instruction[1] != 0xA2) {
        /* Another fault: it comes again, and ends the program. */
        signal(signal_number, SIG_DFL);
        return;
    }
    unsigned leaf = registers[REG_RAX], subleaf = registers[REG_RCX], a, b, c, d;
    let_cpuid_run(1);
    __cpuid_count(leaf, subleaf, a, b, c, d);
    let_cpuid_run(0);
    if (leaf == 1) {
        c &= ~(bit_FMA | bit_XSAVE | bit_OSXSAVE | bit_AVX | bit_F16C);
    } else if (leaf == 7) {
        /* BMI, AVX2, AVX-512; string moves are left. */
        b &= ENHANCED_MOVSB;
        a = c = d = 0;
    }
    registers[REG_RAX] = a;
    registers[REG_RBX] = b;
    registers[REG_RCX] = c;
    registers[REG_RDX] = d;
    registers[REG_RIP] += 2;
}

__attribute__((constructor)) static void hide(void) {
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    if (let_cpuid_run(0) != 0) {
        perror("CPUID cannot be made to fault here");
        _exit(1);
    }
}
