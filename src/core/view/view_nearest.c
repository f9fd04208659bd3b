/* view_nearest.c -- whether an encoding gives every position a vector of its own; see view.h. */
#include "view/view.h"

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    struct closest c;
    int count = v->positions;
    if (!encoding_alone_closest(of, &c, &count, e))
        return false;
    if (count < 2)
        return error_set(e, EXIT_USAGE, "--positions %d: at least two are needed", count);
    of->positions = count;
    view_encoding_head(v, of);
    json_put(v->json, "nearest I distance f resolution f neighbours i", (const int[]){c.first, c.second}, 2, c.distance,
             c.resolution, c.neighbours);
    view_sees(v, "Of the vectors of positions 0..%d, those of %d and %d are the nearest: %.4g apart%s.", count - 1,
              c.first, c.second, c.distance, c.neighbours > 1 ? "; other neighbours are as near" : "");
    view_sees(v, "That is %.4g times the spacing of floats near their largest number, %.3g: %s.",
              c.distance / c.resolution, c.resolution,
              c.distance > c.resolution ? "every position has a different vector"
                                        : "two positions have the same vector in float precision");
    return true;
}

const struct view_kind view_nearest = {
    .of = "encoding",
    .name = "nearest",
    .summary = "which two positions are the most alike",
    .options = "positions",
    .no_picture = true,
    .vectors = true,
    .many = true,
    .tell = tell,
};
