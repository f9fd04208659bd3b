/* public_files.h -- safetensors files as public models have them, made byte by byte, not with our own writer, whose
 * files begin with a checksum. */
#pragma once

#include "base/file.h"

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
