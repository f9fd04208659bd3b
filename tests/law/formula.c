/* formula.c -- see formula.h. */
#include "law/formula.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "unit/near.h"

void formula_bind(struct formula *f, const char *text, double value) {
    assert_true(f->names < FORMULA_NAMES);
    snprintf(f->name[f->names].text, sizeof f->name->text, "%s", text);
    f->name[f->names++].value = value;
}

bool formula_takes(const char **at, const char *text) {
    *at += strspn(*at, " ");
    bool is = strncmp(*at, text, strlen(text)) == 0;
    *at += is ? strlen(text) : 0;
    return is;
}

void formula_need(const char **at, const char *text) {
    if (!formula_takes(at, text))
        fail_msg("expected '%s' before '%.40s'", text, *at);
}

const char *formula_next(const char *at) {
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

bool formula_applies(struct formula *f, const char *line) {
    const char *at = strstr(line, " for ");
    if (!at || at > formula_next(line))
        return true;
    at += strlen(" for ");
    double a = formula_sum(f, &at);
    bool below = formula_takes(&at, "<"), above = !below && formula_takes(&at, ">"), equal = formula_takes(&at, "=");
    double b = formula_sum(f, &at);
    assert_true(below || above);
    return (below && a < b) || (above && a > b) || (equal && a == b);
}

bool formula_line(struct formula *f, const char *at, double *value) {
    bool does = formula_applies(f, at);
    formula_need(&at, "=");
    if (does)
        *value = formula_sum(f, &at);
    return does;
}

/* Of "(t,COLUMN)": the i with which COLUMN is the column in question. */
static bool find_column(struct formula *f, const char *at) {
    for (int i = 0; i <= f->column; i++) {
        const char *from = at;
        formula_bind(f, "i", i);
        if (formula_sum(f, &from) == f->column)
            return true;
        f->names--;
    }
    return false;
}

/* A definition "NAME", with an argument "NAME(d)". */
static double defined(struct formula *f, const char *text, double argument) {
    double value;
    for (const char *line = f->text; *line; line = formula_next(line)) {
        const char *at = line;
        int names = f->names;
        if (!formula_takes(&at, text) || isalnum(*at))
            continue;
        if (formula_takes(&at, "(")) {
            formula_bind(f, (char[]){*at, 0}, argument);
            at++;
            if (formula_takes(&at, ",") && !find_column(f, at)) {
                f->names = names;
                continue;
            }
            at = strchr(at, ')') + 1;
        }
        bool found = formula_line(f, at, &value);
        f->names = names;
        if (found)
            return value;
    }
    fail_msg("nothing says what %s is", text);
    return 0;
}

/* The tensor whose name ends in .NAME; else the first one. */
static int tensor_of(const struct formula *f, const char *name) {
    for (int i = 0; i < f->of->built.tensors; i++) {
        const char *end = strrchr(f->of->built.tensor[i].name, '.');
        if (end && strcmp(end + 1, name) == 0)
            return i;
    }
    return 0;
}

/* Heads count from 1, all else from 0. */
static double index_of(struct formula *f, const char **at) {
    bool head = strncmp(*at + strspn(*at, " "), "head", 4) == 0;
    return formula_sum(f, at) - head;
}

/* "NAME[row, column]", or "NAME[column]" of a vector */
static double table(struct formula *f, const char *name, const char **at) {
    int number = tensor_of(f, name);
    const struct encoding_tensor *t = &f->of->built.tensor[number];
    double row = index_of(f, at), column = formula_takes(at, ",") ? index_of(f, at) : f->column;
    formula_need(at, "]");
    if (t->vector) {
        column = row;
        row = 0;
    }
    assert_true(row >= 0 && row < t->rows && column >= 0 && column < t->columns);
    return (double)f->of->weights.value[number][(int)row * t->columns + (int)column];
}

/* [x, A]: A has the columns in question; [A, B]: half of them each. */
static double list(struct formula *f, const char **at) {
    bool beside_x = formula_takes(at, "x,");
    int column = f->column, width = f->width;
    if (!beside_x) {
        f->width = width / 2;
        f->column = column % f->width;
    }
    double first = formula_sum(f, at), second = formula_takes(at, ",") ? formula_sum(f, at) : first;
    formula_need(at, "]");
    f->column = column;
    f->width = width;
    return column < width / 2 ? first : second;
}

static double called(struct formula *f, const char *text, const char **at) {
    double a = formula_sum(f, at), b = formula_takes(at, ",") ? formula_sum(f, at) : 0;
    formula_need(at, ")");
    return strcmp(text, "sin") == 0     ? sin(a)
           : strcmp(text, "cos") == 0   ? cos(a)
           : strcmp(text, "exp") == 0   ? exp(a)
           : strcmp(text, "log") == 0   ? log(a)
           : strcmp(text, "floor") == 0 ? floor(a + 1e-9) /* a bucket that begins at a whole distance */
           : strcmp(text, "min") == 0   ? fmin(a, b)
           : strcmp(text, "max") == 0   ? fmax(a, b)
                                        : defined(f, text, a);
}

/* "sum over u < 32 of A", or "sum over k from A to B of C", in either direction */
static double sum_over(struct formula *f, const char **at) {
    double sum = 0, from = 0, to;
    char name[2] = "";
    formula_need(at, "over ");
    name[0] = *(*at)++;
    if (formula_takes(at, "<")) {
        to = formula_sum(f, at) - 1;
    } else {
        formula_need(at, "from");
        from = formula_sum(f, at);
        formula_need(at, "to");
        to = formula_sum(f, at);
    }
    formula_need(at, "of");
    const char *start = *at;
    for (double i = fmin(from, to); i <= fmax(from, to); i++, f->names--) {
        formula_bind(f, name, i);
        *at = start;
        sum += formula_sum(f, at);
    }
    return sum;
}

static double named_value(struct formula *f, const char *text) {
    for (int i = f->names - 1; i >= 0; i--)
        if (strcmp(f->name[i].text, text) == 0)
            return f->name[i].value;
    return defined(f, text, 0);
}

/* "q . e[n]", or "q . k / sqrt(h)" of key k */
static double query_times(struct formula *f, const char **at) {
    formula_need(at, ".");
    if (formula_takes(at, "k / sqrt(h)"))
        return f->product[(int)named_value(f, "k")];
    formula_need(at, "e[");
    double row = formula_sum(f, at), sum = 0;
    formula_need(at, "]");
    const struct encoding_tensor *e = &f->of->built.tensor[0];
    assert_true(row >= 0 && row < e->rows);
    for (int c = 0; c < e->columns; c++)
        sum += f->query[c] * (double)f->of->weights.value[0][(int)row * e->columns + c];
    return sum;
}

static double named(struct formula *f, const char **at) {
    char text[16] = "";
    for (*at += strspn(*at, " "); isalnum(**at); ++*at)
        text_append(text, sizeof text, "%c", **at);
    assert_true(*text);
    if (strcmp(text, "sum") == 0)
        return sum_over(f, at);
    if (formula_takes(at, "("))
        return called(f, text, at);
    if (formula_takes(at, "["))
        return table(f, text, at);
    return strcmp(text, "q") == 0 ? query_times(f, at) : named_value(f, text);
}

static double atom(struct formula *f, const char **at) {
    double value;
    char *end;
    if (formula_takes(at, "-"))
        return -atom(f, at);
    if (formula_takes(at, "["))
        return list(f, at);
    bool size = formula_takes(at, "|");
    if (size || formula_takes(at, "(")) {
        value = formula_sum(f, at);
        formula_need(at, size ? "|" : ")");
        return size ? fabs(value) : value;
    }
    if (!isdigit(**at))
        return named(f, at);
    value = strtod(*at, &end);
    *at = end;
    return isalpha(**at) ? value * named(f, at) : value; /* 2i */
}

static double power(struct formula *f, const char **at) {
    double value = atom(f, at);
    return formula_takes(at, "^") ? pow(value, atom(f, at)) : value;
}

static double product(struct formula *f, const char **at) {
    double value = power(f, at);
    for (;;)
        if (formula_takes(at, "*"))
            value *= power(f, at);
        else if (formula_takes(at, "/"))
            value /= power(f, at);
        else if (formula_takes(at, "mod "))
            value = fmod(value, power(f, at));
        else
            return value;
}

double formula_sum(struct formula *f, const char **at) {
    double value = product(f, at);
    for (;;)
        if (formula_takes(at, "+"))
            value += product(f, at);
        else if (formula_takes(at, "-"))
            value -= product(f, at);
        else
            return value;
}
