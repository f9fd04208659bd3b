/* test_refused.c -- the parts of a message: all of them, in their order, none twice. */
#include "unit/refused.h"
#include "unit/tests.h"

TEST(parts) {
    static const char text[] = "c.ini:2: train.steps: 0 is out of range 1..9";
    assert_true(has_parts(text, "") && has_parts(text, text) && has_parts(text, "train.steps: 0"));
    assert_true(has_parts(text, "c.ini:2: ... 0 ... 1..9"));
    assert_false(has_parts(text, "train.step: 0") || has_parts(text, "1..9 ... train.steps"));
    assert_false(has_parts(text, "steps ... steps") || has_parts(text, "0 ... 1..8"));
}

GROUP(refused, NULL, NULL)
