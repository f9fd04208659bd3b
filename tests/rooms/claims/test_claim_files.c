/* test_claim_files.c -- laws over the files in configs/claims: every row measures what it says. A row that reads
 * another experiment, member, policy or length than its setting names would silently give a wrong number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims/claims.h"
#include "encoding/encoding.h"
#include "encoding/sinusoid.h"
#include "model/mixer.h"
#include "study/series.h"
#include "unit/tests.h"

static struct claims_book book;
static struct arena arena;

static int plan_all(void **state) {
    struct error e = {0};
    bool ok = claims_read(&book, &arena, &e);
    for (int i = 0; i < book.claims; i++)
        book.claim[i]->wanted = true;
    ok = ok && claims_plan(&book, 1, &arena, &e);
    if (!ok)
        fprintf(stderr, "%s\n", e.text);
    return ok ? 0 : -1;
}

static int drop_all(void **state) {
    arena_free(&arena);
    return 0;
}

/* Every file reads, every member, policy and length is in its experiment; each number is given once. */
TEST(files_read) {
    assert_true(book.claims > 0);
    for (int i = 0; i < book.claims; i++) {
        const struct claim *c = book.claim[i];
        const char *name = strrchr(c->path, '/') + 1;
        int number;
        assert_ptr_equal(claims_find(&book, c->number), c);
        assert_in_range(strlen(c->sentence), 10, 62); /* a line of the summary */
        if (sscanf(name, "%2d-", &number) != 1 || number != c->number)
            fail_msg("%s holds claim %d", c->path, c->number);
        assert_null(claims_find(&book, -c->number));
    }
    for (int i = 0; i < book.experiments; i++)
        if (!book.experiment[i]->seeds)
            fail_msg("%s: no claim reads experiment %s", book.experiment[i]->where, book.experiment[i]->name);
}

/* ---- What a word of a row or a head says of a point; WORD_FREE: nothing that can be looked up */

enum says { WORD_WRONG, WORD_RIGHT, WORD_FREE };

static enum says right(bool x) { return x ? WORD_RIGHT : WORD_WRONG; }

static bool number_before(const char *text, const char *unit, int *n) {
    int length = 0;
    return sscanf(text, "%d%n", n, &length) == 1 && strcmp(text + length, unit) == 0;
}

static bool has_value(const struct experiment *x, const char *key, const char *value) {
    const char *own = assignments_value(&x->settings, key);
    return own ? strcmp(own, value) == 0 : !*value;
}

static const struct member *member_of(const struct claim_point *p) {
    for (int k = 0; k < p->in->c.members; k++)
        if (strcmp(p->in->c.member[k].label, p->member) == 0)
            return &p->in->c.member[k];
    fail_msg("%s has no member %s", p->in->name, p->member);
    return NULL;
}

/* Of a formula's parameters: "D 32", "k = 5", "16 positions"; and of its name: "paired". */
static enum says of_formula(const struct claim_point *p, const char *word) {
    char text[4][64];
    const char *const *parameter = p->formula->parameter;
    snprintf(text[0], sizeof text[0], "D %d", p->parameter[0]);
    snprintf(text[1], sizeof text[1], strcmp(parameter[1], "offset") == 0 ? "k = %d" : "%d positions", p->parameter[1]);
    snprintf(text[2], sizeof text[2], "shift_%s", word);
    snprintf(text[3], sizeof text[3], "closest_%s", strcmp(word, "both") == 0 ? "paired" : word);
    return right(strcmp(parameter[0], "width") == 0 &&
                 (strcmp(text[0], word) == 0 || strcmp(text[1], word) == 0 || strcmp(p->formula->name, text[2]) == 0 ||
                  strcmp(p->formula->name, text[3]) == 0));
}

