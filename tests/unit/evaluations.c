/* evaluations.c -- see evaluations.h. */
#include "unit/evaluations.h"

const char evaluation_document[] =
    "{\"version\": 4, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [2, 16], \"lengths\": [40, 16], \"lengths_from\": [40, 16], "
    "\"chance\": {\"accuracy\": [0.4, 0.5]}, "
    "\"in_range\": {\"accuracy\": {\"value\": 0.75, \"sum\": 30, \"count\": 40, \"chance\": 0.55}, "
    "\"seen\": 0.125}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.25, 0.333333333], \"sum\": [5, 13], \"count\": [20, 39]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, "
    "\"accuracy\": {\"value\": [null, null], \"sum\": [0, 0], \"count\": [0, 0]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.0, 1.0], \"sum\": [0, 39], \"count\": [20, 39]}}], "
    "\"training\": {\"accuracy\": {\"value\": 0.875, \"sum\": 7, \"count\": 8}}, \"examples\": 40, "
    "\"weights\": 1234, \"baselines\": [{\"name\": \"without order\", \"accuracy\": {\"in_range\": 0.6, \"at\": [0.5, "
    "null]}}, {\"name\": \"trigram\", \"accuracy\": {\"in_range\": 0.65, \"at\": [0.45, 0.625]}}], "
    "\"files\": \"0123456789abcdef\", \"note\": \"a note\", \"left_out\": 4, \"seconds\": 1.5, "
    "\"tokens_per_second\": 1234567.5, \"steps_to_99\": 40, \"kernels\": \"Haswell\", \"sparse\": \"lazy\"}";

/* Of four examples of a fixed test set: their targets in range are 1, 2, 1, 2, and three and one at the other lengths.
 * Right are 1, 0, 1, 2; under extend 3, 0, 1, 2 and 1, 1, 0, 1; under ntk all of them and none. What they add to the
 * variance of the accuracy is sum (right - accuracy targets)^2 / 3 * 4 / count^2. */
const char evaluation_fixed[] =
    "{\"version\": 4, \"task\": \"cloze\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [8, 16], \"lengths\": [20, 16], \"lengths_from\": [20, 16], "
    "\"chance\": {\"accuracy\": [0.4, 0.5]}, "
    "\"in_range\": {\"accuracy\": {\"value\": 0.666666667, \"sum\": 4, \"count\": 6, \"variance\": 0.0905349794, "
    "\"chance\": 0.4}, \"right\": \"2:kQ==\", \"targets\": \"2:mQ==\"}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, \"right\": [\"2:kw==\", \"1:Cw==\"], "
    "\"accuracy\": {\"value\": [0.5, 0.75], \"sum\": [6, 3], \"count\": [12, 4], \"variance\": [0.0462962963, "
    "0.0625]}}, "
    "{\"policy\": \"wrap\", \"applicable\": false, \"right\": [null, null], \"accuracy\": {\"value\": [null, null], "
    "\"sum\": [0, 0], \"count\": [0, 0], \"variance\": [null, null]}}, "
    "{\"policy\": \"ntk\", \"applicable\": true, \"right\": [\"2:/w==\", \"1:AA==\"], "
    "\"accuracy\": {\"value\": [1.0, 0.0], \"sum\": [12, 0], \"count\": [12, 4], \"variance\": [0.0, 0.0]}}], "
    "\"examples\": 4, \"kernels\": \"\"}";

/* Of more examples than are kept one by one: 18 million. */
const char evaluation_many[] =
    "{\"version\": 4, \"task\": \"sop\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": 60, "
    "\"trained_length\": 16, \"trained_words\": [8, 16], \"lengths\": [20], \"lengths_from\": [20], "
    "\"chance\": {\"accuracy\": [0.5]}, \"in_range\": {\"accuracy\": {\"value\": 0.5, \"sum\": 4500000, \"count\": "
    "9000000, "
    "\"variance\": 2.5e-08, \"chance\": 0.5}}, \"policies\": [{\"policy\": \"extend\", \"applicable\": true, "
    "\"accuracy\": {\"value\": [0.5], \"sum\": [4500000], \"count\": [9000000], \"variance\": [2.5e-08]}}], "
    "\"examples\": 9000000, \"kernels\": \"\"}";

