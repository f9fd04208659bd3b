/* live_picture.c -- a picture as a message asks for it: as the page shows it, as a file, or its data. */
#include "page/live/messages.h"

enum { PICTURE_CELLS = 160 }; /* of a map in the page, along each side */

static void put_svg(struct html *h, const struct picture *p, const struct svg_size *size, struct arena *arena) {
    if (p->chart) {
        svg_chart(h, p->chart, size);
    } else {
        const struct heat map = heat_shrink(p->heat, PICTURE_CELLS, PICTURE_CELLS, arena);
        svg_heat(h, &map, size);
    }
}

const char *live_picture(const struct picture *p, int as, const struct svg_size *room, struct arena *arena) {
    static const struct svg_size own;
    struct html h;
    html_open(&h);
    if (as != LIVE_CSV)
        put_svg(&h, p, as == LIVE_SVG ? &own : room, arena);
    else if (p->chart)
        csv_chart(h.f, p->chart);
    else
        csv_heat(h.f, p->heat);
    fflush(h.f);
    const char *text = arena_text(arena, h.page.bytes);
    html_drop(&h);
    return text;
}
