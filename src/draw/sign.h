/* sign.h -- how a curve looks, so that what it stands for is recognised in every picture.
 *
 * The colours, then a grey that all baselines have, and the dashes are classes of chart.css: k0.., d0... Curves of the
 * same colour and dash in one picture differ by their markers, shapes of svg_panel.c. */
#pragma once

enum { SIGN_COLOURS = 8, SIGN_BASELINE = SIGN_COLOURS, SIGN_DASHES = 4, SIGN_MARKERS = 6 };

struct sign {
    int colour, dash, marker; /* from 0 */
};
