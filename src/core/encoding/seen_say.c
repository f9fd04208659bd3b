/* seen_say.c -- the sentences of seen.h: each number in them is one of the struct. */
#include <math.h>

#include "base/text.h"
#include "encoding/seen.h"

/* "all 65 positions", "the only position" */
static const char *all(int count, const char *one, struct arena *a) {
    return count == 1 ? arena_format(a, "the only %s", one) : arena_format(a, "all %d %ss", count, one);
}

static const char *capital(const char *text, struct arena *a) {
    char *copy = arena_text(a, text);
    copy[0] = (char)(copy[0] - 'a' + 'A');
    return copy;
}

static const char *verb(int count, const char *one, const char *many) { return count == 1 ? one : many; }

/* ---- Facts */

static const char *rows(const struct encoding_seen *s, struct arena *a) {
    const char *every = capital(all(s->of, "position", a), a), *filled = s->frozen ? "used" : "filled";
    int known = s->of - s->outside;
    if (s->outside && s->gaps)
        return arena_format(a, "%d of %d positions %s that training never %s: it left out every fourth%s.", s->outside,
                            s->of, verb(s->outside, "reads a row", "read rows"), s->frozen ? "used" : "touched",
                            s->of > s->trained ? arena_format(a, " and ended at %d", s->trained - 1) : "");
    if (s->outside)
        return arena_format(a, "%s the row%s that training %s; the %s of %d%s that it never %s, which %s.",
                            known == 1 ? "Position 0 reads" : arena_format(a, "Positions 0 to %d read", known - 1),
                            text_plural(known), filled,
                            s->outside == 1 ? "last, 1" : arena_format(a, "other %d", s->outside), s->of,
                            verb(s->outside, ", reads a row", " read rows"), s->frozen ? "used" : "touched",
                            s->random ? verb(s->outside, "is still random", "are still random")
                                      : verb(s->outside, "has its first numbers", "have their first numbers"));
    if (s->nowhere)
        return arena_format(a, "%d of %d positions %s no row: training never had a word without one.", s->nowhere,
                            s->of, verb(s->nowhere, "adds", "add"));
    if (s->mixed)
        return arena_format(a, "%s %s within rows %d to %d, which training %s; %d of them %s a mix of two rows%s.",
                            every, verb(s->of, "reads", "read"), s->first_row, s->last_row, filled, s->mixed,
                            verb(s->mixed, "reads", "read"), s->mixes ? "" : ", and training never had a mix");
    return arena_format(a, "%s %s rows %d to %d, which training %s.", every, verb(s->of, "reads", "read"), s->first_row,
                        s->last_row, filled);
}

/* A column alone is a number that a reader can follow. */
static const char *number(const struct encoding_seen *s, bool by_length, struct arena *a) {
    const struct seen_unit *u = s->unit;
    if (s->outside)
        return arena_format(a, "The number goes from %.4g to %.4g; in training it went from %.4g to %.4g.", u->now_low,
                            u->now_high, u->trained_low, u->trained_high);
    const char *within = arena_format(a, "The number stays between %.4g and %.4g, ", u->now_low, u->now_high);
    within = text_join(within, "",
                       u->now_high - u->trained_high < 1e-6 * u->trained_high
                           ? "as in training"
                           : arena_format(a, "in training between %.4g and %.4g", u->trained_low, u->trained_high),
                       a);
    if (by_length)
        return arena_format(a, "%s; but neighbours are 1/%.4g apart, and in training never less than 1/%.4g.", within,
                            1 / u->step_now, 1 / u->step_trained);
    return arena_format(a, "%s.", within);
}

