/* files.h -- tasks built from files whose bytes a test supplies, in a separate folder. */
#pragma once

#include <stdbool.h>

#include "base/file.h"
#include "task/task.h"
#include "unit/refused.h"

/* Text with its size, since NUL bytes occur. */
struct bytes {
    const char *text;
    size_t size;
};
#define BYTES(text) \
    { text, sizeof(text) - 1 }

/* An option of the task: "task.min_count", "2". An array of them ends in a NULL key. */
struct option {
    const char *key, *value;
};

struct file_task {
    struct arena arena;
    struct task_built task;
    struct error error;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
};

void write_file(const char *folder, const char *name, struct bytes content);
/* Builds a task with its defaults but for some options; `in` as for task_build. Free the arena in any case. */
bool open_files(struct file_task *o, const struct task *kind, const struct option *options,
                const struct task_input *in);

/* An example of a stream, written out: "label|words of segment 0|words of segment 1;". */
const char *written_row(const struct file_task *o, enum task_stream from, int number, struct arena *arena);
/* Fails where the texts of an example are not read back as the example was. */
void assert_reads_back(const struct file_task *o, enum task_stream from, int number);
/* What the task keeps in a checkpoint under that name. */
struct safetensors_entry kept_entry(const struct file_task *o, const char *name);
