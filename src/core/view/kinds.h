/* kinds.h -- the registry of views: what `poslab show` shows, and what report and live page show of the same. A view is
 * a file that ends in its row. */
#pragma once

#include "base/error.h"

struct view;
struct comparison_result;

/* The subject of a view; what it does not ask for is NULL. */
struct view_of {
    struct encoding_alone *encoding;
    const struct comparison_result *measured; /* of its run; NULL: nothing */
    const struct model_example *example;
    const struct position_table *table; /* a trained one */
    const struct label_scores *scores;
};

struct view_kind {
    const char *of, *name;   /* "encoding", "matrix"; name NULL: it has one view */
    const char *summary;     /* for help */
    const char *options;     /* of those of `poslab show`, what this one takes besides those of all */
    bool no_picture;         /* it has nothing for a file */
    bool vectors, fit, many; /* of an encoding: needs vectors; fits matrices to them, which takes more
                              * positions; compares so many that their number is none of a picture */
    bool unopened;           /* of an encoding: asks its policies alone, for positions it need not have */
    /* Error, EXIT_USAGE: it makes no sense for this subject. */
    bool (*tell)(const struct view *v, const struct view_of *of, struct error *e);
};
/* NULL-ended; of those of one thing the usual one comes first. */
enum { VIEWS_MAX = 31 };
extern const struct view_kind *views[VIEWS_MAX + 1];

/* The view of that name, or the usual one where it is NULL. Error, EXIT_USAGE: there is none. */
const struct view_kind *view_find(const char *of, const char *name, struct error *e);
/* Number i of them; NULL after the last. */
const struct view_kind *view_at(const char *of, int i);
/* Draws v->kind; a view of an encoding so that its title is in view (view_encoding.c). */
bool view_draw(const struct view *v, const struct view_of *of, struct error *e);
