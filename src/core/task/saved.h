/* saved.h -- arrays that a task saves in a checkpoint and reads back. Names are static texts. */
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "format/safetensors.h"

struct safetensors_entry saved_ints(const char *name, const int *numbers, size_t count);
struct safetensors_entry saved_bytes(const char *name, const void *bytes, size_t count);

/* A copy in the arena of the array saved under that name, *count numbers or bytes; `expected` 0: any number of them but
 * none. NULL with an error (EXIT_DATA) where there is no such array. */
int *saved_read_ints(const struct safetensors *s, const char *name, size_t expected, size_t *count, struct arena *arena,
                     struct error *e);
char *saved_read_bytes(const struct safetensors *s, const char *name, size_t expected, size_t *count,
                       struct arena *arena, struct error *e);
/* Whether all numbers lie in low..high. Error: EXIT_DATA. */
bool saved_check(const char *name, const int *numbers, size_t count, int low, int high, struct error *e);
