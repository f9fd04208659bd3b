/* script.h -- how an engine that exists runs the parts of a comparison: a script for Slurm or GNU parallel. It is
 * text and nothing more: nobody submits it here. Values of users come through unharmed, or are refused.
 */
#pragma once

#include <stdio.h>

#include "base/arena.h"

enum { SCRIPT_PARTS = 10000 };

/* What is to be run. All paths are absolute. */
struct script {
    const char *program, *here;  /* here: the folder at which relative names in the settings begin */
    const char *folder, *config; /* of the comparison; config NULL: there is none */
    const char *const *setting;  /* "key=value", NULL-ended */
    const char *note;            /* a line for its reader, or NULL */
    const char *time;            /* the limit, NULL: not given; Slurm's alone */
    int parts, models;
};

struct script_engine {
    const char *name;
    bool timed; /* knows a limit */
    /* characters that neither its lines of options nor its command lines can have, from a user */
    const char *refused_in_options, *refused_in_calls;
    void (*print)(FILE *out, const struct script *s, struct arena *arena);
};
extern const struct script_engine script_engines[]; /* ended by a NULL name */
const struct script_engine *script_engine_find(const char *name);

/* Prints it. Error, EXIT_USAGE: a user's word that cannot stand in it. */
bool script_print(FILE *out, const struct script_engine *engine, const struct script *s, struct error *e);

/* Seconds of a limit as Slurm reads it: "60" (minutes), "MM:SS", "HH:MM:SS", "D-HH", "D-HH:MM", "D-HH:MM:SS"; -1: it is
 * none. */
long script_seconds(const char *time);
