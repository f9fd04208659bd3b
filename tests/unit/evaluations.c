/* evaluations.c -- see evaluations.h. */
#include "unit/evaluations.h"

const char evaluation_document[] =
    "{\"version\": 5, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, \"trained_length\": 16, \"trained_words\": [2, 16], "
    "\"lengths\": [40, 16], \"lengths_from\": [40, 16], "
    "\"chance\": {\"accuracy\": {\"in_range\": 0.55, \"at\": [0.4, 0.5]}}, "
    "\"in_range\": {\"count\": 40, \"accuracy\": {\"sum\": 30}, \"seen\": 0.125}, "
    "\"policies\": ["
    "{\"policy\": \"extend\", \"applicable\": true, \"count\": [20, 39], \"accuracy\": {\"sum\": [5, 13]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, \"count\": [0, 0], \"accuracy\": {\"sum\": [0, 0]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, \"count\": [20, 39], \"accuracy\": {\"sum\": [0, 39]}}], "
    "\"training\": {\"count\": 8, \"accuracy\": {\"sum\": 7}}, "
    "\"examples\": 40, \"weights\": 1234, "
    "\"baselines\": [{\"name\": \"without order\", \"accuracy\": {\"in_range\": 0.6, \"at\": [0.5, null]}}, "
    "{\"name\": \"bigram\", \"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}], "
    "\"files\": \"0123456789abcdef\", \"note\": \"a note\", \"left_out\": 4, \"seconds\": 1.5, "
    "\"tokens_per_second\": 1234567.5, \"steps_to_99\": 40, \"kernels\": \"Haswell\", \"sparse\": \"lazy\"}";

/* Of four examples of a fixed test set: their targets in range are 1, 2, 1, 2, and three and one at the other lengths.
 * Right are 1, 0, 1, 2; under extend 3, 0, 1, 2 and 1, 1, 0, 1; under ntk all of them and none. What they add to the
 * variance of the accuracy is sum (right - accuracy targets)^2 / 3 * 4 / count^2. */
const char evaluation_fixed[] =
    "{\"version\": 5, \"task\": \"cloze\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, \"trained_length\": 16, \"trained_words\": [8, 16], "
    "\"lengths\": [20, 16], \"lengths_from\": [20, 16], "
    "\"chance\": {\"accuracy\": {\"in_range\": 0.4, \"at\": [0.4, 0.5]}}, "
    "\"in_range\": {\"count\": 6, \"texts\": 4, \"accuracy\": {\"sum\": 4, \"variance\": 0.0905349794}, "
    "\"right\": \"2:kQ==\", \"targets\": \"2:mQ==\"}, "
    "\"policies\": ["
    "{\"policy\": \"extend\", \"applicable\": true, \"count\": [12, 4], \"texts\": [4, 4], "
    "\"right\": [\"2:kw==\", \"1:Cw==\"], \"accuracy\": {\"sum\": [6, 3], \"variance\": [0.0462962963, 0.0625]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, \"count\": [0, 0], \"texts\": [0, 0], "
    "\"right\": [null, null], \"accuracy\": {\"sum\": [0, 0], \"variance\": [null, null]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, \"count\": [12, 4], \"texts\": [4, 4], "
    "\"right\": [\"2:/w==\", \"1:AA==\"], \"accuracy\": {\"sum\": [12, 0], \"variance\": [0.0, 0.0]}}], "
    "\"examples\": 4, \"kernels\": \"\"}";

/* Of more examples than are kept one by one: 18 million. */
const char evaluation_many[] =
    "{\"version\": 5, \"task\": \"sop\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": 60, "
    "\"trained_length\": 16, \"trained_words\": [8, 16], "
    "\"lengths\": [20], \"lengths_from\": [20], "
    "\"chance\": {\"accuracy\": {\"in_range\": 0.5, \"at\": [0.5]}}, "
    "\"in_range\": {\"count\": 9000000, \"accuracy\": {\"sum\": 4500000, \"variance\": 2.5e-08}}, "
    "\"policies\": ["
    "{\"policy\": \"extend\", \"applicable\": true, \"count\": [9000000], \"accuracy\": {\"sum\": [4500000], "
    "\"variance\": [2.5e-08]}}], "
    "\"examples\": 9000000, \"kernels\": \"\"}";

/* All metrics, of 20 targets in range and as many at 20 words: five right, of the ten known three. */
const char evaluation_metrics[] =
    "{\"version\": 5, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, \"trained_length\": 16, \"trained_words\": [2, 16], "
    "\"lengths\": [20], \"lengths_from\": [20], "
    "\"chance\": {\"accuracy\": {\"in_range\": 0.5, \"at\": [0.5]}, "
    "\"loss\": {\"in_range\": 0.7, \"at\": [0.7]}, "
    "\"perplexity\": {\"in_range\": 2.0, \"at\": [2.0]}, "
    "\"accuracy_known\": {\"in_range\": null, \"at\": [null]}, "
    "\"loss_known\": {\"in_range\": null, \"at\": [null]}}, "
    "\"in_range\": {\"count\": 20, \"accuracy\": {\"sum\": 5}, "
    "\"loss\": {\"sum\": 30}, "
    "\"perplexity\": {\"sum\": 30}, "
    "\"accuracy_known\": {\"sum\": [3, 10]}, "
    "\"loss_known\": {\"sum\": [12, 10]}}, "
    "\"policies\": ["
    "{\"policy\": \"extend\", \"applicable\": true, \"count\": [20], \"accuracy\": {\"sum\": [5]}, "
    "\"loss\": {\"sum\": [30]}, "
    "\"perplexity\": {\"sum\": [30]}, "
    "\"accuracy_known\": {\"sum\": [[3, 10]]}, "
    "\"loss_known\": {\"sum\": [[12, 10]]}}], "
    "\"examples\": 20, \"kernels\": \"Haswell\"}";
