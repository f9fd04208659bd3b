/* public_names.c -- see public_names.h. */
#include "tables/public_names.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

const char *const public_kinds[PUBLIC_KINDS + 1] = {"token", "segment", "position", "matrix"};

/* How names of tables end, in models of the field; with PUBLIC_TOKEN those of a line count only where no line above has
 * one. */
static const struct role {
    enum public_kind kind;
    const char *ends;
} roles[] = {
    {PUBLIC_TOKEN, "word_embeddings.weight wte.weight tokens_embed.weight tok_emb.weight tok_embeddings.weight "
                   "token_embedding.weight word_embedding.weight embed_in.weight shared.weight"},
    {PUBLIC_TOKEN, "embed_tokens.weight"},
    {PUBLIC_TOKEN, "embedding.weight embeddings.weight embeddings embed.weight"},
    {PUBLIC_SEGMENT, "token_type_embeddings.weight"},
    {PUBLIC_POSITION, "position_embeddings.weight wpe.weight embed_positions.weight position_embedding.weight "
                      "positions_embed.weight pos_emb.weight position_embeddings pos_embed pos_embedding pos_emb "
                      "positional_embedding"},
};
enum { ROLES = sizeof roles / sizeof *roles };

/* ---- Which tensor it is */

/* Whether a name is `end`, or ends so after a point. */
bool public_ends_in(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return text_ends(name, end) && (n == m || name[n - m - 1] == '.');
}

/* The line that has the end of a name; ROLES: none. */
static int role_of(const char *name) {
    char end[64];
    for (int i = 0; i < ROLES; i++)
        for (const char *at = roles[i].ends; text_item(&at, end, sizeof end);)
            if (public_ends_in(name, end))
                return i;
    return ROLES;
}

/* `t` NULL: of a tensor in another file, whose shape is not known. */
static void list(struct public_choice *c, const char *name, const struct safetensors_entry *t) {
    char shown[TEXT_PRINTABLE], shape[64] = "";
    if (t && t->dims != 2 && !(t->dims == 3 && t->shape[0] == 1))
        return;
    if (t)
        snprintf(shape, sizeof shape, " (%llu x %llu)", (unsigned long long)t->shape[t->dims - 2],
                 (unsigned long long)t->shape[t->dims - 1]);
    bool likely = strstr(name, "emb") || strstr(name, "pos") || role_of(name) < ROLES;
    char *to = likely ? c->likely : c->others;
    if (!text_ends(to, ", ...") && !text_append(to, PUBLIC_LISTED - strlen(", ..."), "%s%s%s", *to ? ", " : "",
                                                text_printable(shown, name), shape))
        text_append(to, PUBLIC_LISTED, ", ...");
}

void public_consider(struct public_choice *c, const char *name, const struct safetensors_entry *t) {
    bool whole = c->wanted && strcmp(name, c->wanted) == 0;
    int role = role_of(name);
    list(c, name, t);
    if (c->whole || (c->wanted ? !public_ends_in(name, c->wanted) : role == ROLES || roles[role].kind != c->kind))
        return;
    bool better = whole || !c->found || (!c->wanted && role < c->role);
    if (!better && !c->wanted && role > c->role)
        return;
    c->other = better ? NULL : c->found;
    c->found = name;
    c->role = role;
    c->whole = whole;
}

bool public_choice_check(struct public_choice *c, const char *path, struct error *e) {
    char shown[3][TEXT_PRINTABLE], what[TEXT_PRINTABLE + 32];
    if (c->found && c->kind == PUBLIC_MATRIX && c->role < ROLES)
        c->kind = roles[c->role].kind;
    if (c->found && !c->other)
        return true;
    if (c->wanted)
        snprintf(what, sizeof what, "matrix '%s'", text_printable(shown[0], c->wanted));
    else
        snprintf(what, sizeof what, "table of %ss", public_kinds[c->kind]);
    if (c->found)
        return error_set(
            e, EXIT_USAGE,
            "%s has several %s%ss, %s and %s; name one: --table NAME, an option of `poslab show` and `poslab export`",
            path, c->wanted ? "of that name" : "tables of ", c->wanted ? "" : public_kinds[c->kind],
            text_printable(shown[0], c->other), text_printable(shown[1], c->found));
    return error_set(e, EXIT_USAGE, "%s has no %s; %s%s%s%s; --table NAME takes any of its matrices", path, what,
                     *c->likely || *c->others ? "it has " : "it has no matrix", c->likely,
                     *c->likely && *c->others ? ", " : "", c->others);
}
