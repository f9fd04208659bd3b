/* sign.h -- how a curve looks, so that what it stands for is recognised in every picture.
 *
 * The colours, then a grey that all baselines have, and the dashes are classes of chart.css: k0.., d0...; markers are
 * shapes of svg_panel.c. Without colours, dash and marker still tell curves apart. */
#pragma once

enum { SIGN_COLOURS = 14, SIGN_BASELINE = SIGN_COLOURS, SIGN_DASHES = 4, SIGN_MARKERS = 8 };

/* Recurrences without positions have rows of their own, between those of the encodings. */
enum { SIGN_FIRST_RECURRENCE = 8, SIGN_RECURRENCES = 3 };

struct sign {
    int colour, dash, marker; /* from 0 */
};

/* Of row number `row` of what is compared. */
static inline struct sign sign_of_row(int row) {
    return (struct sign){row % SIGN_COLOURS, row / SIGN_MARKERS % SIGN_DASHES, row % SIGN_MARKERS};
}
