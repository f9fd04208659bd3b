/* show.h -- what `poslab show` can show: a file and a row of the table each. */
#ifndef COMMAND_SHOW_H
#define COMMAND_SHOW_H

#include "command/command.h"
#include "measure/geometry.h"
#include "present/screen.h"
#include "train/predict.h"

struct show {
    const char *name;
    const char *operand; /* what stands behind its name */
    int operands;        /* how many at most */
    const char *options; /* of those that `poslab show` takes; NULL: it looks at them itself */
    /* a->operand[0] is what stands behind the name. */
    bool (*run)(const struct screen *s, struct arguments *a, struct error *e);
};

extern const struct show show_encoding, show_embedding, show_attention, show_positions;

/* Rows as lists; null where there is no finite number. */
json_t *show_matrix_json(const struct matrix *m);
json_t *show_list_json(const double *number, int count);

/* The one example that a run is shown with: the texts behind its name, or the first of evaluation of --length words
 * (the longest trained length unless given), and its way through the model. Holds pointers into itself. */
struct shown {
    struct run run;
    struct batch batch; /* one sequence */
    struct passage way;
    const char **word; /* (rows) printable */
    bool drawn;        /* by the task, so the batch has the right answers */
};
/* Errors: those of reading the run, of the texts, and EXIT_USAGE (a place beyond the table, --length). On an error
 * nothing is left to free. */
bool shown_open(struct shown *x, struct arguments *a, struct error *e);
void shown_free(struct shown *x);
/* The words with rows, segments and places, as a line or two; {words, segments, places}. */
void shown_say(const struct screen *s, const struct shown *x);
json_t *shown_json(const struct shown *x);
/* Numbers of the model as doubles. */
struct matrix shown_matrix(const real *value, int rows, int columns, struct arena *arena);

#endif
