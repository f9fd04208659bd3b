/* planned.h -- a comparison planned from "key=value" texts, and what its members have. */
#pragma once

#include "study/plan.h"
#include "study/series.h"
#include "unit/tests.h"

/* The arena outlives the plan. */
static inline bool plan(struct comparison_result *c, struct arena *arena, const char *const *given, struct error *e) {
    struct assignments a = {0};
    for (; *given; given++)
        assert_true(assignments_override(&a, *given, e));
    return compare_plan(c, &a, NULL, arena, e);
}

/* Sections of a member's configuration. */
static inline void write_member(const struct member *m, char text[SETTINGS_TEXT], const char *sections) {
    const struct settings own = member_settings(m);
    settings_write(&own, text, sections);
}
