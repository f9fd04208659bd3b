/* plot_claim.c -- poslab plot claim: the settings of one claim, with their intervals beside what means yes. */
#include "base/file.h"
#include "base/text.h"
#include "claims/claims.h"
#include "command/plot.h"
#include "result/fill_claims.h"

/* The one of that number; the error says which there are. */
static const struct claim_result *find(const struct claim_result *r, int count, const char *folder, const char *text,
                                       struct error *e) {
    char shown[TEXT_PRINTABLE], known[512] = "";
    int number;
    for (int i = 0; i < count; i++) {
        if (text && text_integer(text, &number) && r[i].claim->number == number)
            return &r[i];
        text_append(known, sizeof known, "%s%d", *known ? ", " : "", r[i].claim->number);
    }
    if (text)
        error_set(e, EXIT_USAGE, "plot claim: %s has no claim '%s'; it has %s", folder, text_printable(shown, text),
                  *known ? known : "none");
    else
        error_set(e, EXIT_USAGE, "plot claim needs a number after the folder; %s has %s", folder,
                  *known ? known : "none");
    return NULL;
}

bool plot_claim(const struct plot *from, struct error *e) {
    const char *folder = from->a->operand[1];
    struct chart c;
    int count;
    if (from->a->operands > 3)
        return error_set(e, EXIT_USAGE, "plot claim draws one claim; leave out '%s'", from->a->operand[3]);
    if (folder_look(folder).kind != FOLDER_CLAIMS)
        return error_set(e, EXIT_USAGE, "plot claim: %s has no %s; name a folder that `poslab claims` wrote", folder,
                         CLAIMS_FILE);
    const struct claim_result *r = claims_load(folder, &count, from->arena, e);
    r = r ? find(r, count, folder, from->a->operand[2], e) : NULL;
    if (!r)
        return false;
    fill_claim_chart(&c, r, from->arena);
    c.title = from->a->title ? from->a->title : c.title;
    const struct picture p = {.chart = &c};
    if (from->target)
        return picture_write(from->target, &p, e);
    picture_screen(from->screen, &p);
    return true;
}
