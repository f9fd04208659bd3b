/* table.h -- a result as a table: filled once, then drawn to a terminal, to HTML, as CSV or as JSON.
 *
 * A table without values is a plain list of rows: no rules are drawn, and files have its labels alone.
 *
 * A row has labels, which say what it is, and values. Values come in layers, one a metric; each layer is drawn as a
 * table of its own under the same labels, if it is chosen. Files have all layers in which anything was measured. A
 * value keeps what was measured, its interval by both ends, and how it is printed. All memory is the arena's. Back ends
 * only read. */
#pragma once

#include <jansson.h>

#include "base/arena.h"
#include "base/setting.h"
#include "draw/html.h"
#include "draw/quantity.h"
#include "draw/screen.h"
#include "statistics/statistics.h"

enum { NUMBER_TEXT = 48, CELL_TEXT = 128, TABLE_BASELINES = 5, TABLE_LAYERS = 32 };

/* How a number is printed: the value times `scale`; a difference shows its sign, or is a ratio, x1.34. */
struct number_format {
    double scale;
    int digits; /* after the point; below 0: three significant ones */
    bool sign, ratio, percent;
    double limit;  /* above 0: the ends show, as printed, on which side of it and of -limit they are */
    bool outwards; /* ends of percent are whole and rounded outwards: what is printed covers what was computed */
};

enum cell_kind {
    CELL_EMPTY, /* nothing was measured */
    CELL_NONE,  /* not applicable, null in JSON */
    CELL_WORDS,
    CELL_COUNT,
    CELL_SHARE, /* count of `of` */
    CELL_FLAG,  /* count 0 or 1 */
    CELL_NUMBER
};

struct cell {
    enum cell_kind kind;
    int of;
    long count;
    const char *text; /* how it is drawn, as "never"; NULL: as its digits, or n/a */
    struct number_format format;
    double value, low, high; /* NAN: no interval */
    double share;            /* from chance, 0, to perfect, 1; NAN: no such thing */
    double p;                /* of a difference: that it is 0; NAN: not tested */
    int n;                   /* how many values it is the mean of */
    int sign;                /* of a difference that is marked: 1 is better, -1 worse; else 0 */
};

/* What a label is: aligned and sorted as a number; "5/5"; the same in all rows of a group, so that it is next to the
 * group's name where names are stacked; the first column to go where space is short; a setting of a model, in JSON
 * among its `settings` (such labels are the last); a text that stands below its row, or is cut, where space is short:
 * at its end, or at its beginning. */
enum {
    LABEL_TEXT = 0,
    LABEL_NUMBER = 1,
    LABEL_SHARE = 2,
    LABEL_MODEL = 4,
    LABEL_SPARE = 8,
    LABEL_SETTING = 16,
    LABEL_BELOW = 32,
    LABEL_CUT = 64,
    LABEL_CUT_BEGINNING = 128
};
/* Who shows a label. */
enum { SHOW_DRAWN = 1, SHOW_CSV = 2, SHOW_JSON = 4, SHOW_FILES = SHOW_CSV | SHOW_JSON, SHOW_ALL = 7 };

struct table_label {
    const char *key, *head; /* in files; where it is drawn */
    int show;
    int is; /* bits of those below */
};

struct table_group {
    const char *name, *brief;
};

struct table_value {
    const char *key;                 /* its name in files; NULL: one of the lengths */
    const char *head, *detail;       /* "1.5x", "24" */
    const struct table_group *group; /* NULL: none */
    struct range words;              /* the lengths that it was measured at; 0, 0: none */
    int keep;                        /* where space is short the lowest goes first; 0: it never goes */
    bool off_screen;                 /* it has no room on a screen at all */
    bool twin;                       /* the numbers of another column: data alone have it */
};

/* What is said of a table: each is a line on a screen and a paragraph of a page, and is one text without line ends. */
struct lines {
    const char **line;
    int count;
};

struct table_row {
    const char *group, *part; /* where names are stacked: "rope base=100" above "extend"; NULL: they never are */
    const char *plain;        /* the first label where settings have columns of their own; NULL: as it is */
    struct cell *label;       /* (labels) */
    struct cell *value;       /* (layers, values) */
    const char *instead;      /* stands on a screen in place of its values; NULL: it has some */
};

struct table {
    struct arena *arena;
    struct lines heading, notes; /* before and after it */
    const char *corner;          /* what the details of the heads are: "words"; NULL: the layer's caption says it, or
                                    the first label's head */
    bool brief;                  /* between two rules, without spark lines, points below each other, ends of percent
                                    in whole points, rounded outwards; nothing is said of it below */
    int indent;                  /* blanks before each line on a screen */
    int most;                    /* rows that a screen shows at most; 0: all */
    bool means;                  /* the numbers are means with n and an interval */
    bool marks;                  /* they are differences, of which some are marked */
    const struct table_label *label;
    struct table_value *value;
    struct {
        const char *name, *caption; /* "accuracy", "Accuracy in %: ..." */
        struct lines note;          /* below it */
        int at;                     /* its number among those that rows have room for; -1: nothing was measured */
        bool figure;                /* has no numbers at lengths: a column in which nothing was measured goes */
    } layer[TABLE_LAYERS];
    unsigned drawn; /* the layers that are: bit k is layer k; at first the first alone */
    int labels, settings, values, layers, rooms, rows, baselines; /* settings: those among the labels */
    struct table_row *row;
    struct table_row *baseline; /* (baselines) what needs no model: chance first, then the others */
};

