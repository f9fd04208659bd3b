/* test_policy.c -- laws of extrapolation policies, each by itself and under every encoding and variant: within the
 * trained length none has an effect; mapped positions stay in the trained range; a policy changes exactly what it
 * declares, and all policies of an encoding differ. */
#include "law/small.h"
#include "unit/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "model/batch.h"
#include "model/mixer.h"
#include "model/model.h"

enum { LONGEST = 40, LOGITS = SMALL_TARGETS * SMALL_CLASSES };

#define EACH_LIMIT_AND_LENGTH                     \
    for (int limit = 1; limit < LONGEST; limit++) \
        for (int length = 1; length < 4 * LONGEST; length++)

/* ---- A policy by itself */

static const struct policy_wave slow = {.frequency = 0.01, .place = 1, .yarn = {0.25, 2}};

TEST(identity_inside) {
    for (const struct policy *const *p = policies; ABOUT(*p); p++)
        EACH_LIMIT_AND_LENGTH for (int t = 0; t < length && length <= limit; t++) {
            const struct policy_squeeze by = policy_squeeze(*p, &slow, limit, length);
            assert_true((*p)->map(t, limit, length) == t);
            assert_true(by.frequency == 1 && by.temperature == 1);
        }
}

/* In the trained range or nowhere, whatever the length; the first position stays the first. */
TEST(range) {
    for (const struct policy *const *p = policies; ABOUT(*p); p++)
        EACH_LIMIT_AND_LENGTH for (int t = 0; t < length; t++) {
            double at = (*p)->map(t, limit, length);
            bool maps = (*p)->acts_on & (ACTS_ON_POSITIONS | ACTS_ON_DISTANCES);
            if (!(maps ? (at >= 0 && at <= limit - 1) || at == POLICY_NOWHERE : at == t))
                fail_msg("position %d of %d, %d of them trained, is read as %g", t, length, limit, at);
            assert_true(t > 0 || at == 0);
        }
}

/* A longer distance never reads as a shorter one, and none as nowhere. */
TEST(distances_keep_their_order) {
    for (const struct policy *const *p = policies; ABOUT(*p); p++)
        EACH_LIMIT_AND_LENGTH for (int t = 1; t < length && (*p)->acts_on & ACTS_ON_DISTANCES; t++)
            assert_true((*p)->map(t, limit, length) >= (*p)->map(t - 1, limit, length));
}

/* Frequencies only ever fall, further with the length, and those of slower waves at least as far; never by more than
 * the length has grown, which is what the slowest wave gets. All waves share a temperature, which only ever rises. */
TEST(waves_slow_down) {
    for (const struct policy *const *p = policies; ABOUT(*p); p++) {
        assert_int_equal((*p)->squeeze != NULL, ((*p)->acts_on & ACTS_ON_FREQUENCIES) != 0);
        EACH_LIMIT_AND_LENGTH {
            double before = 1, times = length > limit ? (double)length / limit : 1;
            for (int i = 0; i <= 8; i++) {
                const struct policy_wave wave = {pow(1000, -i / 8.0), i / 8.0, {0.25, 2}};
                const struct policy_squeeze by = policy_squeeze(*p, &wave, limit, length),
                                            shorter = policy_squeeze(*p, &wave, limit, length - 1);
                assert_true(by.frequency <= before && by.frequency >= 1 / times - 1e-12);
                assert_true(by.frequency <= shorter.frequency && by.temperature >= shorter.temperature);
                assert_true(by.temperature >= 1 &&
                            by.temperature == policy_squeeze(*p, &slow, limit, length).temperature);
                before = by.frequency;
            }
            assert_true(!(*p)->squeeze || fabs(before * times - 1) <= 1e-12);
        }
    }
}

/* ---- Which policies an encoding takes */

/* tests/golden/policies.txt: "learned extend clamp ...". Names that no line has may stand between. */
static void check_order(const struct encoding *kind, char *names, const char *whole) {
    const struct policy *list[ENCODING_POLICIES + 1];
    char *rest, *name = strtok_r(names, " \n", &rest);
    policy_list(list, kind->acts_on);
    for (int i = 0; list[i]; i++)
        if (name && strcmp(list[i]->name, name) == 0)
            name = strtok_r(NULL, " \n", &rest);
        else if (strstr(whole, list[i]->name))
            fail_msg("policy %s stands where %s is expected", list[i]->name, name ? name : "none");
    if (name)
        fail_msg("policy %s is missing", name);
}

TEST(the_published_table) {
    FILE *file = fopen("tests/golden/policies.txt", "r");
    char whole[2000] = "", line[300];
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        text_append(whole, sizeof whole, "%s", line);
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        char *names = strchr(line, ' ');
        assert_non_null(names);
        *names++ = 0;
        assert_true(ABOUT(encoding_find(line)));
        check_order(encoding_find(line), names, whole);
    }
    about(NULL);
    fclose(file);
}

