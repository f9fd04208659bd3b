/* report_progress.c -- at the top of a page that is written again and again: how far the models are, what runs, what
 * failed, and when the page was written. page.js renews it, as long as somebody writes it. */
#include <time.h>

#include "base/text.h"
#include "report/report.h"
#include "result/view_status.h"

enum { MOST = 12, STAMP = 32 };

static void list_members(struct html *h, const struct status *s, struct arena *arena) {
    int shown = 0, more = 0;
    for (const struct status_member *m = s->member; m; m = m->next) {
        if (m->status != STATUS_RUNNING && !m->failure)
            continue;
        more += shown == MOST;
        if (shown == MOST)
            continue;
        html_raw(h, shown++ ? "" : "<ul>\n");
        const char *name = text_shown(m->name, arena), *speed = view_status_speed(m, arena), *text;
        if (m->failure)
            text = arena_format(arena, "%s failed after step %d: %s", name, m->failure->step, m->failure->text);
        else if (m->holder.evaluating)
            text = arena_format(arena, "%s: evaluation", name);
        else /* "rope-seed2: step 300 of 800, 62 steps per second" */
            text = arena_format(arena, *speed ? "%s: step %d of %d, %s steps per second" : "%s: step %d of %d", name,
                                m->holder.step, m->steps, speed);
        html_element(h, "li", text);
        html_raw(h, "\n");
    }
    if (more)
        html_raw(h, "<li>and %d more</li>\n", more);
    html_raw(h, shown ? "</ul>\n" : "");
}

void report_progress(struct report *r) {
    const struct status *s = r->renewal->status;
    struct html *h = &r->h;
    char stamp[STAMP];
    const time_t now = time(NULL);
    struct tm parts;
    strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&now, &parts));
    html_raw(h, "<section id=progress data-written=%lld data-seconds=%d>\n", (long long)now, r->renewal->seconds);
    html_element(h, "p class=counts", view_status_counts(s, true, &r->arena));
    html_raw(h, "<progress max=100 value=%.1f>%.0f %%</progress>\n", 100 * status_share(s), 100 * status_share(s));
    list_members(h, s, &r->arena);
    html_raw(h,
             "<p class=age>Written on %s, updated about every %d seconds<span></span>. Positions, attention and "
             "single seeds follow when training ends.</p></section>\n",
             stamp, r->renewal->seconds);
}
