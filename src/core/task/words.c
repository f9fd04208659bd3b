/* words.c -- see words.h. */
#include "task/words.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

#include "task/tokenizer.h"

static const struct words *options_of(const struct task_built *t) { return t->options; }

bool words_build(struct task_built *t, int shortest, bool separator, struct error *e) {
    const struct words *o = options_of(t);
    t->size = (struct task_sizes){.vocabulary = o->vocabulary + separator,
                                  .segments = 1,
                                  .classes = o->vocabulary,
                                  .shortest = shortest,
                                  .trained = o->words};
    return task_fits(t, e);
}

double words_chance(const struct task_built *t, struct range words) {
    (void)words;
    return 1.0 / options_of(t)->vocabulary;
}

const char *words_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    if (token == options_of(t)->vocabulary)
        return "[SEP]";
    snprintf(buffer, TASK_WORD_MAX, "w%d", token + 1);
    return buffer;
}

int words_encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                 struct error *e) {
    struct range tokens = {0, options_of(t)->vocabulary - 1};
    int length = tokenizer_encode_one(t, text, tokens, out->token, e);
    *targets = length ? t->kind->targets(t, length) : 0;
    example_rows(out, 0, length, 0);
    if (length)
        t->kind->label(t, length, out);
    return length;
}

void words_draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    for (int i = 0; i < d->length; i++)
        out->token[i] = (int)random_below(d->random, (uint32_t)options_of(t)->vocabulary);
    example_rows(out, 0, d->length, 0);
    t->kind->label(t, d->length, out);
}

/* ---- Guesses without order
 *
 * How often each of V words is among m is distributed as V independent Poisson counts of mean m/V, given that their sum
 * is m. So P(no word more than k times) = P(all counts <= k and their sum is m) / P(sum is m), and the numerator is
 * read from the characteristic function of a count cut off at k, to the power of V, by a discrete Fourier transform.
 * Source of the method: Levin 1981, "A representation for multinomial cumulative distribution functions". */

static double poisson(double mean, int k) { return exp(k * log(mean) - mean - lgamma(k + 1.0)); }

/* e^(2 pi i f n / M): step `f` of a wave that comes round M times, at n. */
static double complex turn(long f, long n, int waves) {
    return cexp((double complex)I * (6.283185307179586 * (double)(f * n % waves) / waves));
}

/* Sums are distinguished up to M apart; that far from m, by 64 + 12 sqrt(m), there are none to speak of. Rounded to
 * nine digits, the result does not depend on whose sines they are. */
double words_top_share(const struct task_built *t, int count) {
    int words = options_of(t)->vocabulary, waves = 64 + (int)(12 * sqrt(count));
    double mean = (double)count / words, expected = 0, more = 1; /* P(a word more than k times) */
    struct arena arena = {0};
    double complex *part = arena_alloc(&arena, (size_t)waves, sizeof *part); /* of counts up to k */
    for (int k = 0; k < count && more > 1e-9; k++) {
        double chance = poisson(mean, k), sum = 0; /* P(the counts are m in all), times M */
        for (int f = 0; f <= waves / 2 && chance > 1e-20; f++)
            part[f] += chance * turn(f, k, waves);
        for (int f = 0; f <= waves / 2 && k >= mean; f++) /* waves f and M - f have the same real part */
            sum += (f == 0 || 2 * f == waves ? 1 : 2) * creal(cpow(part[f], words) * turn(-f, count, waves));
        more = 1 - sum / waves / poisson(count, count);
        expected += more;
    }
    arena_free(&arena);
    return round(1e9 * expected / count) / 1e9;
}

/* How many numbers after the first `past` of them stand together: one, later more, an odd number but for the last. */
static int stride(int past, int left) {
    int together = 1 + past / 32 * 2;
    return together < left ? together : left;
}

double words_mean(const struct task_built *t, struct range words,
                  double (*guess)(const struct task_built *t, int length)) {
    double sum = 0, all = 0;
    for (int n = words.low, step; n <= words.high; n += step) {
        step = stride(n - words.low, words.high - n + 1);
        int middle = n + (step - 1) / 2; /* the larger of two draws is n in 2 (n - low) + 1 cases */
        double weight = step * (2.0 * (middle - words.low) + 1) * t->kind->targets(t, middle);
        sum += weight * guess(t, middle);
        all += weight;
    }
    return sum / all;
}

double words_mean_up_to(const struct task_built *t, int length,
                        double (*guess)(const struct task_built *t, int length)) {
    double sum = 0;
    for (int n = 1, step; n <= length; n += step) {
        step = stride(n - 1, length - n + 1);
        sum += step * guess(t, n + (step - 1) / 2);
    }
    return sum / length;
}
