/* sign.c -- see sign.h. */
#include "present/sign.h"

struct sign sign_of(const struct encoding *kind, int nth) {
    int at = 0;
    while (encodings[at] && encodings[at] != kind)
        at++;
    return (struct sign){at % SIGN_COLOURS, at / SIGN_COLOURS % SIGN_DASHES, nth % SIGN_MARKERS};
}
