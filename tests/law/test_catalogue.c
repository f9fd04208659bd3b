/* test_catalogue.c -- `poslab help` explains every entry of a registry; and the glossary explains no
 * word twice. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "command/catalogue.h"
#include "encoding/policy.h"
#include "result/glossary.h"
#include "unit/tests.h"

TEST(every_entry) {
    for (const struct catalogue *const *row = catalogues; *row; row++) {
        const struct catalogue *c = *row;
        struct arena arena = {0};
        const struct entry *first = catalogue_entries(c, &arena);
        about(c->name);
        assert_non_null(first);
        for (const struct entry *e = first; e; e = e->next) {
            if (!e->name || !*e->name)
                fail_msg("an entry has no name");
            if (!e->summary || !*e->summary)
                fail_msg("%s: nothing says what it is", e->name);
        }
        arena_free(&arena);
    }
    about(NULL);
}

TEST(policies) {
    for (const struct policy *const *p = policies; ABOUT(*p); p++)
        assert_true((*p)->effect && (*p)->effect[strlen((*p)->effect) - 1] == '.');
}

TEST(glossary) {
    for (const struct glossary_word *g = glossary; g->word; g++) {
        about(g->word);
        assert_true(g->meaning && g->meaning[strlen(g->meaning) - 1] == '.');
        assert_ptr_equal(glossary_find(g->word), g);
        for (const char *at = g->also; at && *at;) {
            char also[64];
            size_t length = strcspn(at, ",");
            snprintf(also, sizeof also, "%.*s", (int)length, at);
            if (glossary_find(also) != g)
                fail_msg("'%s' is another word, too", also);
            at += length + strspn(at + length, ", ");
        }
    }
    about(NULL);
}

GROUP(catalogue, NULL, NULL)
