/* collect.c -- reads what members left behind and works out rows and pairs; see compare.h. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "study/compare.h"
#include "study/member.h"

/* `count` numbers; null is NAN: the policy makes no sense for the encoding. */
static bool read_numbers(const json_t *array, double *out, int count) {
    if ((int)json_array_size(array) != count)
        return false;
    for (int i = 0; i < count; i++) {
        const json_t *number = json_array_get(array, (size_t)i);
        out[i] = json_is_null(number) ? (double)NAN : json_number_value(number);
        if (!json_is_null(number) && !json_is_number(number))
            return false;
    }
    return true;
}

static bool read_rows(struct member *m, const json_t *rows, int lengths, struct arena *arena) {
    for (size_t i = 0; i < json_array_size(rows) && i < ENCODING_POLICIES; i++) {
        const json_t *row = json_array_get(rows, i);
        const char *name = json_string_value(json_object_get(row, "policy"));
        m->policy[i] = name ? policy_find(name) : NULL;
        m->value[i] = arena_take(arena, (size_t)metric_count, sizeof *m->value[i]);
        m->value[i][METRIC_ACCURACY].in_range = m->in_range;
        if (!m->policy[i] || !read_numbers(json_object_get(row, "accuracy"), m->value[i][METRIC_ACCURACY].at, lengths))
            return false;
        m->rows++;
    }
    return m->rows > 0;
}

static bool read_document(struct comparison_result *c, struct member *m, const json_t *json, struct arena *arena) {
    const json_t *in_range = json_object_get(json, "in_range"), *lengths = json_object_get(json, "lengths");
    double words[LENGTHS_MAX] = {0}, from[LENGTHS_MAX] = {0};
    c->lengths = (int)json_array_size(lengths);
    if (c->lengths < 1 || c->lengths > LENGTHS_MAX || !read_numbers(lengths, words, c->lengths) ||
        !read_numbers(json_object_get(json, "lengths_from"), from, c->lengths) ||
        !read_numbers(json_object_get(json, "chance"), c->chance[METRIC_ACCURACY].at, c->lengths) ||
        !json_is_object(in_range))
        return false;
    for (int i = 0; i < c->lengths; i++)
        c->words[i] = (struct range){(int)from[i], (int)words[i]};
    c->chance[METRIC_ACCURACY].in_range = json_number_value(json_object_get(in_range, "chance"));
    m->in_range = json_number_value(json_object_get(in_range, "accuracy"));
    const char *note = json_string_value(json_object_get(json, "note"));
    snprintf(c->note, sizeof c->note, "%s", note ? note : "");
    c->left_out = (int)json_integer_value(json_object_get(json, "left_out"));
    const json_t *training = json_object_get(json, "training");
    m->training = training ? json_number_value(json_object_get(training, "accuracy")) : (double)NAN;
    m->steps = (int)json_integer_value(json_object_get(json, "steps"));
    m->seconds = json_number_value(json_object_get(json, "seconds"));
    return read_rows(m, json_object_get(json, "policies"), c->lengths, arena);
}

/* Whether a member was evaluated on what the task's files hold now. */
static bool same_files(const struct comparison_result *c, const json_t *json) {
    char here[TASK_FINGERPRINT];
    const char *there = json_string_value(json_object_get(json, "files"));
    task_fingerprint(&c->task, here);
    return strcmp(there ? there : "", here) == 0;
}

static bool read_member(struct comparison_result *c, struct member *m, struct arena *arena, struct error *e) {
    char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    json_error_t where;
    if (!file_path(folder, c->folder, m->name, e) || !file_path(path, folder, EVALUATION_FILE, e))
        return false;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &where);
    bool ok = json && read_document(c, m, json, arena), same = !ok || same_files(c, json);
    json_decref(json);
    if (!same)
        return error_set(
            e, EXIT_DATA,
            "%s: evaluated on other files than the task has now, so members cannot be compared; delete %s, or "
            "name another folder with --run",
            path, folder);
    return ok || error_set(e, EXIT_DATA, "%s is damaged (%s); delete it and call the same command again", path,
                           json ? "numbers are missing" : where.text);
}

/* The member's row for a policy; -1 without one. */
static int row_of(const struct member *m, const struct policy *policy) {
    for (int i = 0; m->status == STATUS_FINISHED && i < m->rows; i++)
        if (m->policy[i] == policy)
            return i;
    return -1;
}

bool member_alike(const struct member *a, const struct member *b) { return strcmp(a->label, b->label) == 0; }

bool member_is_first(const struct comparison_result *c, int k) {
    for (int i = 0; i < k; i++)
        if (c->member[i].status == STATUS_FINISHED && member_alike(&c->member[i], &c->member[k]))
            return false;
    return c->member[k].status == STATUS_FINISHED;
}

bool row_is_first(const struct comparison_result *c, int i) { return i == 0 || c->row[i].first != c->row[i - 1].first; }

