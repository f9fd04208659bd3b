/* lessons.h -- the ways of encoding position, in the order in which people teach them: a formula, examples and a
 * weakness in numbers that are worked out on the spot, and what to try. */
#ifndef COMMAND_LESSONS_H
#define COMMAND_LESSONS_H

#include <jansson.h>

#include "present/screen.h"

/* Where a lesson goes: to the screen, or into `numbers` for --json. */
struct lesson_out {
    const struct screen *s;
    json_t *numbers; /* {name: number}; NULL: to the screen */
};

struct lesson {
    const char *name; /* of an encoding */
    const char *title, *formula;
    bool (*show)(const struct lesson_out *out, struct error *e);
    const char *weakness;
    bool (*show_weakness)(const struct lesson_out *out, struct error *e);
    const char *command; /* to try next */
};

/* All of them, ended by a NULL name. */
extern const struct lesson lessons[];

#endif
