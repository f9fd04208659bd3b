/* fuzz_failure.c -- an arbitrary failure.json: one that is read can be written, and says the same again. */
#include <assert.h>
#include <string.h>

#include "folder/failure.h"
#include "fuzz/fuzz.h"

FUZZ_TARGET(failure) {
    struct failure f, again;
    struct error e = {0};
    char path[PATH_MAX_LENGTH];
    const char *folder = fuzz_run_folder(path, FAILURE_FILE, data, size);
    if (!failure_read(&f, folder, &e)) {
        fuzz_refused(&e);
        return 0;
    }
    bool ok =
        failure_lasts(f.code) && failure_write(folder, f.code, f.step, f.text, &e) && failure_read(&again, folder, &e);
    assert(ok && again.code == f.code && again.step == f.step && strcmp(again.text, f.text) == 0);
    return 0;
}
