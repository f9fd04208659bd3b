/* plot_claim.c -- poslab plot claim: the settings of one claim, with their intervals beside what means yes. */
#include "base/file.h"
#include "base/text.h"
#include "claims/claims.h"
#include "command/plot.h"
#include "result/fill_claims.h"

static int number_of(const json_t *claim) { return (int)json_integer_value(json_object_get(claim, "number")); }

/* The one of that number; the error says which there are. */
static const json_t *find(const json_t *all, const char *folder, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE], known[512] = "";
    const json_t *claim;
    size_t i;
    int number;
    json_array_foreach(all, i, claim) {
        if (text && text_integer(text, &number) && number_of(claim) == number)
            return claim;
        text_append(known, sizeof known, "%s%d", *known ? ", " : "", number_of(claim));
    }
    if (text)
        error_set(e, EXIT_USAGE, "plot claim: %s has no claim '%s'; it has %s", folder, text_printable(shown, text),
                  *known ? known : "none");
    else
        error_set(e, EXIT_USAGE, "plot claim needs a number after the folder; %s has %s", folder,
                  *known ? known : "none");
    return NULL;
}

static bool draw(const struct plot *from, const json_t *claim, struct error *e) {
    struct chart c;
    fill_claim_chart(&c, claim, from->arena);
    c.title = from->a->title ? from->a->title : c.title;
    const struct picture p = {.chart = &c};
    if (from->target)
        return picture_write(from->target, &p, e);
    picture_screen(from->screen, &p);
    return true;
}

bool plot_claim(const struct plot *from, struct error *e) {
    const char *folder = from->a->operand[1];
    if (from->a->operands > 3)
        return error_set(e, EXIT_USAGE, "plot claim draws one claim; leave out '%s'", from->a->operand[3]);
    if (folder_look(folder).kind != FOLDER_CLAIMS)
        return error_set(e, EXIT_USAGE, "plot claim: %s has no %s; name a folder that `poslab claims` wrote", folder,
                         CLAIMS_FILE);
    json_t *all = claims_load(folder, e);
    const json_t *claim = all ? find(all, folder, from->a->operand[2], e) : NULL;
    bool ok = claim && draw(from, claim, e);
    json_decref(all);
    return ok;
}
