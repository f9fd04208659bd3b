/* failing_malloc.c -- memory that runs out on demand, for LD_PRELOAD in front of poslab (glibc).
 *
 * What a program allocates is counted from the start of main, over all processes that it forks; programs that it starts
 * by exec are left alone.
 *   FAIL_AT=N      the Nth allocation gives NULL; none does without it
 *   FAIL_ALL=1     and so does every later one
 *   COUNT_IN=FILE  the file holds the count, a 32-bit number of the machine's own byte order */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static _Atomic uint32_t *count; /* shared by all processes; NULL before main */
static uint32_t fail_at;
static int fail_all;
static int (*main_of_program)(int, char **, char **);

static int fails(void) {
    if (!count)
        return 0;
    uint32_t n = ++*count;
    int failing = fail_at && (n == fail_at || (fail_all && n > fail_at));
    if (failing)
        errno = ENOMEM;
    return failing;
}

void *malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t bytes) { return fails() ? NULL : __libc_realloc(old, bytes); }
void *memalign(size_t alignment, size_t bytes) { return fails() ? NULL : __libc_memalign(alignment, bytes); }
void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **out, size_t alignment, size_t bytes) {
    *out = memalign(alignment, bytes);
    return *out ? 0 : ENOMEM;
}

static int counted_main(int argc, char **argv, char **environment) {
    const char *at = getenv("FAIL_AT"), *all = getenv("FAIL_ALL"), *path = getenv("COUNT_IN");
    int file = path ? open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (path && (file < 0 || ftruncate(file, sizeof *count) != 0))
        _exit(99);
    fail_at = at ? (uint32_t)strtoul(at, NULL, 10) : 0;
    fail_all = all && *all == '1';
    void *shared = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | (path ? 0 : MAP_ANONYMOUS), file, 0);
    if (shared == MAP_FAILED)
        _exit(99);
    count = shared;
    return main_of_program(argc, argv, environment);
}

int __libc_start_main(int (*program)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack);

int __libc_start_main(int (*program)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack) {
    int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    main_of_program = program;
    int is_poslab = strcmp(program_invocation_short_name, "poslab") == 0;
    return real(is_poslab ? counted_main : program, argc, argv, init, fini, end, stack);
}