/* Of the experiment. */
static enum says of_experiment(const struct claim_point *p, const char *word) {
    const struct settings *s = &p->in->c.settings;
    int n;
    if (task_named(word))
        return right(s->task == task_named(word));
    if (number_before(word, " steps", &n))
        return right(s->train.steps == n);
    if (number_before(word, " words", &n))
        return right(p->in->c.words[IN_RANGE].low == n && p->in->c.words[IN_RANGE].high == n);
    if (number_before(word, " examples", &n))
        return right(s->train.examples == n);
    if (strcmp(word, "shared words") == 0 || strcmp(word, "own words") == 0)
        return right(has_value(p->in, "task.cells", *word == 's' ? "shared" : "per_column"));
    if (strcmp(word, "all rows") == 0 || strcmp(word, "rows before it") == 0)
        return right(has_value(p->in, "model.causal", *word == 'a' ? "" : "yes"));
    return WORD_FREE;
}

/* Of sinusoids. */
static double scale_of(const char *member) {
    const char *own = strstr(member, "scale=");
    return own ? strtod(own + strlen("scale="), NULL) : sinusoid_standard.scale;
}

/* Of the member. */
static enum says of_member(const struct claim_point *p, const char *word) {
    const struct member *m = member_of(p);
    const struct settings own = member_settings(m);
    const struct encoding *kind;
    int n;
    if (encoding_read(&kind, word, &(struct error){0}))
        return right(own.encoding == kind);
    if (strncmp(word, "D ", 2) == 0 && sscanf(word, "D %d", &n) == 1)
        return right(own.model.d_model == n);
    if (mixer_find(word))
        return right(own.mixer == mixer_find(word));
    if (strncmp(word, "fast_waves=", 11) == 0)
        return right(strstr(p->member, word) != NULL);
    if (strncmp(word, "scale ", 6) == 0)
        return right(fabs(scale_of(p->member) - strtod(word + 6, NULL)) < 1e-9);
    if (strcmp(word, "width") == 0 || strcmp(word, "weights") == 0)
        return right((strstr(p->member, "d_ff=") != NULL) == (word[1] == 'e') && strstr(p->member, "combine=concat"));
    if (strcmp(word, "sine") == 0 || strcmp(word, "cosine") == 0)
        return right(strstr(p->member, "waves=") && strcmp(strstr(p->member, "waves=") + 6, word) == 0);
    return WORD_FREE;
}

/* Of the length and the policy. */
static enum says of_length(const struct claim_point *p, const char *word) {
    int times = 0, length = 0;
    if (strcmp(word, "in range") == 0)
        return right(p->at == AT_RANGE);
    if (strcmp(word, "chance") == 0)
        return right(p->at == AT_CHANCE);
    if (strcmp(word, "longer") == 0)
        return right(p->at > 1);
    if (sscanf(word, "%dx%n", &times, &length) == 1 && length > 0) {
        const char *rest = word + length;
        bool policy = !*rest || (p->policy && strcmp(rest, " squeezed") == 0 && p->policy == &policy_interpolate) ||
                      (p->policy && *rest == ' ' && policy_find(rest + 1) == p->policy);
        return right(p->at == times && policy);
    }
    if (strcmp(word, "squeezed") == 0)
        return right(p->policy == &policy_interpolate);
    return policy_find(word) ? right(p->policy == policy_find(word)) : WORD_FREE;
}

static enum says of_point(const struct claim_point *p, const char *word) {
    if (!p->in)
        return of_formula(p, word);
    enum says says = of_experiment(p, word);
    says = says == WORD_FREE ? of_member(p, word) : says;
    return says == WORD_FREE ? of_length(p, word) : says;
}

/* The words of texts of one length; 0: of lengths in range, or none. */
static int words_of(const struct claim_point *p) { return p->at > 0 ? p->at * p->in->c.words[IN_RANGE].high : 0; }

/* What the experiment is holds for both points, and so does a policy of both. A member or a length is that of one of
 * the two at least (the other is what it is held against); where both are beyond the trained length they are at the
 * same. */
