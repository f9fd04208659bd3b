/* bert_folder.h -- a model of BERT's shape as the folder that other programs load: config.json, vocab.txt and
 * model.safetensors, with Hugging Face's names and shapes (bert.embeddings.word_embeddings.weight, ...,
 * classifier.weight).
 *
 * The tensors are those of a BertForTokenClassification of one layer, whose answer at a row are its logits there; a
 * BertModel without pooler (add_pooling_layer=False) reads all but the classifier. The last row of the word table is
 * [PAD], zeros and nowhere trained, unless the task has such a word: readers of a batch need one, and the default row 0
 * would stop a word from being trained further. */
#pragma once

#include "train/run.h"

enum { BERT_FILES = 3 };
extern const char *const bert_files[BERT_FILES];

/* Error, EXIT_USAGE: all in which the model is not of that shape, in one line. */
bool bert_folder_check(const struct model *m, struct error *e);
/* Writes the files of such a model, each whole; where one cannot be written those before it do not stay. */
bool bert_folder_write(const struct run *r, const char *folder, struct error *e);
