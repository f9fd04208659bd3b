/* say.h -- what goes to stdout and stderr: lines, warnings, documents, the line while a file is read. Whether stdout
 * could be written is checked once, at the end. */
#pragma once

#include <jansson.h>

#include "base/progress.h"
#include "cli/arguments.h"
#include "draw/screen.h"
#include "task/task.h"

/* Prints "poslab: text" to stderr, unless there is no text; returns the error's exit code. */
int command_fail(const struct error *e);
/* "Next: poslab plot runs/x | poslab report runs/x", on one line: call[] has the words after the program and ends in
 * NULL; those of a room that is not built are left out and, after the first, those that do not fit. */
void command_next(const struct screen *s, const char *const *call);
/* Prints a line to stdout; on a terminal, control characters appear as \x1b. */
void command_print_line(const char *format, ...) PRINTF_LIKE(1, 2);
/* "poslab: text", and "poslab: warning: text". */
void command_tell(const char *format, ...) PRINTF_LIKE(1, 2);
void command_warn(const char *format, ...) PRINTF_LIKE(1, 2);

/* The screen for a table of results, as wide as --width or the terminal says. Error, EXIT_USAGE: too narrow. */
bool command_screen(struct screen *s, const struct arguments *a, struct error *e);
/* Opens what is drawn on: the file of --to, else the terminal. Errors: EXIT_USAGE, also for an option of the other. */
struct picture_target;
bool command_paper(struct picture_target *target, struct screen *screen, const struct arguments *a, const char *command,
                   struct error *e);

/* Whether --json or --csv asks for a document instead of text. */
static inline bool command_is_document(const struct arguments *a) { return a->json || a->csv; }
/* Prints one JSON document to stdout and frees it; on a terminal, control characters appear as \u001b, which means the
 * same. */
void command_print_json(json_t *json);
/* Closes a document and prints it if `ok`, as command_print_json does; frees its text. */
struct json_writer;
void command_close_json(struct json_writer *w, bool ok);

/* Draws a line "reading FILE" on stderr while a task reads a file for longer than half a second; `p` outlives it. */
struct task_input command_input(struct progress *p);