/* Adds a line; NULL or "": there is nothing to say. */
void lines_add(struct lines *l, struct arena *arena, const char *line);
/* Begins a table with room for so many values and rows; labels end with one without a key. */
void table_begin(struct table *t, const struct table_label *label, int values, int rows, struct arena *arena);
/* Adds a value's column (its head to be set), a layer, and once all of these are there a row with its labels, but for
 * its settings. A layer after the first without a caption is one in which nothing was measured: rows have no room for
 * it, so that many rows are less to keep. */
struct table_row *table_add_row(struct table *t, const struct cell *label);
struct table_value *table_add_value(struct table *t, const char *key);
void table_add_layer(struct table *t, const char *name, const char *caption);
/* Adds a row for what a guess of this name comes to. */
struct table_row *table_add_baseline(struct table *t, const char *name);
/* Whether a row has any number in a layer; a baseline that has none is not drawn there. */
bool table_has_numbers(const struct table *t, const struct table_row *row, int layer);
struct cell *table_cell(const struct table *t, const struct table_row *row, int layer, int value);
/* Whether a layer has cells that can be filled. */
bool table_has_room(const struct table *t, int layer);
/* Whether a layer has any number (the first one always counts as having some); and whether it is drawn. */
bool table_has_layer(const struct table *t, int layer);
/* Whether a layer has a column for value k: a figure of the run has none at lengths. */
bool table_has_value(const struct table *t, int layer, int k);
/* The same for data, which have twins, too. */
bool table_measures(const struct table *t, int layer, int k);
bool table_draws_layer(const struct table *t, int layer);
/* Whether columns k and `before` are of two groups, with a line between them. */
bool table_group_begins(const struct table *t, int k, int before);

/* NULL: nothing was measured, and JSON has no such key. */
static inline struct cell cell_text(const char *text) {
    return (struct cell){.kind = text ? CELL_WORDS : CELL_EMPTY, .text = text};
}
/* Not applicable, drawn as this text. */
static inline struct cell cell_none(const char *drawn) { return (struct cell){.kind = CELL_NONE, .text = drawn}; }
static inline struct cell cell_count(long count) { return (struct cell){.kind = CELL_COUNT, .count = count}; }
static inline struct cell cell_flag(bool flag) { return (struct cell){.kind = CELL_FLAG, .count = flag}; }
/* The same cell, drawn as this text. */
static inline struct cell cell_drawn(struct cell c, const char *text) {
    c.text = text;
    return c;
}
/* A quantity's number, or the difference of two, with its interval; a figure that is INFINITY was never reached. */
struct cell cell_summary(const struct quantity *q, struct summary s, bool difference);
/* "5/5", with the 95 % interval of the share. */
struct cell cell_share(int count, int of);
/* A number with nothing around it; NAN is not applicable. */
struct cell cell_number(double value);
/* Its mean, single value, or difference of two; `chance`: NAN where there is none. */
struct cell cell_metric(const struct quantity *q, struct summary s, double chance);
struct cell cell_value(const struct quantity *q, double value, double chance);
struct cell cell_difference(const struct quantity *q, struct summary s, double p, bool marked);

/* The number of a cell as it is printed, and its interval: "[68-81]", of a difference "[-9..+57]"; "" where it has
 * none, or where both ends print as the number does. Percentages are whole, with one digit after the point above 99 and
 * below 1. NULL: the number without an interval. */
void cell_print(char text[NUMBER_TEXT], char *interval, const struct cell *c);
/* A cell of a label as it is drawn. */
const char *cell_words(char text[NUMBER_TEXT], const struct cell *c);
/* Any cell: its number or word, and in `ends` what follows a number: " [68-81]", where it shall have an interval, and *
 * where it is a difference that is marked. */
void cell_says(char text[CELL_TEXT], char ends[CELL_TEXT], const struct cell *c, bool interval);

/* ---- Back ends */

/* Each broken to the width of the screen; each as a paragraph. */
void lines_terminal(const struct screen *s, const struct lines *l);
void lines_html(struct html *h, const struct lines *l);
/* To a screen of any width: names are stacked, then lengths are left out and named below, until it fits. */
void table_terminal(const struct screen *s, const struct table *t);
/* Each layer as <div class=wide><table class=sort> under its caption; heads sort by data-k. */
void table_html(struct html *h, const struct table *t);
/* Layers that are drawn as tables of Markdown, and of LaTeX with booktabs; not for lists. */
void table_markdown(FILE *out, const struct table *t);
void table_latex(FILE *out, const struct table *t);
/* One number per row, of a list one row per line, under a header, quoted as RFC 4180 wants it. */
void table_csv(FILE *out, const struct table *t);
/* Means, then the numbers that they are the means of, each with its seed in the last column. */
void table_csv_seeds(FILE *out, const struct table *t, const struct table *seeds);
/* Its first line. */
void table_csv_head(FILE *out, const struct table *t);
/* An array with an object for each number that was measured: what a line of the CSV has, its value (of means the mean),
 * and n, how many examples or seeds it is the mean of; a new reference. */
json_t *table_observations(const struct table *t);
/* An array with an object for each row; a new reference. The layer's values at the lengths of one row's cells. */
json_t *table_json(const struct table *t);
json_t *table_json_lengths(const struct table *t, const struct table_row *row, int layer);

/* A heading, items below it, and a note about them. */
struct list {
    const char *heading;
    struct lines note;
    const char **item;
    int items;
};
void list_terminal(const struct screen *s, const struct list *l);
void list_html(struct html *h, const struct list *l, const char *class_name);
