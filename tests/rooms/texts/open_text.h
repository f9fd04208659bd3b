/* open_text.h -- the tasks on plain text, on a file of the test folder. */
#pragma once

#include "unit/files.h"

/* next, cloze and sop, NULL-ended. */
extern const struct task *const text_kinds[];
/* One of them on a file of the test folder, held out by half, with short examples and every word known. */
bool open_text(struct file_task *o, const struct task *kind, const char *name, const char *unit, const char *min_count);
/* Fails unless all of them refuse that file, as words and as characters. */
void assert_text_refused(const char *name, enum exit_code code, const char *says);
