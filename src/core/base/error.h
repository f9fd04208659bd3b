/* error.h -- what went wrong, in one line, with its exit code.
 *
 * Every function that can meet bad input returns bool and takes a `struct error`; it returns `error_set(...)`, which is
 * false. Nothing here prints or exits: only command/ and main do. A bug of ours is an assert instead. */
#pragma once

#include <stdbool.h>

enum exit_code {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,    /* a run or a member of a comparison failed */
    EXIT_USAGE = 2,     /* command line or configuration */
    EXIT_DIVERGED = 3,  /* NaN or Inf while training */
    EXIT_DATA = 65,     /* bad data or a bad checkpoint */
    EXIT_INTERNAL = 70, /* our own error */
    EXIT_BUSY = 73,     /* the run folder is in use by another process */
    EXIT_IO = 74,       /* input or output failed */
    EXIT_STOPPED = 75,  /* stopped by a signal, checkpoint written: run me again */
};

struct error {
    enum exit_code code;
    bool everywhere; /* the next write to the same disk would fail as well: it is full, or read-only */
    bool other;      /* a folder that is ours holds something else */
    char text[1024];
};

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* Fills `e` with one line that is safe to print; returns false, so that a caller can `return error_set(...)`. If the
 * code is EXIT_IO and errno says out of memory, the program ends instead (memory.h). */
bool error_set(struct error *e, enum exit_code code, const char *format, ...) PRINTF_LIKE(3, 4);
/* "cannot WHAT PATH: why", the reason from errno, with EXIT_IO; for a full disk or missing permissions also what to
 * do. */
bool error_io(struct error *e, const char *what, const char *path);
/* Puts "where: " in front of the text; returns false. */
bool error_prefix(struct error *e, const char *format, ...) PRINTF_LIKE(2, 3);
