/* fuzz_claims.c -- arbitrary claim files: one that is accepted can be planned or refused, and its rule printed. */
#include <assert.h>
#include <string.h>

#include "claims/claims.h"
#include "fuzz/fuzz.h"

FUZZ_TARGET(claims) {
    static const char shared[] = "[experiment order]\nsummary = task order\ncompare.members = none, learned\n";
    static struct claims_book book;
    static struct claim_result r;
    struct arena arena = {0};
    struct error e = {0};
    char rule[CLAIM_TEXT];
    book = (struct claims_book){0};
    bool ok = claims_read_text(&book, shared, strlen(shared), "shared.ini", &arena, &e);
    assert(ok);
    if (!claims_read_text(&book, (const char *)data, size, "c.ini", &arena, &e)) {
        fuzz_refused(&e);
    } else if (book.claims) {
        r.claim = book.claim[0];
        book.claim[0]->wanted = true;
        claim_judge(&r);
        claim_rule(r.claim, rule);
        assert(strlen(rule) < CLAIM_TEXT && strlen(r.text) < CLAIM_TEXT);
        if (!claims_plan(&book, 2, &arena, &e))
            fuzz_refused(&e);
    }
    arena_free(&arena);
    return 0;
}