static void open_small(struct small *s, struct small_kinds k, const struct policy *policy, int length) {
    small_open_kinds(s, k, (struct model_config){.d_model = 8, .heads = 2, .d_ff = 12}, 0, policy, length);
}

/* Those that act on what it acts on and those that change nothing, natural one first. */
TEST(what_acts_on_the_same) {
    static struct small s;
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++) {
        open_small(&s, k, &policy_extend, SMALL_POSITIONS);
        const struct encoding_built *b = &s.model.encoding;
        assert_int_equal(b->acts_on & ~k.encoding->acts_on, 0); /* options only take away */
        assert_ptr_equal(b->policies[0], &policy_extend);
        assert_true(encoding_accepts(b, &policy_refuse));
        for (int n = 1; b->policies[n]; n++)
            if (!(b->policies[n]->acts_on & b->acts_on))
                fail_msg("policy %s acts on nothing of it", b->policies[n]->name);
        small_close(&s);
    }
}

static bool equal(const real *a, const real *b) {
    int i = 0;
    while (i < LOGITS && a[i] == b[i])
        i++;
    return i == LOGITS;
}

/* Logits of a small batch whose positions are spread over `length`. */
static void logits_of(real logits[LOGITS], struct small_kinds k, const struct policy *policy, int length) {
    static struct small s;
    open_small(&s, k, policy, length);
    struct batch b = small_batch(&s.arena);
    for (int i = 0; i < b.rows; i++)
        b.position[i] = b.position[i] * (length - 1) / (SMALL_POSITIONS - 1);
    small_loss(&s, &b);
    memcpy(logits, s.work.value.logits, LOGITS * sizeof *logits);
    small_close(&s);
}

/* What options leave of the policies that the kind takes. */
static int policies_of(struct small_kinds k, const struct policy *list[ENCODING_POLICIES + 1]) {
    static struct small s;
    int count = 0;
    open_small(&s, k, &policy_extend, SMALL_POSITIONS);
    memcpy(list, s.model.encoding.policies, sizeof s.model.encoding.policies);
    while (list[count])
        count++;
    small_close(&s);
    return count;
}

TEST(no_say_inside) {
    const struct policy *list[ENCODING_POLICIES + 1];
    struct small_kinds k;
    real natural[LOGITS], other[LOGITS];
    for (int i = 0; small_attention(i, &k); i++) {
        policies_of(k, list);
        logits_of(natural, k, &policy_refuse, SMALL_POSITIONS);
        for (int n = 0; list[n]; n++) {
            logits_of(other, k, list[n], SMALL_POSITIONS);
            if (!equal(natural, other))
                fail_msg("policy %s has a say inside the trained length", list[n]->name);
        }
    }
}

/* Beyond the trained length no two of them are one, but for options that make them so. */
TEST(each_is_another) {
    static real logits[ENCODING_POLICIES][LOGITS];
    const struct policy *list[ENCODING_POLICIES + 1];
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        struct small_kinds k = {&mixer_attention, *kind, NULL};
        int count = policies_of(k, list);
        for (int n = 0; n < count; n++) {
            logits_of(logits[n], k, list[n], 3 * SMALL_POSITIONS);
            for (int m = 0; m < n; m++)
                if (equal(logits[n], logits[m]))
                    fail_msg("policies %s and %s are one beyond the trained length", list[n]->name, list[m]->name);
        }
    }
}

/* ---- What an encoding reads under a policy */

static double bias_at(const struct small *s, int head, int distance) {
    struct encoding_weights w = model_encoding_weights(&s->model, NULL);
    int query = distance < 0 ? -distance : 0, key = query + distance;
    real score[2] = {0};
    s->model.encoding.kind->bias(&s->use, &w, score, (struct span){1, &query}, (struct span){1, &key});
    return (double)score[head];
}

enum { FARTHEST = 30 };

/* natural[head][FARTHEST + d]: the bias of distance d without any policy */
static void natural_biases(double natural[2][2 * FARTHEST + 1], struct small_kinds k, int causal) {
    static struct small s;
    struct model_config config = {.d_model = 8, .heads = 2, .causal = causal};
    small_open_kinds(&s, k, config, 0, &policy_extend, FARTHEST + 1);
    for (int head = 0; head < 2; head++)
        for (int d = -FARTHEST; d <= FARTHEST; d++)
            natural[head][FARTHEST + d] = bias_at(&s, head, d);
    small_close(&s);
}

/* The bias of distance d lies between those of the whole distances about the one it is read as, on the same side; one
 * that is read as 0 is read as the row itself. */
