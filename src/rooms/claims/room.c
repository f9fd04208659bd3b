/* room.c -- what this room adds: statements of tutorials, each tested by a comparison. */
#include "base/room.h"
#include "claims/claims.h"
#include "cli/say.h"
#include "command/catalogue.h"
#include "command/command.h"

/* ---- Words for help */

/* A claim by its number, and by every word of its tables. */
static void add_claim(struct entry_list *to, const struct claim *c) {
    struct entry e = {.name = arena_format(to->arena, "claim %d", c->number), .summary = c->sentence};
    entry_add(to, e);
    for (int i = 0; i < c->tables; i++) {
        e.also = c->table[i].title;
        entry_add(to, e);
        for (int k = 0; k < 3; k++)
            if ((e.also = c->table[i].head[k]))
                entry_add(to, e);
    }
    for (int i = 0; i < c->rows; i++)
        for (int k = 0; k < CLAIM_FACTORS; k++)
            if ((e.also = c->row[i].setting[k]))
                entry_add(to, e);
}

static void add_claims(struct entry_list *to) {
    struct claims_book book = {0};
    struct error unread;
    bool read = claims_read(&book, to->arena, &unread);
    if (!read && unread.code != EXIT_IO) /* without the folder there are none */
        command_warn("%s", unread.text);
    for (int i = 0; i < book.claims && read; i++)
        add_claim(to, book.claim[i]);
}

extern const struct command command_claims;

const struct room room_claims = {
    .name = "claims",
    .commands = (const struct command *const[]){&command_claims, NULL},
    .words = &(const struct catalogue){"claims", "tested by `poslab claims`", NULL, NULL, add_claims, 1},
};
