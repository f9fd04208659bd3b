/* test_live_list.c -- what the live page lists: encodings, views, settings and tasks of the registries. */
#include "encoding/encoding.h"
#include "live_said.h"
#include "unit/near.h"

#include "view/view.h"

static const json_t *named(const json_t *list, const char *key, const char *name) {
    const json_t *row;
    size_t i;
    json_array_foreach(list, i, row) if (strcmp(said_text(row, key), name) == 0) return row;
    return NULL;
}

TEST(list_of_encodings) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = list");
    const json_t *all = json_object_get(answer, "encodings"), *row;
    for (const struct encoding *const *c = encodings; ABOUT(*c); c++) {
        row = named(all, "name", (*c)->name);
        assert_non_null(row);
        assert_string_equal(said_text(row, "weakness"), (*c)->weakness);
        assert_int_equal(said_number(row, "colour"), encoding_sign(*c).colour);
        assert_true(json_array_size(json_object_get(row, "policies")) > 0);
    }
    row = named(all, "name", "alibi"); /* acts on distances, and inside attention */
    char *policy = json_dumps(json_object_get(row, "policies"), 0),
         *mixer = json_dumps(json_object_get(row, "mixers"), 0);
    assert_string_equal(policy, "[\"extend\", \"clamp\", \"interpolate\"]");
    assert_string_equal(mixer, "[\"attention\"]");
    free(policy);
    free(mixer);
    assert_true(json_array_size(json_object_get(named(all, "name", "learned"), "mixers")) > 1);
    json_decref(answer);
    live_free(l);
}

/* Views of one thing follow each other, each is found by its name, and the list of the page has those of encodings. */
TEST(list_of_views) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = list"), *names = json_array();
    struct error e;
    for (const struct view_kind *const *k = views; *k; k++) {
        bool first = k == views || strcmp(k[-1]->of, (*k)->of) != 0;
        assert_ptr_equal(view_find((*k)->of, (*k)->name, &e), *k);
        assert_true(first == (view_at((*k)->of, 0) == *k));
        assert_true((*k)->name || (first && !view_at((*k)->of, 1)));
        assert_true(*(*k)->summary && (*k)->options && (*k)->tell);
        if (strcmp((*k)->of, "encoding") == 0)
            json_array_append_new(names, json_string((*k)->name));
    }
    assert_true(json_equal(json_object_get(answer, "views"), names));
    json_decref(names);
    json_decref(answer);
    live_free(l);
}

TEST(list_of_settings) {
    struct live *l = live_new(), *other = live_new();
    json_t *answer = live_did(l, "do = list");
    const json_t *all = json_object_get(answer, "settings"), *row;
    for (const struct setting *o = settings_table; o->key; o++)
        assert_non_null(named(all, "key", o->key));
    row = named(all, "key", "train.schedule");
    char *choices = json_dumps(json_object_get(row, "choices"), 0);
    assert_string_equal(choices, "[\"linear\", \"cosine\", \"constant\"]");
    assert_string_equal(said_text(row, "default"), "linear");
    free(choices);
    row = named(all, "key", "train.batch");
    assert_near("low", 0, said_number(row, "low"), 1, 0);
    assert_near("high", 0, said_number(row, "high"), 65536, 0);
    for (const struct task *const *t = tasks; ABOUT(*t); t++) {
        const json_t *task = named(json_object_get(answer, "tasks"), "name", (*t)->name);
        const char *set = said_text(task, "one_layer"), *value = strchr(set, '=');
        char check[200];
        assert_string_equal(said_text(task, "question"), (*t)->question);
        if (!value)
            continue;
        snprintf(check, sizeof check, "do = check; task.name = %s; %.*s = %s", (*t)->name, (int)(value - set), set,
                 value + 1);
        json_decref(live_did(other, check));
    }
    all = json_object_get(answer, "tasks");
    assert_string_equal(said_text(named(all, "name", "copy"), "one_layer"), "task.restart=yes");
    assert_string_equal(said_text(named(all, "name", "shift"), "one_layer"), "");
    assert_true(json_is_true(json_object_get(named(all, "name", "shift"), "many")));
    assert_true(json_is_false(json_object_get(named(all, "name", "order"), "many")));
    json_decref(answer);
    live_free(l);
    live_free(other);
}

GROUP(live_list, NULL, NULL)