/* At length i, or in range for i < 0. */
static double value_of(const struct member *m, int row, int metric, int i) {
    const struct levels *v = &m->value[row][metric];
    return i < 0 ? v->in_range : v->at[i];
}

static struct summary row_summary(const struct comparison_result *c, const struct compare_row *row, int metric, int i) {
    double x[COMPARE_MEMBERS];
    int n = 0;
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        int at = row_of(m, row->policy);
        if (member_alike(m, row->first) && at >= 0 && !isnan(value_of(m, at, metric, i)))
            x[n++] = value_of(m, at, metric, i);
    }
    return summarise(x, n);
}

/* The member of the same seed with the other's label; NULL without one. */
static const struct member *partner(const struct comparison_result *c, const struct member *m,
                                    const struct member *other) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].seed == m->seed && member_alike(&c->member[k], other))
            return &c->member[k];
    return NULL;
}

static struct summary pair_summary(const struct comparison_result *c, const struct compare_pair *pair, int metric,
                                   int i) {
    double x[COMPARE_MEMBERS];
    int n = 0;
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        const struct member *other = member_alike(m, pair->a) ? partner(c, m, pair->b) : NULL;
        int at = row_of(m, pair->policy), there = other ? row_of(other, pair->policy) : -1;
        double difference =
            at >= 0 && there >= 0 ? value_of(m, at, metric, i) - value_of(other, there, metric, i) : (double)NAN;
        if (!isnan(difference))
            x[n++] = difference;
    }
    return summarise(x, n);
}

/* "rope+interpolate base=100"; an encoding that knows one policy goes by its label. */
static void name_row(struct compare_row *row) {
    const struct member *m = row->first;
    const struct policy *const *known = m->settings.encoding->policies;
    bool choice = known[1] || row->policy != known[0];
    text_append(row->name, sizeof row->name, "%.*s", (int)(strlen(m->label) - strlen(m->options)), m->label);
    if (choice)
        text_append(row->name, sizeof row->name, "+%s", row->policy->name);
    text_append(row->name, sizeof row->name, "%s", m->options);
}

static void add_row(struct comparison_result *c, const struct member *first, const struct policy *policy,
                    struct arena *arena) {
    struct compare_row *row = &c->row[c->rows++];
    row->first = first;
    row->policy = policy;
    name_row(row);
    row->of = arena_take(arena, (size_t)metric_count, sizeof *row->of);
    for (int k = 0; k < metric_count; k++) {
        row->of[k].in_range = row_summary(c, row, k, -1);
        for (int i = 0; i < c->lengths; i++)
            row->of[k].at[i] = row_summary(c, row, k, i);
    }
}

static void add_pair(struct comparison_result *c, const struct compare_row *a, const struct compare_row *b,
                     struct arena *arena) {
    if (a->policy != b->policy || a->of->at[0].n == 0 || b->of->at[0].n == 0)
        return;
    struct compare_pair *pair = &c->pair[c->pairs++];
    pair->a = a->first;
    pair->b = b->first;
    pair->policy = a->policy;
    pair->of = arena_take(arena, (size_t)metric_count, sizeof *pair->of);
    for (int k = 0; k < metric_count; k++) {
        pair->of[k].in_range = pair_summary(c, pair, k, -1);
        for (int i = 0; i < c->lengths; i++)
            pair->of[k].at[i] = pair_summary(c, pair, k, i);
    }
}

/* How many rows from row i on are of one member. */
static int block(const struct comparison_result *c, int i) {
    int count = 1;
    while (i + count < c->rows && c->row[i + count].first == c->row[i].first)
        count++;
    return count;
}

/* The rows of one member against those of each before it, policy by policy. */
static void add_pairs(struct comparison_result *c, int i, struct arena *arena) {
    for (int j = 0; j < i; j += block(c, j))
        for (int a = i; a < i + block(c, i); a++)
            for (int b = j; b < j + block(c, j); b++)
                add_pair(c, &c->row[a], &c->row[b], arena);
}

void compare_summarise(struct comparison_result *c, struct arena *arena) {
    int rows = 0;
    for (int k = 0; k < c->members; k++)
        rows += member_is_first(c, k) ? c->member[k].rows : 0;
    c->row = arena_take(arena, (size_t)rows, sizeof *c->row);
    for (int k = 0; k < c->members; k++)
        for (int i = 0; member_is_first(c, k) && i < c->member[k].rows; i++)
            add_row(c, &c->member[k], c->member[k].policy[i], arena);
    c->pair = arena_take(arena, (size_t)rows * rows / 2, sizeof *c->pair);
    for (int i = 0; i < c->rows; i += block(c, i))
        add_pairs(c, i, arena);
}

bool compare_collect(struct comparison_result *c, struct arena *arena, struct error *e) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status == STATUS_FINISHED && !read_member(c, &c->member[k], arena, e))
            return false;
    compare_summarise(c, arena);
    return true;
}