static void check_setting(const struct claim_row *row, const char *word) {
    static const char *const halves[] = {"dominates", "hurts",   "needs", "gain",     "turned", "as long", "slower",
                                         "larger",    "meaning", "order", "readable", "cost",   NULL};
    const struct metric *metric = &metrics[row->table->metric];
    if (strcmp(word, "steps to 99 %") == 0 && strcmp(word, metric->quantity.title) != 0)
        fail_msg("%s: the table's metric is %s", row->where, metric->name);
    if (strcmp(word, "steps to 99 %") == 0)
        return;
    const struct claim_point *a = &row->a, *b = claim_point_given(&row->b) ? &row->b : a;
    for (int i = 0; halves[i]; i++)
        if (strcmp(word, halves[i]) == 0)
            return;
    enum says of_a = of_point(a, word), of_b = of_point(b, word);
    bool both = a->in && of_experiment(a, word) != WORD_FREE, agreed = of_a == WORD_RIGHT || of_b == WORD_RIGHT;
    if (of_a == WORD_FREE && of_b == WORD_FREE)
        fail_msg("%s: nobody knows what '%s' says; teach this test", row->where, word);
    if (policy_find(word))
        both = a->at > 0 && b->at > 0;
    if (!agreed || (both && of_a != of_b) || (words_of(a) && words_of(b) && words_of(a) != words_of(b)))
        fail_msg("%s: measures something else than '%s'", row->where, word);
}

TEST(words_of_rows) {
    for (int i = 0; i < book.claims; i++)
        for (int k = 0; k < book.claim[i]->rows; k++)
            for (int f = 0; f < CLAIM_FACTORS; f++)
                if (*book.claim[i]->row[k].setting[f])
                    check_setting(&book.claim[i]->row[k], book.claim[i]->row[k].setting[f]);
}

/* The head of a number, where it is a word that says something, fits the number below it. */
TEST(words_of_heads) {
    for (int i = 0; i < book.claims; i++)
        for (int k = 0; k < 2 * book.claim[i]->rows; k++) {
            const struct claim_row *row = &book.claim[i]->row[k / 2];
            const struct claim_point *p = k % 2 ? &row->b : &row->a;
            const char *head = row->table->head[k % 2];
            if (p->in && head && (of_member(p, head) == WORD_WRONG || of_length(p, head) == WORD_WRONG))
                fail_msg("%s: %s %s is not '%s'", row->where, p->in->name, p->member, head);
        }
}

/* "better part": of the hybrid on the left, each of its two parts. */
TEST(better_parts) {
    char both[SETTING_TEXT_MAX];
    int rows = 0;
    for (int i = 0; i < book.claims; i++)
        for (int k = 0; k < book.claim[i]->rows; k++) {
            const struct claim_row *row = &book.claim[i]->row[k];
            bool better = row->table->head[1] && strcmp(row->table->head[1], "better part") == 0;
            assert_true(better == (row->b.other != NULL) && !row->a.other);
            if (!better)
                continue;
            snprintf(both, sizeof both, "%s+%s", row->b.member, row->b.other->member);
            if (strcmp(both, row->a.member) != 0)
                fail_msg("%s: %s is not made of %s", row->where, row->a.member, both);
            rows++;
        }
    assert_true(rows > 0);
}

/* Two rows of a table that measure the same are one too many. */
TEST(points_differ) {
    for (int i = 0; i < book.claims; i++)
        for (int k = 0; k < book.claim[i]->rows; k++)
            for (int j = 0; j < k; j++) {
                const struct claim_row *x = &book.claim[i]->row[k], *y = &book.claim[i]->row[j];
                const struct claim_point *p[4] = {&x->a, &y->a, &x->b, &y->b};
                bool same = x->table == y->table;
                for (int n = 0; n < 4; n += 2)
                    same = same && p[n]->in == p[n + 1]->in && p[n]->at == p[n + 1]->at &&
                           p[n]->policy == p[n + 1]->policy && p[n]->formula == p[n + 1]->formula &&
                           memcmp(p[n]->parameter, p[n + 1]->parameter, sizeof p[n]->parameter) == 0 &&
                           (!p[n]->member || strcmp(p[n]->member, p[n + 1]->member) == 0);
                if (same)
                    fail_msg("%s measures what %s measures", x->where, y->where);
            }
}

