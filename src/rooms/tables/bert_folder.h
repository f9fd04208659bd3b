/* bert_folder.h -- a model of BERT's shape as the folder that other programs load: config.json, vocab.txt and
 * model.safetensors, with Hugging Face's names and shapes (bert.embeddings.word_embeddings.weight, ...,
 * classifier.weight).
 *
 * The tensors are those of a BertForTokenClassification of one layer, whose answer at a row are its logits there; a
 * BertModel without pooler (add_pooling_layer=False) reads all but the classifier. The last row of the word table is
 * [PAD], untrained zeros, unless the task has such a word: batches need one, and the default, row 0, would keep a real
 * word from being trained further. */
#pragma once

#include "run/run.h"

enum { BERT_FILES = 3 };
extern const char *const bert_files[BERT_FILES];

/* Error, EXIT_USAGE: everything in which the model's shape differs, in one line. */
bool bert_folder_check(const struct model *m, struct error *e);
/* Writes the files of such a model, each complete; if one cannot be written, the earlier ones are removed. */
bool bert_folder_write(const struct run *r, const char *folder, struct error *e);
