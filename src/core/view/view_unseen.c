/* view_unseen.c -- a map of each part of an encoding in a text longer than in training: what it gives at each position
 * or distance, and struck out what training never had (encoding/seen.h); above it whether that matters, where that was
 * measured (result/verdict.h); see view.h. */
#include <math.h>

#include "base/text.h"
#include "view/view_seen.h"

static const double HALF_TURN = 3.141592653589793;

/* "sines 1", "sines 2", "cosines 1" */
static const char **group_names(const char *const *group, int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    for (int i = 0, number = 1; i < count; i++, number++) {
        number = i && group[i] != group[i - 1] ? 1 : number;
        name[i] = arena_format(arena, "%s %d", group[i], number);
    }
    return name;
}

/* The heads of words after the row that asks, then those of words before it. */
static const char **side_names(int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    for (int i = 0; i < count; i++)
        name[i] = arena_format(arena, "%d %s", i % (count / 2) + 1, i < count / 2 ? "after" : "before");
    return name;
}

static void name_rows(struct heat *h, const struct encoding_seen *s, const struct seen_map *map, struct arena *arena) {
    h->row = (struct heat_axis){.title = "column"};
    if (map->group || s->kind == SEEN_PAIRS)
        h->row = (struct heat_axis){.title = "fast ones first", .series = true};
    if (map->group)
        h->row.name = group_names(map->group, map->m.rows, arena);
    else if (s->kind == SEEN_PAIRS) {
        const char **pair = arena_alloc(arena, (size_t)map->m.rows, sizeof *pair);
        for (int i = 0; i < map->m.rows; i++)
            pair[i] = "pair";
        h->row.name = group_names(pair, map->m.rows, arena);
    } else if (s->kind != SEEN_ROWS && s->kind != SEEN_COLUMNS)
        h->row = (struct heat_axis){
            .title = "head", .first = 1, .name = map->both_sides ? side_names(map->m.rows, arena) : NULL};
}

/* Positions or distances that are read as one: the last ones, or of angles to the last position the first. */
static void add_bracket(struct heat *h, const struct encoding_seen *s, const struct seen_map *map,
                        struct arena *arena) {
    bool first = s->kind == SEEN_PAIRS && map->earlier;
    if (!s->same || s->counted != s->length || s->length <= s->unmapped)
        return;
    h->column.bracket = first ? 0 : s->length - s->same;
    h->column.bracket_end = first ? s->same : s->length;
    h->column.bracket_says = arena_format(arena, "%d %ss, one place", s->same, h->column.title);
}

/* Of a table a word without a row is new, too. */
static bool is_new(const struct encoding_seen *s) { return s->outside || (s->kind == SEEN_ROWS && s->nowhere); }
/* A row after the end of a table may have been read in training all the same. */
static bool is_trained(const struct encoding_seen *s) { return s->kind == SEEN_ROWS && !s->frozen; }

static void fill(struct heat *h, const struct encoding_seen *s, const struct seen_map *map, int words,
                 const struct policy *policy, struct arena *arena) {
    bool vectors = s->kind == SEEN_ROWS || s->kind == SEEN_COLUMNS, pairs = s->kind == SEEN_PAIRS;
    const char *side = map->both_sides ? "after or before" : map->earlier ? "before" : "after";
    const char *what = vectors ? "What each position gets"
                               : arena_format(arena, "%s a word %s the target, by distance",
                                              pairs ? "The angle of" : "What is added to the score of", side);
    *h = (struct heat){.m = map->m,
                       .hatched = map->hatched,
                       .title = arena_format(arena, "%s (%d words, %s)", what, words, policy->name),
                       .column = {.title = vectors ? "position" : "distance"},
                       .subtitle = text_join(s->fact, " ", s->price, arena),
                       .value_title = pairs     ? "angle"
                                      : vectors ? "value"
                                                : "score",
                       .low = pairs ? -HALF_TURN : 0,
                       .high = pairs ? HALF_TURN : 0};
    h->column.edge = s->length > s->trained ? s->trained : 0;
    h->edge_says = !is_new(s)      ? "line: end of training"
                   : is_trained(s) ? "line: end of training; struck out: never trained"
                                   : "line: end of training; struck out: never met";
    h->describe = arena_format(arena, "%s %s", h->title, h->subtitle);
    name_rows(h, s, map, arena);
    add_bracket(h, s, map, arena);
}

static void put(const struct view *v, const struct heat *h, const struct encoding_seen *s, struct arena *arena) {
    double *row = arena_alloc(arena, (size_t)h->m.columns, sizeof *row);
    json_put(v->json, "{ kind s title s rows [", seen_kind_name(s->kind), h->title);
    for (int i = 0; h->row.name && i < h->m.rows; i++)
        json_put(v->json, "s", h->row.name[i]);
    json_put(v->json, "] hatched [");
    for (int i = 0; i < h->m.rows; i++) {
        for (int k = 0; k < h->m.columns; k++) {
            size_t cell = (size_t)i * h->m.columns + k;
            row[k] = isnan(h->m.value[cell]) ? (double)NAN : h->hatched[cell];
        }
        json_put(v->json, "F", row, h->m.columns);
    }
    json_put(v->json, "]");
    view_heat(v, "values", h);
    json_put(v->json, "}");
}

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    const struct policy *set = of->settings.extrapolation,
                        *policy = set == &policy_refuse ? of->built.policies[0] : set;
    struct arena arena = {0};
    struct encoding_parts_seen seen;
    struct view_measured m;
    int words = view_words(v, of);
    (void)e;
    of->positions = encoding_alone_positions(of, words);
    asks_see(&seen, of, &(struct asks_text){policy, of->positions, words, true}, &arena);
    view_encoding_head(v, of);
    json_put(v->json, "words i", words);
    view_put_seen(v, &seen);
    view_sees(v, "%s", text_join(seen.fact, " ", seen.price, &arena));
    view_measure(&m, o, words, &arena);
    const struct verdict *verdict = view_verdict(&m, policy);
    if (verdict) {
        why_put(v->json, verdict);
        view_sees(v, "%s", verdict->sentence);
    }
    json_put(v->json, "maps [");
    int maps = 0;
    for (int i = 0; i < seen.parts; i++) {
        struct heat h;
        if (!seen.map[i].m.rows)
            continue;
        maps++;
        fill(&h, &seen.part[i], &seen.map[i], words, policy, &arena);
        view_gap(v);
        view_say(v, 0, "%s: %ss across.%s%s", h.title, h.column.title, h.row.series ? " Fast waves come first." : "",
                 !is_new(&seen.part[i])      ? ""
                 : is_trained(&seen.part[i]) ? " Training never touched cells with a stroke."
                                             : " Training never had cells with a stroke.");
        put(v, &h, &seen.part[i], &arena);
    }
    json_put(v->json, "]");
    if (!maps)
        view_say(v, 0, "There is no map: %s.",
                 seen.part->kind == SEEN_COUNTS ? "the words of a text decide which counts it has"
                                                : "no position is read");
    arena_free(&arena);
    return true;
}

const struct view_kind view_unseen = {
    .of = "encoding",
    .name = "unseen",
    .summary = "a map in which what training never had is struck out",
    .options = "length",
    .unopened = true,
    .tell = tell,
};
