/* show.h -- what `poslab show` can show: a file and a row of the table each. */
#pragma once

#include "command/command.h"
#include "measure/encoding_view.h"
#include "present/screen.h"
#include "train/predict.h"

struct show {
    const char *name;
    const char *operand; /* what comes after its name */
    int operands;        /* how many at most */
    const char *options; /* of those that `poslab show` takes; NULL: it checks them itself */
    /* a->operand[0] is what comes after the name. */
    bool (*run)(const struct screen *s, struct arguments *a, struct error *e);
};

extern const struct show show_encoding, show_embedding, show_attention, show_positions;

/* Rows as lists; null where there is no finite number. */
json_t *show_matrix_json(const struct matrix *m);
json_t *show_list_json(const double *number, int count);

/* "head 1" and so on for heads first..first+count-1. */
const char **show_head_names(int first, int count, struct arena *arena);

/* ---- show_example.c: the example that a run is shown with */

/* The texts after its name, or the first example of evaluation of --length words (default: the longest trained
 * length), and its way through the model. Holds pointers into itself. */
struct show_example {
    struct run *run;
    struct batch batch; /* one sequence */
    struct passage way;
    const char **word; /* (rows) printable */
    bool drawn;        /* by the task, so the batch has the right answers */
};
/* Errors: those of reading the run, of the texts, and EXIT_USAGE (a position beyond the table, --length). */
bool show_example_open(struct show_example *x, struct arguments *a, struct error *e);
/* The words with rows, segments and positions, as a line or two; {words, segments, positions}. */
void show_example_say(const struct screen *s, const struct show_example *x);
json_t *show_example_json(const struct show_example *x);

/* ---- show_encoding.c: one encoding, drawn or gathered for --json */

enum { SHOW_OFFSET = 5, SHOW_WAVES = 16 };

struct show_view {
    const struct screen *s;
    const struct arguments *a;
    struct encoding_view *of;
    const struct encoding *kind;
    struct matrix vectors; /* where has_vectors */
    bool has_vectors;
    int positions;
    json_t *json; /* NULL: it is drawn */
};

/* Says what is shown; every view begins with it once it makes sense. */
void show_view_head(const struct show_view *v);
/* A heat map with the boundary of training, where something changes beyond it. */
void show_view_heat(const struct show_view *v, struct matrix m, bool square);
/* "62832", "straight", "no wave" */
const char *show_wavelength(double wave, char text[32]);

/* The views. Errors: EXIT_USAGE (no sense for the encoding). */
bool show_matrix(struct show_view *v, struct error *e);
bool show_waves(struct show_view *v, struct error *e);
bool show_similarity(struct show_view *v, struct error *e);
bool show_shift(struct show_view *v, struct error *e);
bool show_nearest(struct show_view *v, struct error *e);