static void check_mapped(const struct small *s, double natural[2][2 * FARTHEST + 1], int d) {
    double size = s->use.policy->map(abs(d), s->model.encoding.size.trained, s->use.length);
    int near = (int)floor(size), far = (int)ceil(size);
    for (int head = 0; head < 2; head++) {
        double a = natural[head][FARTHEST + (d < 0 ? -near : near)], b = natural[head][FARTHEST + (d < 0 ? -far : far)],
               got = bias_at(s, head, d);
        if (!(got >= fmin(a, b) - 1e-6 && got <= fmax(a, b) + 1e-6))
            fail_msg("%s: distance %d of %d is read as %g: its bias %g is not between %g and %g", s->use.policy->name,
                     d, s->use.length, size, got, a, b);
    }
}

static void check_distances(struct small_kinds k, const struct policy *policy, int causal) {
    static struct small s;
    double natural[2][2 * FARTHEST + 1];
    natural_biases(natural, k, causal);
    for (int length = SMALL_POSITIONS; length <= FARTHEST + 1; length += 5) {
        small_open_kinds(&s, k, (struct model_config){.d_model = 8, .heads = 2, .causal = causal}, 0, policy, length);
        for (int d = 1 - length; d < length; d++)
            check_mapped(&s, natural, d);
        small_close(&s);
    }
}

TEST(biases_of_mapped_distances) {
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++)
        for (const struct policy *const *p = policies; *p && k.encoding->bias && !k.encoding->parts; p++)
            if ((*p)->acts_on & k.encoding->acts_on & ACTS_ON_DISTANCES)
                for (int causal = 0; causal < 2; causal++)
                    check_distances(k, *p, causal);
}

enum { TOUCHED = 4096 };

/* Which of the encoding's weights a sequence of `length` positions reads, tensor after tensor; vectors are read at
 * every position. */
static int read_of(bool read[TOUCHED], const struct small *s, int length) {
    const struct encoding_built *b = &s->model.encoding;
    struct encoding_weights w = model_encoding_weights(&s->model, s->grad);
    struct arena arena = {0};
    real *x = arena_alloc(&arena, (size_t)length * 8, sizeof *x);
    int *at = arena_alloc(&arena, (size_t)length, sizeof *at), count = 0;
    for (int i = 0; i < length; i++)
        at[i] = i;
    memset(s->grad, 0, s->model.params.size * sizeof *s->grad);
    for (int i = 0; i < 8 * length; i++)
        x[i] = 1;
    if (b->kind->embed_backward)
        b->kind->embed_backward(&s->use, &w, x, (struct span){length, at});
    for (int i = 0; i < length && b->kind->bias_backward; i++) /* a causal row sees those up to itself */
        b->kind->bias_backward(&s->use, &w, x, (struct span){1, &at[i]},
                               (struct span){b->size.causal ? i + 1 : length, at});
    for (int t = 0; t < b->tensors; t++)
        for (int i = 0; i < b->tensor[t].rows * b->tensor[t].columns && !b->tensor[t].vector; i++) {
            assert_true(count < TOUCHED);
            read[count++] = w.grad[t][i] != 0;
        }
    arena_free(&arena);
    return count;
}

/* A policy that maps all that an encoding reads into the trained range reads no weight that training left alone. */
static void check_read(struct small_kinds k, const struct policy *policy, int causal) {
    static struct small s;
    bool trained[TOUCHED], read[TOUCHED];
    struct model_config config = {.d_model = 8, .heads = 2, .causal = causal};
    small_open_kinds(&s, k, config, 0, &policy_extend, SMALL_POSITIONS);
    read_of(trained, &s, SMALL_POSITIONS);
    small_close(&s);
    for (int length = SMALL_POSITIONS + 1; length < 8 * SMALL_POSITIONS; length += 7) {
        small_open_kinds(&s, k, config, 0, policy, length);
        int count = read_of(read, &s, length);
        for (int i = 0; i < count; i++)
            if (read[i] && !trained[i])
                fail_msg("%s%s reads weight %d in a sequence of %d, which training on %d never read", policy->name,
                         causal ? ", causal" : "", i, length, SMALL_POSITIONS);
        small_close(&s);
    }
}

/* Whether every part of it has its positions or distances mapped; another one goes on as under `extend`. */
static bool maps_all(const struct encoding *kind, const struct policy *policy) {
    bool all = true;
    for (int i = 0; encoding_part(kind, i); i++)
        all &= (policy->acts_on & encoding_part(kind, i)->acts_on & (ACTS_ON_POSITIONS | ACTS_ON_DISTANCES)) != 0;
    return all;
}

/* says help glossary: A row that gets weight wherever the target is, often the first */
TEST(nothing_untrained_is_read) {
    const struct policy *list[ENCODING_POLICIES + 1];
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++)
        for (int n = 0, count = policies_of(k, list); n < count; n++)
            if (maps_all(k.encoding, list[n]))
                for (int causal = 0; causal < 2; causal++)
                    check_read(k, list[n], causal);
}

GROUP(policy, NULL, NULL)
