/* plain.c -- poslab's experiment in one file, to be read from top to bottom: plain loops, nothing but the C library.
 *
 *   cc -O2 plain.c -lm -o plain && ./plain    the table of three models, in half a minute; leaves plain.safetensors
 *   ./plain train learned FILE [STEP [SEED]]  trains one up to STEP; if FILE exists, training continues from it
 *   ./plain eval FILE                         prints the table of one model, saved by this program or by poslab
 *
 * The question: attention sees a set of words. What tells it their order, and does that still work in texts longer
 * than those of training? Three lines of the table, in percent of right answers:
 *
 *                    4..16 words |  32 words  64 words  128 words
 *     none                    50 |        50        50         50     no positions: guessing
 *     learned                100 |        73        60         53     position t adds row t of a trained table
 *       interpolate          100 |        92        89         87     same weights, positions squeezed into the table
 *
 * The model is one layer of a transformer. It answers at row 0, whose token is [CLS]:
 *
 *   x_t = token[w_t] + segment[s_t] + position(t)     for each row t, which has word w_t, in passage s_t
 *   y = x_0 + Wo attention(norm(x)) + bo              row 0 reads all rows
 *   z = y + W2 relu(W1 norm(y) + b1) + b2             feed-forward
 *   logits = W norm(z) + b                            one for "no", one for "yes"
 *   loss = -log softmax(logits)[answer]
 *
 * Next to each function is its backward. A gradient is d + the name of its value. Forward overwrites what it computes;
 * backward adds to the gradients of all that forward read.
 *
 * poslab does the same faster, with any encoding, task and size. The two share no code; tests/cli/plain.bats compares
 * their weights after 20 steps and their right answers. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 4, TRAINED = 16, LONGEST = 128 };   /* words of a text: in training from, to; in evaluation to */
enum { FILLERS = 16, V = 3 + FILLERS, S = 2, C = 2 }; /* vocabulary: [CLS], X, Y, fillers; segments; classes no, yes */
enum { P = 1 + TRAINED, ROWS = 1 + LONGEST };         /* positions in training; rows of the longest text: with [CLS] */
enum { D = 32, H = 4, HEAD_WIDTH = D / H, F = 64 };   /* width; heads; columns of a head; width of the feed-forward */
enum { BATCH = 64, STEPS = 800, WARMUP = 50 };        /* examples per step; steps; while the learning rate grows */
enum { TESTS = 2000 };                                /* examples for each number of the table */
static const double LEARNING_RATE = 0.004, BETA1 = 0.9, BETA2 = 0.98, EPSILON = 1e-8, WEIGHT_DECAY = 0.01, CLIP = 1;

/* Random numbers: a stream is named by two seeds, a purpose and an index, and is the same whenever it is opened. So
 * there is no state to save, and any example can be drawn again. The generator is at the end of the file. */
enum purpose { INITIAL = 1, TRAINING, EVALUATION, POSITIONS };

struct random {
    uint32_t key[2], counter[4], word[4];
    int left; /* words not used yet */
};

static struct random random_open(int seed, int second_seed, enum purpose purpose, uint64_t index);
static int random_between(struct random *r, int low, int high); /* low..high, all equally likely */
static double random_normal(struct random *r);                  /* mean 0, standard deviation 1 */

/* ---- The task. A text has two passages, A and B, either one in front. Each has the words X and Y once, among fillers.
 * The question: in passage B, does X come before Y? Tokens tell X from Y, segments tell B from A, and only positions
 * tell before from after. */

enum { CLS, X, Y, FILLER }; /* tokens; the first filler */

struct example {
    int rows;          /* [CLS] and the words */
    int token[ROWS];   /* (rows) 0..V-1 */
    int segment[ROWS]; /* (rows) 0 is passage A and [CLS], 1 is passage B */
    int answer;        /* 1: in passage B, X comes before Y */
};

static void add_passage(struct example *e, struct random *r, int words, int segment, int x_first) {
    int *token = e->token + e->rows;
    for (int i = 0; i < words; i++) {
        token[i] = random_between(r, FILLER, V - 1);
        e->segment[e->rows + i] = segment;
    }
    int one = random_between(r, 0, words - 1), other = random_between(r, 0, words - 2);
    other += other >= one;
    token[one] = (one < other) == x_first ? X : Y;
    token[other] = (one < other) == x_first ? Y : X;
    e->rows += words;
}

/* The order in each passage is drawn independently, and so is the passage in front: nothing else gives the answer away.
 * Length 0 is one of training, the longer of two draws, so that late positions are common. Answer -1 is drawn. */
