/* refused.h -- what a refusal names. A sentence stands once, in refusals.txt, a golden screen or a bats file; a test in
 * C checks the exit code and what it is about: a key, a number, a file and line. */
#pragma once

#include "base/error.h"

/* Whether a message has these parts in this order: " ... " separates them. They are what a test is about, a key or a
 * number; the sentence itself stands in refusals.txt. */
bool has_parts(const char *text, const char *parts);
/* Fails unless a text is this one or, where " ... " separates several parts, has them. */
void assert_says(const char *text, const char *parts);
/* Fails unless it was refused with that code and a message that has these parts and is safe to print. */
void assert_refused(const char *what, bool accepted, const struct error *e, enum exit_code code, const char *parts);
/* Fails unless it was accepted. */
void assert_accepted(const char *what, bool accepted, const struct error *e);
