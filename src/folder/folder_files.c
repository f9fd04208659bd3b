/* folder_files.c -- see folder_files.h. */
#include "folder/folder_files.h"

#include <stddef.h>

#include "folder/failure.h"
#include "train/evaluate.h"
#include "train/run.h"
#include "train/train.h"

const char *const folder_files[] = {"config.ini", CHECKPOINT_FILE, RUN_LOG_FILE, EVALUATION_FILE,
                                    FAILURE_FILE, COMPARISON_FILE, NULL};
