/* plot.h -- what the kinds of pictures of `poslab plot` share. */
#pragma once

#include "command/command.h"
#include "draw/picture.h"

/* What a picture is made from, and where it goes. */
struct plot {
    const struct arguments *a;
    struct arguments *arguments; /* the same, for what is opened and lives as long */
    struct arena *arena;
    const struct picture_target *target; /* NULL: the terminal */
    const struct screen *screen;
};

/* Draws or writes a picture that is filled, under the title of the command line. */
bool plot_chart(const struct plot *from, struct chart *c, struct error *e);
bool plot_heat(const struct plot *from, struct heat *m, struct error *e);

/* A claim of a folder of claims (plot_claim.c). Errors: those of reading; EXIT_USAGE. */
bool plot_claim(const struct plot *from, struct error *e);
/* A comparison's numbers by a swept setting (plot_sweep.c). Errors: those of reading and filling. */
bool plot_sweep(const struct plot *from, struct error *e);
/* Kinds that show a model (plot_models.c). Errors: those of reading and filling. */
bool plot_vectors(const struct plot *from, struct error *e);
bool plot_similarity(const struct plot *from, struct error *e);
bool plot_shift(const struct plot *from, struct error *e);
bool plot_table(const struct plot *from, struct error *e); /* a table_figure's name */
bool plot_attention(const struct plot *from, struct error *e);
