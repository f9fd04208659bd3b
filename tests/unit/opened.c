/* opened.c -- see opened.h. */
#include "unit/opened.h"

#include "unit/tests.h"

void open_run(struct run *r, const char *const *assignments) {
    struct assignments a = {0};
    struct settings s;
    struct error e;
    for (; *assignments; assignments++)
        assert_true(assignments_override(&a, *assignments, &e));
    if (!settings_resolve(&s, &a, NULL, &e) || !run_build(r, &s, &e))
        fail_msg("%s", e.text);
}
