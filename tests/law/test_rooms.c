/* test_rooms.c -- what rooms add to core's lists: each row stands there, where it should, and belongs to its room. */
#include <stdio.h>
#include <string.h>

#include "base/registry.h"
#include "base/room.h"
#include "baseline/baseline.h"
#include "command/catalogue.h"
#include "command/command.h"
#include "command/plot.h"
#include "command/show.h"
#include "run/start_from.h"
#include "task/task.h"
#include "unit/tests.h"
#include "view/kinds.h"

static const void *row_at(const void *list, int i) {
    const void *row;
    memcpy(&row, (const char *)list + (size_t)i * sizeof row, sizeof row);
    return row;
}

static void assert_among(const void *list, const void *row) {
    int at = 0;
    while (row_at(list, at) && row_at(list, at) != row)
        at++;
    assert_ptr_equal(row_at(list, at), row);
}

/* Each row of a room's list is in core's, under a name that nothing there had before; where people type that name, it
 * belongs to the room. A subject that takes some operands of core's has the name of core's. */
static void check(const struct room *r, const void *own, const void *list, bool typed) {
    const char *const *row;
    for (int i = 0; own && (row = row_at(own, i)); i++) {
        assert_ptr_equal(registry_find(list, *row), row);
        if (typed && (!room_of(*row) || strcmp(room_of(*row), r->name) != 0))
            fail_msg("core/base/room.c does not say that '%s' belongs to the room %s", *row, r->name);
    }
}

TEST(rows_of_rooms) {
    if (!*rooms)
        skip();
    for (const struct room *const *room = rooms; ABOUT(*room); room++) {
        const struct room *r = *room;
        check(r, r->commands, commands, true);
        for (int i = 0; r->subjects && r->subjects[i]; i++)
            if (r->subjects[i]->takes)
                assert_among(show_subjects, r->subjects[i]);
            else
                check(r, (const void *const[]){r->subjects[i], NULL}, show_subjects, true);
        check(r, r->plots, plot_kinds, true);
        check(r, r->tasks, tasks, true);
        check(r, r->baselines, baseline_kinds, true);
        check(r, r->starts, run_starts, false);
        check(r, r->topics, help_topics, false);
        for (int i = 0; r->views && r->views[i]; i++)
            assert_among(views, r->views[i]);
        if (r->words)
            assert_ptr_equal(registry_find(catalogues, r->words->name), r->words);
    }
    for (const struct command *const *c = commands; c[1]; c++)
        assert_true(c[0]->place < c[1]->place);
}

/* A key that only tasks of one room have belongs to it; of two, as those of files are, to none. */
TEST(keys_of_rooms) {
    tests_need("rows");
    tests_need("texts");
    for (const struct room *const *room = rooms; ABOUT(*room); room++)
        for (int i = 0; (*room)->tasks && (*room)->tasks[i]; i++)
            for (const struct setting *key = (*room)->tasks[i]->options; key && key->key; key++) {
                bool only = true;
                for (const struct task *const *t = tasks; *t; t++)
                    only =
                        only && (!setting_find((*t)->options, key->key) || registry_find((*room)->tasks, (*t)->name));
                const char *of = room_of(key->key);
                if (only ? !of || strcmp(of, (*room)->name) != 0 : of != NULL)
                    fail_msg("core/base/room.c is wrong about %s", key->key);
            }
}

/* A word of a room that is built, and one of core, are no reason to refuse. */
TEST(words_of_rooms) {
    struct error e = {0};
    for (const struct room *const *room = rooms; ABOUT(*room); room++)
        for (int i = 0; (*room)->commands && (*room)->commands[i]; i++)
            assert_false(room_refuse((*room)->commands[i]->name, &e));
    about(NULL);
    assert_false(room_refuse("compare", &e));
    assert_false(room_refuse("rope", &e));
    assert_false(room_refuse(NULL, &e));
    assert_null(room_of("compare"));
    assert_null(room_of(""));
}

/* Rows with a place go before the first with a higher one, others to the end. */
struct placed {
    const char *name;
    int place;
};

static const char *names_of(const struct placed *const *list, char text[64]) {
    text[0] = 0;
    for (; *list; list++)
        strcat(text, (*list)->name);
    return text;
}

TEST(order) {
    static const struct placed a = {"a", 10}, b = {"b", 20}, c = {"c", 30}, d = {"d", 15}, e = {"e", 5}, f = {"f", 30},
                               g = {"g", 40};
    const struct placed *list[8] = {&a, &b, &c, NULL};
    char text[64];
    registry_add(list, 7, (const struct placed *const[]){&d, &e, &f, NULL}, offsetof(struct placed, place));
    assert_string_equal(names_of(list, text), "eadbcf");
    registry_add(list, 7, NULL, offsetof(struct placed, place));
    assert_string_equal(names_of(list, text), "eadbcf");
    registry_add(list, 7, (const struct placed *const[]){&g, NULL}, REGISTRY_LAST);
    assert_string_equal(names_of(list, text), "eadbcfg");
}

GROUP(rooms, NULL, NULL)
