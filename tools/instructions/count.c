// A plugin for qemu that prints how many instructions a program took. qemu's header for plugins is in no package of Debian,
// so what is used of it is declared here: https://www.qemu.org/docs/master/devel/tcg-plugins.html
#include <inttypes.h>
#include <stdio.h>

struct block;
extern size_t qemu_plugin_tb_n_insns(const struct block *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, void (*)(uint64_t, struct block *));
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct block *, int, void *, uint64_t);
extern void qemu_plugin_register_atexit_cb(uint64_t, void (*)(uint64_t, void *), void *);

int qemu_plugin_version = 1;
static uint64_t count;

static void translated(uint64_t id, struct block *block) {
    enum { ADD = 0 };
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &count, qemu_plugin_tb_n_insns(block));
}

static void at_exit(uint64_t id, void *data) {
    (void)id, (void)data;
    // Its standard output is not flushed any more.
    fprintf(stderr, "%" PRIu64 "\n", count);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, at_exit, NULL);
    return 0;
}
