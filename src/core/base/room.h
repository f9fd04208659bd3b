/* room.h -- a room is a feature that the program can do without: a folder below src/rooms/ that includes core and no
 * other room. All that it adds to core stands in its one struct, `room_NAME`. What joins two rooms is a file
 * rooms/A/with_B.c with a struct of its own, `room_A_with_B`, built where both are. make lists the rooms that there
 * are, but for those in WITHOUT="...". */
#pragma once

#include "base/error.h"

/* Lists are NULL-ended, or NULL; their rows stand behind core's own, in the order of rooms, or by their place. */
struct room {
    const char *name;
    const struct command *const *commands;        /* cli/arguments.h */
    const struct file_operand *files;             /* cli/arguments.h: a file where a config could be */
    const struct view_kind *const *views;         /* view/kinds.h */
    const struct show_subject *const *subjects;   /* command/show.h */
    const struct plot_kind *const *plots;         /* command/plot.h */
    const struct task *const *tasks;              /* task/task.h */
    const struct baseline *const *baselines;      /* baseline/baseline.h */
    const struct run_start *const *starts;        /* run/start_from.h */
    const struct report_section *const *sections; /* report/report.h: in with_report.c alone */
    const struct catalogue *words;                /* command/catalogue.h: what `help WORD` knows besides */
    const struct help_topic *const *topics;       /* command/command.h */
    const struct help_fact *fact;                 /* command/facts.h */
};

/* Those of this build, NULL-ended; rooms.c puts their rows into core's lists. */
extern const struct room *const rooms[];

/* The room that a word belongs to: a command, a task, a baseline, what show and plot take, a setting; NULL: core's. */
const char *room_of(const char *word);
/* Whether it belongs to one that is not in this build: then the error, EXIT_USAGE, says so. */
bool room_refuse(const char *word, struct error *e);