static void draw_example(struct example *e, struct random *r, int words, int answer) {
    if (words == 0) {
        int a = random_between(r, SHORTEST, TRAINED), b = random_between(r, SHORTEST, TRAINED);
        words = a > b ? a : b;
    }
    int words_in_front = random_between(r, 2, words - 2), b_in_front = random_between(r, 0, 1);
    int x_first_in_b = random_between(r, 0, 1), x_first_in_a = random_between(r, 0, 1);
    *e = (struct example){.rows = 1, .token = {CLS}, .answer = answer < 0 ? x_first_in_b : answer};
    add_passage(e, r, words_in_front, b_in_front, b_in_front ? e->answer : x_first_in_a);
    add_passage(e, r, words - words_in_front, !b_in_front, b_in_front ? x_first_in_a : e->answer);
}

/* ---- The weights, and one table that names them all: initial values, updates and checkpoints are loops over it. */

struct weights {
    double token[V][D], segment[S][D], position[P][D]; /* the embedding layer: a row per word, passage, position */
    double norm1_gain[D], norm1_shift[D], norm2_gain[D], norm2_shift[D], norm3_gain[D], norm3_shift[D];
    double query[D][D], query_bias[D], key[D][D], key_bias[D], value[D][D], value_bias[D], output[D][D], output_bias[D];
    double up[F][D], up_bias[F], down[D][F], down_bias[D];
    double head[C][D], head_bias[C];
};

