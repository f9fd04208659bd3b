/* say.h -- what goes to stdout and stderr: lines, warnings, documents, the line while a file is read. */
#pragma once

#include <jansson.h>

#include "base/progress.h"
#include "cli/arguments.h"
#include "draw/screen.h"
#include "task/task.h"

/* Prints "poslab: text" to stderr, unless there is no text; returns the error's exit code. */
int command_fail(const struct error *e);
/* "Next: poslab plot runs/x" and so on, a line for each of what is between the name and the folder, up to NULL; each
 * command stays in one line. */
void command_next(const struct screen *s, const char *const *call, const char *folder);
/* Prints a line to stdout; on a terminal, control characters appear as \x1b. */
void command_print_line(const char *format, ...) PRINTF_LIKE(1, 2);
/* "poslab: text", and "poslab: warning: text". */
void command_tell(const char *format, ...) PRINTF_LIKE(1, 2);
void command_warn(const char *format, ...) PRINTF_LIKE(1, 2);

/* The screen that a table of results goes to, as wide as --width, --wide or the terminal says. Error, EXIT_USAGE: too
 * narrow. */
bool command_screen(struct screen *s, const struct arguments *a, struct error *e);

/* Whether --json or --csv asks for a document in place of a text. */
static inline bool command_is_document(const struct arguments *a) { return a->json || a->csv; }
/* Prints a table: as a document, which it drops (without --json it may be NULL), as CSV or on the screen. */
struct table;
void command_print_table(const struct arguments *a, const struct screen *s, const struct table *t, json_t *json);
/* Prints one document to stdout and drops it: as JSON, or its rows as CSV (NULL: every number in it). */
struct json_csv;
void command_print(const struct arguments *a, json_t *json, const struct json_csv *csv);
/* The same as JSON; on a terminal, control characters appear as \u001b, which means the same. */
void command_print_json(json_t *json);
/* Closes a document that was written, and prints it if it is good. */
struct json_writer;
void command_close_json(struct json_writer *w, bool ok);

/* Draws a line "reading FILE" on stderr while a task reads a file for longer than half a second; `p` outlives it. */
struct task_input command_input(struct progress *p);
