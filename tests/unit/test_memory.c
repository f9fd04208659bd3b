/* test_memory.c -- out of memory: the process says so and ends with EXIT_INTERNAL, and a stream into memory has every
 * byte. */
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/tests.h"

enum { LINE = 200 };

static void lacks(void) { memory_die_of(12345); }
static void checks(void) {
    errno = ENOMEM;
    memory_die_if_enomem();
}
static void io_error(void) {
    struct error e;
    errno = ENOMEM;
    error_io(&e, "open", "some/file");
}
static void other_io_error(void) {
    struct error e;
    errno = ENOENT;
    error_io(&e, "open", "some/file");
    memory_die_if_enomem();
    _exit(3);
}
static void not_io(void) {
    struct error e;
    errno = ENOMEM;
    error_set(&e, EXIT_DATA, "bad data");
    _exit(4);
}

static int told_to;

static void tell(void *user, const char *line) {
    assert_string_equal(user, "parent");
    if (write(told_to, line, strlen(line)) < 0)
        _exit(5);
}

/* Runs it in a process of its own, without its stderr; the exit code, and what it told. */
static int run(void (*part)(void), char told[LINE]) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t process = fork();
    if (process == 0) {
        told_to = ends[1];
        memory_tell(tell, (char[]){"parent"});
        if (!freopen("/dev/null", "w", stderr))
            _exit(6);
        part();
        _exit(0);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], told, LINE - 1);
    told[got > 0 ? got : 0] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(process, &status, 0), process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(out) {
    char told[LINE];
    assert_int_equal(run(lacks, told), EXIT_INTERNAL);
    assert_string_equal(told, "out of memory: could not get 12345 bytes; try smaller sizes");
    assert_int_equal(run(checks, told), EXIT_INTERNAL);
    assert_string_equal(told, "out of memory: try smaller sizes");
    assert_int_equal(run(io_error, told), EXIT_INTERNAL);
    assert_int_equal(run(other_io_error, told), 3);
    assert_string_equal(told, "");
    assert_int_equal(run(not_io, told), 4);
}

TEST(stream) {
    struct memory_stream m;
    memory_stream_open(&m);
    assert_int_equal(m.size, 0);
    assert_string_equal(m.bytes, "");
    fprintf(m.f, "%d %s", 42, "is");
    assert_string_equal(m.bytes, "42 is");
    for (int i = 0; i < 100000; i++)
        fputc('a' + i % 26, m.f);
    fwrite("\0z", 1, 2, m.f);
    fclose(m.f);
    assert_int_equal(m.size, 5 + 100000 + 2);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(m.bytes[5 + i], 'a' + i % 26);
    assert_memory_equal(m.bytes + 100005, "\0z", 3);
    free(m.bytes);
}

GROUP(memory, NULL, NULL)