/* All metrics, of 20 targets in range and as many at 20 words: five right, of the ten known three, in the eighths one
 * of three four times, one of two, and none of two three times. */
const char evaluation_metrics[] =
    "{\"version\": 4, \"task\": \"first\", \"mixer\": \"attention\", \"encoding\": \"rope\", \"seed\": 3, \"steps\": "
    "60, "
    "\"trained_length\": 16, \"trained_words\": [2, 16], \"lengths\": [20], \"lengths_from\": [20], "
    "\"chance\": {\"accuracy\": [0.5], \"loss\": [0.7], \"perplexity\": [2.0], \"accuracy_known\": [null], "
    "\"loss_known\": [null], \"accuracy_1of8\": [null], \"accuracy_2of8\": [null], \"accuracy_3of8\": [null], "
    "\"accuracy_4of8\": [null], \"accuracy_5of8\": [null], \"accuracy_6of8\": [null], \"accuracy_7of8\": [null], "
    "\"accuracy_8of8\": [null]}, \"in_range\": {\"accuracy\": {\"value\": 0.25, \"sum\": 5, \"count\": 20, "
    "\"chance\": 0.5}, \"loss\": {\"value\": 1.5, \"sum\": 30, \"count\": 20, \"chance\": 0.7}, "
    "\"perplexity\": {\"value\": 4.48168907, \"sum\": 30, \"count\": 20, \"chance\": 2.0}, "
    "\"accuracy_known\": {\"value\": 0.3, \"sum\": [3, 10], \"count\": 20, \"chance\": null}, "
    "\"loss_known\": {\"value\": 1.2, \"sum\": [12, 10], \"count\": 20, \"chance\": null}, "
    "\"accuracy_1of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_2of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_3of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_4of8\": {\"value\": 0.333333333, \"sum\": [1, 3], \"count\": 20, \"chance\": null}, "
    "\"accuracy_5of8\": {\"value\": 0.5, \"sum\": [1, 2], \"count\": 20, \"chance\": null}, "
    "\"accuracy_6of8\": {\"value\": 0.0, \"sum\": [0, 2], \"count\": 20, \"chance\": null}, "
    "\"accuracy_7of8\": {\"value\": 0.0, \"sum\": [0, 2], \"count\": 20, \"chance\": null}, "
    "\"accuracy_8of8\": {\"value\": 0.0, \"sum\": [0, 2], \"count\": 20, \"chance\": null}}, "
    "\"policies\": [{\"policy\": \"extend\", \"applicable\": true, \"accuracy\": {\"value\": [0.25], \"sum\": [5], "
    "\"count\": [20]}, \"loss\": {\"value\": [1.5], \"sum\": [30], \"count\": [20]}, "
    "\"perplexity\": {\"value\": [4.48168907], \"sum\": [30], \"count\": [20]}, "
    "\"accuracy_known\": {\"value\": [0.3], \"sum\": [[3, 10]], \"count\": [20]}, \"loss_known\": {\"value\": [1.2], "
    "\"sum\": [[12, 10]], \"count\": [20]}, \"accuracy_1of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], "
    "\"count\": [20]}, \"accuracy_2of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], \"count\": [20]}, "
    "\"accuracy_3of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], \"count\": [20]}, "
    "\"accuracy_4of8\": {\"value\": [0.333333333], \"sum\": [[1, 3]], \"count\": [20]}, "
    "\"accuracy_5of8\": {\"value\": [0.5], \"sum\": [[1, 2]], \"count\": [20]}, "
    "\"accuracy_6of8\": {\"value\": [0.0], \"sum\": [[0, 2]], \"count\": [20]}, "
    "\"accuracy_7of8\": {\"value\": [0.0], \"sum\": [[0, 2]], \"count\": [20]}, "
    "\"accuracy_8of8\": {\"value\": [0.0], \"sum\": [[0, 2]], \"count\": [20]}}], \"examples\": 20, "
    "\"kernels\": \"Haswell\"}";