#define AT(member) offsetof(struct weights, member) / sizeof(double)
#define LINEAR(name, member, out, in) \
    {name ".bias", AT(member##_bias), 0, out, ZEROS}, { name ".weight", AT(member), out, in, NORMAL }
#define NORM(name, member) \
    {name ".bias", AT(member##_shift), 0, D, ZEROS}, { name ".weight", AT(member##_gain), 0, D, ONES }

/* Names as in checkpoints of BERT and ViT, sorted, as in the file. Biases begin at 0, matrices with normal numbers. */
static const struct tensor {
    const char *name;
    size_t at;         /* of its first number in struct weights */
    int rows, columns; /* rows 0: a vector */
    enum { ZEROS, ONES, NORMAL, POSITION_TABLE } start;
} tensors[] = {
    LINEAR("classifier", head, C, D),
    {"embeddings.position_embeddings.weight", AT(position), P, D, POSITION_TABLE},
    {"embeddings.token_type_embeddings.weight", AT(segment), S, D, NORMAL},
    {"embeddings.word_embeddings.weight", AT(token), V, D, NORMAL},
    LINEAR("encoder.layer.0.attention.output.dense", output, D, D),
    LINEAR("encoder.layer.0.attention.self.key", key, D, D),
    LINEAR("encoder.layer.0.attention.self.query", query, D, D),
    LINEAR("encoder.layer.0.attention.self.value", value, D, D),
    LINEAR("encoder.layer.0.intermediate.dense", up, F, D),
    NORM("encoder.layer.0.layernorm_after", norm2),
    NORM("encoder.layer.0.layernorm_before", norm1),
    LINEAR("encoder.layer.0.output.dense", down, D, F),
    NORM("layernorm", norm3),
};
#define TENSORS_END (tensors + sizeof tensors / sizeof *tensors)

static const char *const encodings[] = {"none", "learned", "sinusoidal"};
enum encoding { NONE, LEARNED, SINUSOIDAL, ENCODINGS };

static enum encoding find_encoding(const char *name, size_t length) {
    int k = 0;
    while (k < ENCODINGS && (strlen(encodings[k]) != length || strncmp(encodings[k], name, length) != 0))
        k++;
    return (enum encoding)k;
}

struct model {
    enum encoding encoding;
    int seed, step;                                 /* updates done */
    struct weights weight, grad, mean, mean_square; /* moving averages of grad and of its square: AdamW */
};

/* Numbers of a tensor. Only learned positions have a table. */
static size_t count(const struct model *m, const struct tensor *t) {
    return t->start == POSITION_TABLE && m->encoding != LEARNED ? 0 : (size_t)((t->rows ? t->rows : 1) * t->columns);
}

/* A row of the position table before training. */
static void initial_position(double row[D], const struct model *m, int t) {
    struct random r = random_open(m->seed, 0, POSITIONS, (uint64_t)t);
    for (int c = 0; c < D; c++)
        row[c] = 0.02 * random_normal(&r);
}

/* Each tensor has a random stream of its own, found by its name, so all encodings begin with the same weights. */
static void init(struct model *m, enum encoding encoding, int seed) {
    *m = (struct model){.encoding = encoding, .seed = seed};
    for (const struct tensor *t = tensors; t < TENSORS_END; t++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a (Fowler, Noll and Vo) */
        for (const char *c = t->name; *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        struct random r = random_open(seed, 0, INITIAL, hash);
        double *w = (double *)&m->weight + t->at;
        for (size_t i = 0; i < count(m, t); i++)
            w[i] = t->start == NORMAL ? random_normal(&r) / sqrt(D) : t->start == ONES;
    }
    for (int t = 0; t < P && encoding == LEARNED; t++)
        initial_position(m->weight.position[t], m, t);
}

/* ---- The embedding layer. Training sees positions 0..P-1. What a longer text does is its extrapolation policy:
 * `extend` counts on; `interpolate` squeezes all positions into 0..P-1, so most lie between two whole numbers (Chen et
 * al. 2023, "Extending context window of large language models via positional interpolation"). */

enum policy { EXTEND, INTERPOLATE };

static double position_of(int t, int rows, enum policy policy) {
    return policy == INTERPOLATE && rows > P ? (double)t * (P - 1) / (rows - 1) : t;
}

/* x += share * row t of the table. Rows beyond the table are those of a longer table that was never trained. */
static void add_table_row(double x[D], const struct model *m, int t, double share) {
    double untrained[D];
    if (t >= P)
        initial_position(untrained, m, t);
    for (int c = 0; c < D; c++)
        x[c] += share * (t < P ? m->weight.position[t][c] : untrained[c]);
}

/* PE(t, 2i) = sin(t / 10000^(2i/D))     PE(t, 2i+1) = cos(same angle)     (Vaswani et al. 2017, section 3.5)
 * x += 0.18 PE(t), which makes it about as large as the tokens */
static void add_sinusoids(double x[D], double t) {
    for (int c = 0; c < D; c++) {
        double angle = t / pow(10000, (double)(c - c % 2) / D);
        x[c] += 0.18 * (c % 2 ? cos(angle) : sin(angle));
    }
}

/* x_t = token[w_t] + segment[s_t] + position(t)       x (rows, D) */
static void embed(double x[][D], const struct model *m, const struct example *e, enum policy policy) {
    for (int t = 0; t < e->rows; t++) {
        double position = position_of(t, e->rows, policy), between = position - floor(position);
        for (int c = 0; c < D; c++)
            x[t][c] = m->weight.token[e->token[t]][c] + m->weight.segment[e->segment[t]][c];
        if (m->encoding == SINUSOIDAL)
            add_sinusoids(x[t], position);
        if (m->encoding == LEARNED)
            add_table_row(x[t], m, (int)position, 1 - between);
        if (m->encoding == LEARNED && between > 0)
            add_table_row(x[t], m, (int)position + 1, between);
    }
}

/* Row t of x is a sum of three rows, so its gradient goes to all three. Training has no position beyond the table. */
static void embed_backward(struct model *m, double dx[][D], const struct example *e) {
    for (int t = 0; t < e->rows; t++)
        for (int c = 0; c < D; c++) {
            m->grad.token[e->token[t]][c] += dx[t][c];
            m->grad.segment[e->segment[t]][c] += dx[t][c];
            if (m->encoding == LEARNED)
                m->grad.position[t][c] += dx[t][c];
        }
}

/* ---- The parts of the layer */

/* y = W x + b          y, b (out)   W (out, in)   x (in) */
static void linear(double *y, const double *x, const double *w, const double *b, int out, int in) {
    for (int o = 0; o < out; o++) {
        y[o] = b[o];
        for (int i = 0; i < in; i++)
            y[o] += w[o * in + i] * x[i];
    }
}

/* dx += W^T dy         dW += dy x^T         db += dy */
static void linear_backward(double *dx, double *dw, double *db, const double *dy, const double *x, const double *w,
                            int out, int in) {
    for (int o = 0; o < out; o++) {
        db[o] += dy[o];
        for (int i = 0; i < in; i++) {
            dw[o * in + i] += dy[o] * x[i];
            dx[i] += dy[o] * w[o * in + i];
        }
    }
}

/* xhat = (x - mean(x)) / sd     sd = sqrt(variance(x) + 1e-5), which is returned       (Ba, Kiros and Hinton 2016) */
static double standardize(double xhat[D], const double x[D]) {
    double mean = 0, variance = 0;
    for (int c = 0; c < D; c++)
        mean += x[c] / D;
    for (int c = 0; c < D; c++)
        variance += (x[c] - mean) * (x[c] - mean) / D;
    double sd = sqrt(variance + 1e-5);
    for (int c = 0; c < D; c++)
        xhat[c] = (x[c] - mean) / sd;
    return sd;
}

/* y = gain xhat + shift */
static void norm(double y[D], const double x[D], const double gain[D], const double shift[D]) {
    double xhat[D];
    standardize(xhat, x);
    for (int c = 0; c < D; c++)
        y[c] = gain[c] * xhat[c] + shift[c];
}

/* dgain += dy xhat     dshift += dy     and with g = gain dy:     dx += (g - mean(g) - xhat mean(g xhat)) / sd */
static void norm_backward(double dx[D], double dgain[D], double dshift[D], const double dy[D], const double x[D],
                          const double gain[D]) {
    double xhat[D], sd = standardize(xhat, x), mean_g = 0, mean_gx = 0;
    for (int c = 0; c < D; c++) {
        dgain[c] += dy[c] * xhat[c];
        dshift[c] += dy[c];
        mean_g += gain[c] * dy[c] / D;
        mean_gx += gain[c] * dy[c] * xhat[c] / D;
    }
    for (int c = 0; c < D; c++)
        dx[c] += (gain[c] * dy[c] - mean_g - xhat[c] * mean_gx) / sd;
}

/* s_i = exp(s_i) / sum_j exp(s_j), in place. Subtracting the largest changes nothing but an overflow. */
static void softmax(double *s, int n) {
    double largest = s[0], sum = 0;
    for (int i = 1; i < n; i++)
        largest = fmax(largest, s[i]);
    for (int i = 0; i < n; i++)
        sum += s[i] = exp(s[i] - largest);
    for (int i = 0; i < n; i++)
        s[i] /= sum;
}

/* ---- One example through the layer, and back */

/* All values of one example, in the order in which they are computed. Their gradients are a second one of these. */
struct pass {
    double x[ROWS][D], x_norm[ROWS][D];     /* the embedding; normalised */
    double q[D], k[ROWS][D], v[ROWS][D];    /* the query of row 0, keys and values of all rows */
    double p[H][ROWS];                      /* attention: what share of each row a head of row 0 reads; its sum is 1 */
    double context[D], y[D], y_norm[D];     /* what the heads read, side by side; x_0 + Wo context + bo; normalised */
    double up[F], relu[F], z[D], z_norm[D]; /* feed-forward; y + feed-forward; normalised */
    double logits[C];
};

/* Attention of row 0 to all rows (Vaswani et al. 2017, section 3.2). A head has h = HEAD_WIDTH columns of q, k and v.
 *   q = Wq norm(x_0) + bq     k_t = Wk norm(x_t) + bk     v_t = Wv norm(x_t) + bv
 *   s_t = q . k_t / sqrt(h)     p = softmax(s)     context = sum_t p_t v_t */
static void attention(struct pass *a, const struct weights *w, int rows) {
    linear(a->q, a->x_norm[0], *w->query, w->query_bias, D, D);
    for (int t = 0; t < rows; t++) {
        linear(a->k[t], a->x_norm[t], *w->key, w->key_bias, D, D);
        linear(a->v[t], a->x_norm[t], *w->value, w->value_bias, D, D);
    }
    memset(a->context, 0, sizeof a->context);
    for (int head = 0; head < H; head++) {
        double *p = a->p[head];
        const int first = head * HEAD_WIDTH, end = first + HEAD_WIDTH;
        for (int t = 0; t < rows; t++) {
            p[t] = 0;
            for (int c = first; c < end; c++)
                p[t] += a->q[c] * a->k[t][c] / sqrt(HEAD_WIDTH);
        }
        softmax(p, rows);
        for (int t = 0; t < rows; t++)
            for (int c = first; c < end; c++)
                a->context[c] += p[t] * a->v[t][c];
    }
}

/* dv_t += p_t dcontext     dp_t = dcontext . v_t
 * ds_t = p_t (dp_t - sum_u p_u dp_u)     where the sum is dcontext . context
 * dq += sum_t ds_t k_t / sqrt(h)     dk_t += ds_t q / sqrt(h) */
static void attention_backward(struct pass *d, struct weights *g, const struct pass *a, const struct weights *w,
                               int rows) {
    for (int head = 0; head < H; head++) {
        const int first = head * HEAD_WIDTH, end = first + HEAD_WIDTH;
        double sum = 0;
        for (int c = first; c < end; c++)
            sum += d->context[c] * a->context[c];
        for (int t = 0; t < rows; t++) {
            double dp = 0, p = a->p[head][t];
            for (int c = first; c < end; c++) {
                d->v[t][c] += p * d->context[c];
                dp += d->context[c] * a->v[t][c];
            }
            double ds = p * (dp - sum);
            for (int c = first; c < end; c++) {
                d->q[c] += ds * a->k[t][c] / sqrt(HEAD_WIDTH);
                d->k[t][c] += ds * a->q[c] / sqrt(HEAD_WIDTH);
            }
        }
    }
    for (int t = 0; t < rows; t++) {
        linear_backward(d->x_norm[t], *g->value, g->value_bias, d->v[t], a->x_norm[t], *w->value, D, D);
        linear_backward(d->x_norm[t], *g->key, g->key_bias, d->k[t], a->x_norm[t], *w->key, D, D);
    }
    linear_backward(d->x_norm[0], *g->query, g->query_bias, d->q, a->x_norm[0], *w->query, D, D);
    /* The bias of the keys adds q . bk to every score, which softmax cancels. So its gradient is 0; what rounding left
     * of it, AdamW would enlarge. */
    memset(g->key_bias, 0, sizeof g->key_bias);
}

static void forward(struct pass *a, const struct model *m, const struct example *e, enum policy policy) {
    const struct weights *w = &m->weight;
    embed(a->x, m, e, policy);
    for (int t = 0; t < e->rows; t++)
        norm(a->x_norm[t], a->x[t], w->norm1_gain, w->norm1_shift);
    attention(a, w, e->rows);
    linear(a->y, a->context, *w->output, w->output_bias, D, D);
    for (int c = 0; c < D; c++)
        a->y[c] += a->x[0][c];
    norm(a->y_norm, a->y, w->norm2_gain, w->norm2_shift);
    linear(a->up, a->y_norm, *w->up, w->up_bias, F, D);
    for (int f = 0; f < F; f++)
        a->relu[f] = fmax(a->up[f], 0);
    linear(a->z, a->relu, *w->down, w->down_bias, D, F);
    for (int c = 0; c < D; c++)
        a->z[c] += a->y[c];
    norm(a->z_norm, a->z, w->norm3_gain, w->norm3_shift);
    linear(a->logits, a->z_norm, *w->head, w->head_bias, C, D);
}

/* Forward, line by line from its end. */
static void backward(struct pass *d, struct model *m, const struct pass *a, const struct example *e) {
    const struct weights *w = &m->weight;
    struct weights *g = &m->grad;
    linear_backward(d->z_norm, *g->head, g->head_bias, d->logits, a->z_norm, *w->head, C, D);
    norm_backward(d->z, g->norm3_gain, g->norm3_shift, d->z_norm, a->z, w->norm3_gain);
    for (int c = 0; c < D; c++)
        d->y[c] += d->z[c];
    linear_backward(d->relu, *g->down, g->down_bias, d->z, a->relu, *w->down, D, F);
    for (int f = 0; f < F; f++)
        d->up[f] += a->up[f] > 0 ? d->relu[f] : 0;
    linear_backward(d->y_norm, *g->up, g->up_bias, d->up, a->y_norm, *w->up, F, D);
    norm_backward(d->y, g->norm2_gain, g->norm2_shift, d->y_norm, a->y, w->norm2_gain);
    for (int c = 0; c < D; c++)
        d->x[0][c] += d->y[c];
    linear_backward(d->context, *g->output, g->output_bias, d->y, a->context, *w->output, D, D);
    attention_backward(d, g, a, w, e->rows);
    for (int t = 0; t < e->rows; t++)
        norm_backward(d->x[t], g->norm1_gain, g->norm1_shift, d->x_norm[t], a->x[t], w->norm1_gain);
    embed_backward(m, d->x, e);
}

/* loss = -log p[answer] with p = softmax(logits)     dlogits = (p - onehot(answer)) / BATCH for the mean of a batch */
static double loss(double dlogits[C], const double logits[C], int answer) {
    double p[C];
    memcpy(p, logits, sizeof p);
    softmax(p, C);
    for (int c = 0; c < C; c++)
        dlogits[c] = (p[c] - (c == answer)) / BATCH;
    return -log(p[answer]);
}

/* ---- Training */

/* AdamW (Loshchilov and Hutter 2019), as in PyTorch: update n, with gradient g
 *   g *= clip / (|g| + 1e-6)                   if the norm of all gradients, |g|, is above clip
 *   rate                                       grows to LEARNING_RATE along a line, then falls along a line
 *   w -= rate decay w                          matrices and tables only
 *   m = beta1 m + (1 - beta1) g                v = beta2 v + (1 - beta2) g^2
 *   w -= rate m' / (sqrt(v') + epsilon)        m' = m / (1 - beta1^n)     v' = v / (1 - beta2^n) */
static void update(struct model *model, int n) {
    const double rate = LEARNING_RATE * fmin((double)n / WARMUP, (double)(STEPS - n + 1) / (STEPS - WARMUP));
    double squares = 0;
    for (const double *g = (const double *)&model->grad; g < (const double *)(&model->grad + 1); g++)
        squares += *g * *g;
    for (const struct tensor *t = tensors; t < TENSORS_END; t++) {
        double *w = (double *)&model->weight + t->at, *g = (double *)&model->grad + t->at;
        double *m = (double *)&model->mean + t->at, *v = (double *)&model->mean_square + t->at;
        for (size_t i = 0; i < count(model, t); i++) {
            if (sqrt(squares) > CLIP)
                g[i] *= CLIP / (sqrt(squares) + 1e-6);
            if (t->rows)
                w[i] -= rate * WEIGHT_DECAY * w[i];
            m[i] = BETA1 * m[i] + (1 - BETA1) * g[i];
            v[i] = BETA2 * v[i] + (1 - BETA2) * g[i] * g[i];
            w[i] -= rate * (m[i] / (1 - pow(BETA1, n))) / (sqrt(v[i] / (1 - pow(BETA2, n))) + EPSILON);
        }
    }
}

/* Each step has new examples. The loss is their mean, before the update. */
static void train(struct model *m, int last_step) {
    static struct pass a, d;
    while (m->step < last_step) {
        double sum = 0;
        memset(&m->grad, 0, sizeof m->grad);
        for (int i = 0; i < BATCH; i++) {
            struct random r = random_open(m->seed, 0, TRAINING, (uint64_t)m->step * BATCH + (uint64_t)i);
            struct example e;
            draw_example(&e, &r, 0, -1);
            forward(&a, m, &e, EXTEND);
            memset(&d, 0, sizeof d);
            sum += loss(d.logits, a.logits, e.answer);
            backward(&d, m, &a, &e);
        }
        update(m, ++m->step);
        if (m->step % 100 == 0 || m->step == last_step)
            fprintf(stderr, "%-10s  step %3d  loss %.4f\n", encodings[m->encoding], m->step, sum / BATCH);
    }
}

/* ---- Evaluation: right answers in TESTS new examples of some length, half of them "yes" */

static int count_right(const struct model *m, int words, enum policy policy) {
    static struct pass a;
    int right = 0;
    for (int i = 0; i < TESTS; i++) {
        struct random r = random_open(1, m->seed, EVALUATION, (uint64_t)words << 32 | (uint64_t)i);
        struct example e;
        draw_example(&e, &r, words, i % 2);
        forward(&a, m, &e, policy);
        right += a.logits[e.answer] > a.logits[!e.answer];
    }
    return right;
}

static void print_head(void) {
    printf("                     trained |  longer than in training\n"
           "right answers, %%  4..16 words |   32 words   64 words  128 words\n"
           "----------------------------------------------------------------\n");
}

static void print_model(const struct model *m) {
    for (enum policy policy = EXTEND; policy <= (m->encoding == NONE ? EXTEND : INTERPOLATE); policy++) {
        printf("%-16s  %10.1f |", policy == EXTEND ? encodings[m->encoding] : "  interpolate",
               100.0 * count_right(m, 0, policy) / TESTS);
        for (int words = 2 * TRAINED; words <= LONGEST; words *= 2)
            printf("%11.1f", 100.0 * count_right(m, words, policy) / TESTS);
        printf("\n");
    }
}

/* ---- The checkpoint, a safetensors file: eight bytes with the size of the header, the header in JSON, the numbers. */

enum { HEADER_SIZE = 1 << 14, BLOCKS = 3 };

static const struct {
    const char *prefix; /* of its tensors' names; those of the moments are PyTorch's */
    size_t at;
} blocks[BLOCKS] = {{"", offsetof(struct model, weight)},
                    {"optimizer.exp_avg.", offsetof(struct model, mean)},
                    {"optimizer.exp_avg_sq.", offsetof(struct model, mean_square)}};

static double *numbers_of(struct model *m, int block, const struct tensor *t) {
    return (double *)((char *)m + blocks[block].at) + t->at;
}

/* What a model of poslab must have, as shapes do not say it; the last seven are for sinusoids. */
static const char *const settings[] = {
    "name = order",        "words = 4..16", "cls = first",         "extrapolation = refuse", "heads = 4",
    "activation = relu",   "causal = no",   "embedding_norm = no", "log_length = no",        "patience = 0",
    "positions = ordered", "base = 10000",  "scale = 0.18",        "layout = interleaved",   "origin = 0",
    "pairing = paired",    "waves = both",  "argument = position"};

static void fail(const char *path, const char *why, const char *what) {
    fprintf(stderr, "plain: %s: %s%s\n", path, why, what);
    exit(EXIT_FAILURE);
}

/* The header's list of tensors, with so many bytes per number: name, type, shape, first byte and end. */
static void list_tensors(char text[HEADER_SIZE], const struct model *m, size_t bytes) {
    size_t begin = 0, end;
    for (int block = 0; block < BLOCKS; block++)
        for (const struct tensor *t = tensors; t < TENSORS_END; t++, begin = end) {
            end = begin + count(m, t) * bytes;
            if (end > begin) /* %.0d prints no 0 */
                text += sprintf(text, ",\"%s%s\":{\"dtype\":\"F%zu\",\"shape\":[%.0d%s%d],\"data_offsets\":[%zu,%zu]}",
                                blocks[block].prefix, t->name, 8 * bytes, t->rows, t->rows ? "," : "", t->columns,
                                begin, end);
        }
}

/* Writes a new file, which takes the place of the old one when it is complete. */
static void save(struct model *m, const char *path) {
    static char list[HEADER_SIZE], new_path[FILENAME_MAX];
    const uint64_t size = HEADER_SIZE; /* the rest is blank */
    snprintf(new_path, sizeof new_path, "%s.new", path);
    FILE *f = fopen(new_path, "wb");
    if (!f)
        fail(path, "cannot be written: ", strerror(errno));
    fwrite(&size, sizeof size, 1, f);
    fprintf(f, "{\"__metadata__\":{\"step\":\"%d\",\"plain\":\"[encoding]\\nname = %s\\n[train]\\nseed = %d\\n",
            m->step, encodings[m->encoding], m->seed);
    list_tensors(list, m, sizeof(double));
    fprintf(f, "\"}%s}", list);
    while (!ferror(f) && ftell(f) < (long)sizeof size + HEADER_SIZE)
        fputc(' ', f);
    for (int block = 0; block < BLOCKS; block++)
        for (const struct tensor *t = tensors; t < TENSORS_END; t++)
            fwrite(numbers_of(m, block, t), sizeof(double), count(m, t), f);
    if (ferror(f) || fclose(f) || rename(new_path, path))
        fail(path, "cannot be written: ", strerror(errno));
}

/* What follows in the header of a file. */
static const char *after(const char *text, const char *header, const char *path) {
    const char *at = strstr(header, text);
    if (!at)
        fail(path, "is not a model of this program: it does not have ", text);
    return at + strlen(text);
}

/* Reads a checkpoint of this program or of poslab, whose numbers may be floats. Returns 0 for poslab's. */
static int load(struct model *m, FILE *f, const char *path) {
    static char header[HEADER_SIZE + 1], text[HEADER_SIZE];
    uint64_t size = 0;
    float single = 0;
    if (!f)
        fail(path, "cannot be read: ", strerror(errno));
    if (!fread(&size, sizeof size, 1, f) || size > HEADER_SIZE || fread(header, 1, size, f) != size)
        fail(path, "is not a model of this program", "");
    header[size] = 0;
    const char *name = after("[encoding]\\nname = ", header, path);
    *m = (struct model){.encoding = find_encoding(name, strcspn(name, "\\")),
                        .seed = atoi(after("\\nseed = ", header, path)),
                        .step = atoi(after("\"step\":\"", header, path))};
    if (m->encoding == ENCODINGS)
        fail(path, "has an encoding that this program does not have", "");
    const int own = strstr(header, "\"plain\":") != NULL, count_settings = m->encoding == SINUSOIDAL ? 18 : 11;
    for (int i = 0; i < count_settings && !own; i++) {
        snprintf(text, sizeof text, "\\n%s\\n", settings[i]);
        if (!strstr(header, text))
            fail(path, "was not trained with ", settings[i]);
    }
    size_t bytes = strstr(header, "\"F32\"") ? sizeof(float) : sizeof(double);
    list_tensors(text, m, bytes);
    if (!strstr(header, text))
        fail(path, "does not have the tensors of this program's model", "");
    for (int block = 0; block < BLOCKS; block++)
        for (const struct tensor *t = tensors; t < TENSORS_END; t++)
            for (size_t i = 0; i < count(m, t); i++) {
                double *number = numbers_of(m, block, t) + i;
                if (!fread(bytes == sizeof single ? (void *)&single : number, bytes, 1, f))
                    fail(path, "is not complete", "");
                if (bytes == sizeof single)
                    *number = (double)single;
            }
    fclose(f);
    return own;
}

/* ---- The random numbers: Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3") */

static struct random random_open(int seed, int second_seed, enum purpose purpose, uint64_t index) {
    return (struct random){.key = {(uint32_t)seed, purpose},
                           .counter = {0, (uint32_t)second_seed, (uint32_t)index, (uint32_t)(index >> 32)}};
}

/* Ten rounds turn counter and key into four words. */
static uint32_t random_word(struct random *r) {
    if (r->left == 0) {
        uint32_t *c = r->word, k0 = r->key[0], k1 = r->key[1];
        memcpy(c, r->counter, sizeof r->word);
        for (int round = 0; round < 10; round++, k0 += 0x9E3779B9, k1 += 0xBB67AE85) {
            uint64_t a = UINT64_C(0xD2511F53) * c[0], b = UINT64_C(0xCD9E8D57) * c[2];
            c[0] = (uint32_t)(b >> 32) ^ c[1] ^ k0;
            c[1] = (uint32_t)b;
            c[2] = (uint32_t)(a >> 32) ^ c[3] ^ k1;
            c[3] = (uint32_t)a;
        }
        r->counter[0]++;
        r->left = 4;
    }
    return r->word[4 - r->left--];
}

/* The high half of a product is 0..n-1. A few words would make some of these likelier; others are drawn instead (Lemire
 * 2019, "Fast random integer generation in an interval"). */
static int random_between(struct random *r, int low, int high) {
    assert(low <= high);
    uint32_t n = (uint32_t)(high - low) + 1;
    uint64_t product;
    do
        product = (uint64_t)random_word(r) * n;
    while ((uint32_t)product < -n % n);
    return low + (int)(product >> 32);
}

static double random_normal(struct random *r) { /* Box and Muller 1958 */
    double u = (random_word(r) + 0.5) / 4294967296, v = (random_word(r) + 0.5) / 4294967296;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* ---- The command line */

/* A whole number from 0 to `most`; -1 if the text is none. */
static int number(const char *text, int most) {
    char *end;
    long n = strtol(text, &end, 10);
    return *text && !*end && n >= 0 && n <= most ? (int)n : -1;
}

int main(int argc, char **argv) {
    static struct model m;
    const char *command = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[argc == 3 ? 2 : 3] : "plain.safetensors";
    enum encoding encoding = argc > 2 ? find_encoding(argv[2], strlen(argv[2])) : NONE;
    int step = argc > 4 ? number(argv[4], STEPS) : STEPS, seed = argc > 5 ? number(argv[5], INT32_MAX) : 1;
    if (argc == 1) {
        print_head();
        for (; encoding < ENCODINGS; encoding++) {
            init(&m, encoding, seed);
            train(&m, STEPS);
            save(&m, path); /* to disk and back */
            load(&m, fopen(path, "rb"), path);
            print_model(&m);
        }
    } else if (argc == 3 && strcmp(command, "eval") == 0) {
        load(&m, fopen(path, "rb"), path);
        print_head();
        print_model(&m);
    } else if (argc > 3 && argc < 7 && strcmp(command, "train") == 0 && encoding < ENCODINGS && step > 0 && seed >= 0) {
        FILE *f = fopen(path, "rb");
        if (!f && errno == ENOENT)
            init(&m, encoding, seed);
        else if (!load(&m, f, path) || m.encoding != encoding || m.seed != seed || m.step > step)
            fail(path, "has another model, or one with more steps; name another file", "");
        train(&m, step);
        save(&m, path);
    } else {
        fprintf(stderr, "usage: plain | plain train none|learned|sinusoidal FILE [STEP [SEED]] | plain eval FILE\n");
        return 2;
    }
    if (fflush(stdout) || ferror(stdout))
        fail("standard output", "cannot be written: ", strerror(errno));
    return 0;
}
