/* public_files.h -- safetensors files as public models have them, made byte by byte, not with our own writer, whose
 * files begin with a checksum. */
#pragma once

#include "base/file.h"
#include "tables/public_table.h"

struct public_tensor {
    const char *name, *dtype, *shape; /* shape as JSON has it */
    const void *data;
    size_t bytes;
};
/* FOLDER/FILE with these tensors, ended by a NULL name, in this order; returns its path. */
const char *public_file(char path[PATH_MAX_LENGTH], const char *folder, const char *file,
                        const struct public_tensor *tensor);
/* FOLDER/FILE with this text. */
void public_text(const char *folder, const char *file, const char *text);
/* A table of this file or folder, by this name (NULL: by its kind), is not opened: the error has this code, and in one
 * line this text. */
void assert_public_refused(struct error *e, const char *of, enum public_kind kind, const char *name, int code,
                           const char *says);
