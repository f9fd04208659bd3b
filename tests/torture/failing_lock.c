/* failing_lock.c -- a file system without locks, for LD_PRELOAD in front of poslab (Linux): every lock on a file, and
 * every question about one, fails with the error number LOCK_ERROR. Other calls of fcntl work. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int answer(int handle, int command, void *argument) {
    const char *error = getenv("LOCK_ERROR");
    if (error && (command == F_SETLK || command == F_SETLKW || command == F_GETLK)) {
        errno = atoi(error);
        return -1;
    }
    return (int)syscall(SYS_fcntl, handle, command, argument);
}

int fcntl(int handle, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return answer(handle, command, argument);
}

int fcntl64(int handle, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return answer(handle, command, argument);
}