/* TASK-WHAT, TASK-Nx (examples); and the summary names task, steps and examples as they are. */
TEST(experiments) {
    char text[64];
    for (int i = 0; i < book.experiments; i++) {
        const struct experiment *x = book.experiment[i];
        const struct settings *s = &x->c.settings;
        size_t task = strlen(s->task->name);
        int n, length = 0;
        bool ok = strncmp(x->name, s->task->name, task) == 0 && strchr("-", x->name[task]);
        if (sscanf(x->name + task, "-%dx%n", &n, &length) == 1)
            ok = ok && length > 0 && n == s->train.examples;
        snprintf(text, sizeof text, "task %s", s->task->name);
        ok = ok && strncmp(x->summary, text, strlen(text)) == 0;
        snprintf(text, sizeof text, ", %d steps", s->train.steps);
        ok = ok && strstr(x->summary, text);
        snprintf(text, sizeof text, " on %d examples", s->train.examples);
        ok = ok && (s->train.examples > 0) == (strstr(x->summary, text) != NULL);
        if (!ok)
            fail_msg("%s: %s (%s) is named after something else than it trains", x->where, x->name, x->summary);
    }
}

/* Rules as they were written down before any number was seen; a change must be meant. */
TEST(rules_stay) {
    static const struct {
        long number;
        const char *title;
        enum claim_test test;
        double margin;
    } table[] = {
        {1, "invisible", TEST_NEAR, 5},
        {1, "a learned table sees it", TEST_MORE, 5},
        {2, "does not generalise", TEST_MORE, 5},
        {3, "generalise excellently", TEST_NO_MORE, 5},
        {4, "fails", TEST_MORE, 5},
        {5, "dominates", TEST_MORE, 1},
        {5, "hurts", TEST_MORE, 2},
        {5, "hurts: learns more slowly", TEST_MORE, 1.2},
        {6, "one linear map", TEST_NO_MORE, 0.01},
        {6, "a random table fails", TEST_MORE, 0.01},
        {7, "learned is better", TEST_MORE, 2},
        {7, "learned is there earlier", TEST_MORE, 1.2},
        {8, "learned overfits more", TEST_MORE, 2},
        {9, "needs none", TEST_NO_MORE, 5},
        {9, "redundant or harmful", TEST_NO_MORE, 2},
        {9, "redundant: no faster", TEST_NO_MORE, 1.2},
        {10, "better at 4x", TEST_MORE, 2},
        {11, "shared words need positions", TEST_MORE, 5},
        {11, "own words need none", TEST_NO_MORE, 5},
        {12, "addition costs nothing", TEST_NO_MORE, 2},
        {12, "addition is no slower", TEST_NO_MORE, 1.2},
        {13, "centred", TEST_NEAR, 0.05},
        {14, "one wave would do", TEST_NO_MORE, 2},
        {14, "one wave is no slower", TEST_NO_MORE, 1.2},
        {15, "the vector is turned", TEST_MORE, 10},
        {15, "as long as before", TEST_NO_MORE, 1.05},
        {16, "farther apart than floats resolve", TEST_MORE, 0},
        {17, "less accurate", TEST_MORE, 2},
        {17, "learned later", TEST_MORE, 1.2},
        {18, "more accurate", TEST_MORE, 2},
        {18, "learned earlier", TEST_MORE, 1.2},
        {19, "slower", TEST_MORE, 1.2},
        {20, "slower", TEST_MORE, 1.2},
        {20, "larger", TEST_MORE, 1.2},
        {31, "centred: faster", TEST_MORE, 1.2},
        {32, "short training is enough", TEST_NO_MORE, 2},
        {33, "with the first row: better", TEST_MORE, 2},
        {34, "better at 8x", TEST_MORE, 2},
        {34, "not worse in range", TEST_NO_MORE, 2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct claim *c = claims_find(&book, (int)table[i].number);
        const struct claim_table *t = c->table;
        while (t < c->table + c->tables && strcmp(t->title, table[i].title) != 0)
            t++;
        if (t == c->table + c->tables || t->test != (int)table[i].test || !(fabs(t->margin - table[i].margin) < 1e-12))
            fail_msg("claim %d, %s: another rule than before the numbers", c->number, table[i].title);
    }
}

GROUP(claim_files, plan_all, drop_all)