static const char *columns(const struct encoding_seen *s, const struct encoding_built *b, struct arena *a) {
    bool waves = b->kind->wave != NULL, natural = !s->nowhere && !s->mixed && !s->same && !s->period;
    const char *column = text_plural(s->units);
    int last = s->trained - 1;
    if (s->units == 1 && !waves)
        return number(s, b->by_length, a);
    if (s->nowhere && s->unseen)
        return arena_format(
            a, "%d of %d %s %s zeros; in %d of %d column%s 0 lies clearly outside the values of training%s.",
            s->nowhere, s->counted, s->counts, verb(s->nowhere, "gets", "get"), s->unseen, s->units, column,
            waves ? ": slow cosines were never that low" : "");
    if (s->nowhere)
        return arena_format(a, "%d of %d %s %s zeros, which lie within the values of training in %s.", s->nowhere,
                            s->counted, s->counts, verb(s->nowhere, "gets", "get"), all(s->units, "column", a));
    if (s->unseen)
        return arena_format(a, "%d of %d column%s %s values clearly outside those of positions 0 to %d%s.", s->unseen,
                            s->units, column, verb(s->unseen, "gets", "get"), last,
                            !waves || !natural ? ""
                            : s->unseen == 1   ? ": its wave is so slow that training saw only a part of it"
                                               : ": their waves are so slow that training saw only a part of them");
    if (s->slightly)
        return arena_format(a, "No column gets values clearly outside those of positions 0 to %d%s.", last,
                            s->mixed ? ", but some between two of them" : "");
    return arena_format(a, "%s %s within the values that positions 0 to %d had%s.",
                        capital(all(s->units, "column", a), a), verb(s->units, "stays", "stay"), last,
                        s->mixed ? ", though between two of them" : "");
}

static const char *pairs(const struct encoding_seen *s, struct arena *a) {
    bool natural = !s->nowhere && !s->mixed && !s->same && !s->period && s->kept == s->waves;
    int last = s->trained - 1;
    const char *plural = text_plural(s->units);
    if (s->unseen && natural)
        return arena_format(a,
                            "Words up to %d away look as in training, wherever they are; to farther ones %d of %d "
                            "pair%s of columns %s angles that training never had.",
                            last, s->unseen, s->units, plural, verb(s->unseen, "has", "have"));
    if (s->unseen)
        return arena_format(a,
                            "In %d of %d pair%s of columns some words are rotated against the asking word by angles "
                            "that words up to %d away never had in training.",
                            s->unseen, s->units, plural, last);
    if (s->slightly)
        return arena_format(
            a, "No pair of columns has angles clearly outside those that words up to %d away had in training.", last);
    return arena_format(a, "%s of columns %s within the angles that words up to %d away had in training.",
                        capital(all(s->units, "pair", a), a), verb(s->units, "stays", "stay"), last);
}

static const char *distances(const struct encoding_seen *s, struct arena *a) {
    int last = s->trained - 1;
    if (!s->outside)
        return arena_format(a, "No distance is read as more than %d, the longest of training.", last);
    return arena_format(a, "Words up to %d away look as in training; beyond, %s (%d of %d distances %s new).", last,
                        s->onward, s->outside, s->of, verb(s->outside, "is", "are"));
}

static const char *buckets(const struct encoding_seen *s, struct arena *a) {
    const char *sides = s->both_sides ? " to both sides" : "";
    if (!s->outside)
        return arena_format(a, "%s%s fall into buckets that training filled.", capital(all(s->of, "distance", a), a),
                            sides);
    return arena_format(
        a, "%d of %d distances%s %s into %d bucket%s that training never touched: %s numbers are still random.",
        s->outside, s->of, sides, verb(s->outside, "falls", "fall"), s->unseen, text_plural(s->unseen),
        verb(s->unseen, "its", "their"));
}

/* Of the first weights it says so: training moves the numbers. */
static const char *parts(const struct encoding_seen *s, enum seen_asks asks, struct arena *a) {
    static const char *const from[] = {
        [ASKS_FIRST] = ", seen from the first row", [ASKS_LAST] = ", seen from the last row", [ASKS_ALL] = ""};
    const struct seen_unit *u = s->unit;
    const char *first = s->initial ? " (with the first weights)" : "";
    if (s->unseen)
        return arena_format(
            a,
            "A distance is read as a part of the longest, in logarithms%s: it reaches %.2f, in training "
            "%.2f at most%s; the curve was never trained there.",
            from[asks], u->now_high, u->trained_high, first);
    return arena_format(
        a, "A distance is read as a part of the longest, in logarithms%s: at most %.2f, in training %.2f%s.",
        from[asks], u->now_high, u->trained_high, first);
}

