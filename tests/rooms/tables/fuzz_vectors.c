/* fuzz_vectors.c -- arbitrary vectors as text. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "tables/vector_text.h"

enum { ASKED = 8 };

FUZZ_TARGET(vectors) {
    struct vector_text t;
    struct error e = {0};
    real number[ASKED];
    bool more = true, ok = vector_text_open(&t, fuzz_file("vectors.txt", data, size), &e);
    while (ok && (ok = vector_text_next(&t, &more, &e)) && more) {
        struct error unread = {0};
        int asked = t.columns < ASKED ? t.columns : ASKED;
        assert(t.length > 0 && t.columns > 0);
        if (!vector_text_numbers(&t, number, asked, &unread))
            fuzz_refused(&unread);
        else
            for (int i = 0; i < asked; i++)
                assert(isfinite(number[i]));
    }
    if (!ok)
        fuzz_refused(&e);
    vector_text_close(&t);
    return 0;
}
