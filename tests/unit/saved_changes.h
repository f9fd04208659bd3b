/* saved_changes.h -- what tasks keep in a checkpoint, tampered with: every change is refused with EXIT_DATA or does no
 * harm. Arrays are in blocks of exactly their size, so a sanitizer sees every byte read past the end. */
#pragma once

#include "format/safetensors.h"
#include "task/saved.h"
#include "unit/files.h"

enum { INT, BYTE, SHORTER, LONGER, EMPTY, DTYPE, DIMS, GONE };

/* One change of one array: a number or byte at an index, or its form. */
struct change {
    const char *tensor;
    int what, at, value;
    const char *says; /* NULL: it is taken */
};

/* What a task keeps, in blocks that can be changed. */
struct saved {
    struct safetensors_entry entry[TASK_SAVED];
    unsigned char *block[TASK_SAVED];
    int entries;
    size_t bytes;
};

void saved_copy(struct saved *k, const struct file_task *o);
void saved_free(struct saved *k);
int saved_find(const struct saved *k, const char *name);
/* So many numbers or bytes; those that are new are 0. */
void saved_resize(struct saved *k, int i, size_t count);
void saved_change(struct saved *k, const struct change *c);
/* The task from what was kept; used where it is taken. */
bool saved_open(struct file_task *o, const struct task *kind, const struct option *options, const struct saved *k);
void check_saved_change(const struct task *kind, const struct option *options, const struct change *c);
/* Every array without the form that it must have. */
void check_saved_forms(const struct task *kind, const struct option *options, const char *tensor);
/* Bytes changed at random, a few at a time: refused, or taken and used. Returns how many were taken. */
int saved_at_random(const struct task *kind, const struct option *options, int times);
#define MISSING(tensor) "tensor " tensor " is missing"