static const char *counts(const struct encoding_seen *s, struct arena *a) {
    if (s->count_now > 0)
        return arena_format(
            a,
            "It counts words that pass a gate: to %.0f in texts as long as in training, here to %.0f; a "
            "count above %d reads row %d.",
            s->count_trained, s->count_now, s->last_row, s->last_row);
    if (s->length <= s->last_row)
        return "It counts words that pass a gate; which counts training had depends on the words.";
    return arena_format(
        a,
        "It counts words that pass a gate, and a count above %d reads row %d; which rows training filled "
        "depends on the words.",
        s->last_row, s->last_row);
}

static bool of_distances(enum seen_kind kind) {
    return kind == SEEN_DISTANCES || kind == SEEN_BUCKETS || kind == SEEN_PARTS;
}

static const char *fact(const struct encoding_seen *s, const struct seen_of *of) {
    struct arena *a = of->arena;
    if (s->kind == SEEN_NOTHING)
        return "The model has no positions at any length; only the number of words is new.";
    if (s->kind == SEEN_COUNTS)
        return counts(s, a);
    if (s->length <= s->unmapped && (!s->gaps || of_distances(s->kind)))
        return arena_format(
            a, "%s occurred in training.",
            capital(of_distances(s->kind) ? all(s->of, "distance", a) : all(s->length, "position", a), a));
    if (s->alone)
        return "The row that is asked sees itself alone, as in training.";
    switch (s->kind) {
    case SEEN_ROWS: return rows(s, a);
    case SEEN_COLUMNS: return columns(s, of->now->built, a);
    case SEEN_PAIRS: return pairs(s, a);
    case SEEN_DISTANCES: return distances(s, a);
    case SEEN_BUCKETS: return buckets(s, a);
    default: return parts(s, of->asks, a);
    }
}

/* ---- Prices: of what the policy did, whatever its name */

static const char *slower(const struct encoding_seen *s, struct arena *a) {
    const char *kept = s->kept ? arena_format(a, "%d of %d waves %s", s->kept, s->waves,
                                              verb(s->kept, "keeps its pace", "keep their pace"))
                               : arena_format(a, "None of %d waves keeps its pace", s->waves);
    const char *scores =
        s->temperature > 1 ? arena_format(a, ", and scores grow by a factor of %.2f", s->temperature) : "";
    return arena_format(a, "%s; the slowest turn%s %.2g times more slowly%s.", kept, s->waves - s->kept == 1 ? "s" : "",
                        s->slowest, scores);
}

static const char *squeezed(const struct encoding_seen *s, bool distances, struct arena *a) {
    double by = 1 / s->step;
    if (s->kind == SEEN_BUCKETS)
        return arena_format(a,
                            "Distances shrink by a factor of %.4g and are rounded: about %.0f neighbouring distances "
                            "share one number.",
                            by, by);
    return arena_format(a, "%s shrink by a factor of %.4g: neighbours look 1/%.4g of a step apart.",
                        distances ? "Distances" : "Steps", by, by);
}

static const char *price(const struct encoding_seen *s, const struct seen_of *of) {
    struct arena *a = of->arena;
    bool distances = of->now->built->acts_on & ACTS_ON_DISTANCES;
    int first = s->counted - s->same;
    if (s->length <= s->unmapped || s->alone)
        return "";
    if (s->slowest > 1 + 1e-9)
        return slower(s, a);
    if (s->nowhere)
        return arena_format(a, "The last %d of %d %s have no order among each other%s.", s->nowhere, s->counted,
                            s->counts, s->as_first ? ": they look as if at position 0" : "");
    if (s->same && distances)
        return arena_format(a, "All words %d or more away look equally far.", first);
    if (s->same)
        return arena_format(a, "The last %d of %d %s are one and the same: the order of the words there is lost.",
                            s->same, s->counted, s->counts);
    if (s->period)
        return arena_format(a, "%s %d apart are read as one: up to %d look alike in place.", capital(s->counts, a),
                            s->period, (s->counted + s->period - 1) / s->period);
    return s->step < 1 - 1e-9 ? squeezed(s, distances, a) : "";
}

void seen_say(struct encoding_seen *s, const struct seen_of *of) {
    s->fact = fact(s, of);
    s->price = price(s, of);
}
