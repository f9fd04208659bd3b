/* evaluations.h -- documents as eval.json has them, made by hand. */
#pragma once

enum { EVALUATION_MOST = 8192 }; /* bytes of each, and more */

extern const char evaluation_document[]; /* rows of a file: everything that may be there */
extern const char evaluation_fixed[];    /* a fixed test set of four examples, kept one by one */
extern const char evaluation_many[];     /* one of more examples than are kept */
extern const char evaluation_metrics[];  /* all metrics */
