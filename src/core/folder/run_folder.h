/* run_folder.h -- the state of a run: what its folder says, decided in one place.
 *
 * An eval.tsv makes it finished, and then nothing else is inspected. Else whoever has the lock trains it, even if
 * there is a failure.json of an earlier try; else a failure.json says that it failed; else it was stopped, if it was
 * begun at all. What costs more, such as config.ini, is read on request. */
#pragma once

#include "folder/failure.h"
#include "folder/folder_files.h"
#include "folder/run_progress.h"

enum run_status { STATUS_WAITING, STATUS_RUNNING, STATUS_FINISHED, STATUS_FAILED, STATUS_STOPPED };
enum { STATUSES = STATUS_STOPPED + 1 };
extern const char *const status_names[STATUSES]; /* "waiting" */

struct run_folder {
    enum run_status status;
    struct folder_file evaluation;
    struct run_progress holder; /* who trains it; else the last report of one that is not finished */
    struct failure failure;     /* FAILED: why */
    struct error unread;        /* why its failure.json, which then counts as none, cannot be read; no text: it can */
    bool grows;                 /* its evaluation does not have all that these settings ask for */
    struct error unlike;        /* why its config.ini is not of these settings; no text: it is, or was not opened */
};

/* False, EXIT_IO: a file or the lock cannot be inspected; the status is then what all others say, and a file that
 * cannot be inspected counts as there. */
bool run_folder_read(struct run_folder *f, const char *folder, struct error *e);
/* The same where settings ask for lengths and policies: an evaluation that does not have all of them does not finish
 * the run, which then waits where nobody has it and it did not fail. The config.ini of one without an evaluation is not
 * opened, and with `written`, when these settings were last written, only that of an evaluation no newer than this. */
bool run_folder_read_as(struct run_folder *f, const char *folder, const struct settings *s,
                        const struct timespec *written, struct error *e);
/* The same of a run whose evaluation, if it has one, counts no more. */
bool run_folder_grow(struct run_folder *f, const char *folder, struct error *e);

/* Whether nothing of a run is there: no config.ini and no eval.tsv. */
bool run_folder_is_new(const char *folder);
/* Whether there is a checkpoint, of any step. */
bool run_folder_has_checkpoint(const char *folder);
/* The settings of the folder's config.ini. Errors: EXIT_USAGE, EXIT_IO. */
bool run_folder_settings(struct settings *s, const char *folder, struct error *e);
/* Checks that the folder's config.ini has these settings. With `grows` its lengths and policies may differ, and *grows
 * is set if some are missing. Errors: EXIT_USAGE, EXIT_IO. */
bool run_folder_fits(const char *folder, const struct settings *s, bool *grows, struct error *e);
/* The same of settings that were read there. */
bool run_folder_settings_fit(const struct settings *there, const char *folder, const struct settings *s, bool *grows,
                             struct error *e);
/* Refuses a folder: EXIT_USAGE, "WHERE HOW other settings (DIFFERENCE)". */
bool run_folder_other_settings(const char *where, const char *how, const char *difference, struct error *e);
