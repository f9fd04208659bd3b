/* label.c -- see label.h. */
#include "format/label.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>

#include "base/memory.h"
#include "base/utf8.h"

/* ---- Texts */

struct records_field label_text(struct records_field cell, struct label_room *room) {
    if (!cell.text)
        return cell;
    cell.text = utf8_trim(cell.text, &cell.length);
    if (utf8_is_ascii(cell.text, cell.length))
        return cell;
    char *composed = (char *)u8_normalize(UNINORM_NFC, (const uint8_t *)cell.text, cell.length, NULL, &cell.length);
    if (!composed)
        memory_die("try smaller sizes");
    free(room->composed);
    room->composed = composed;
    cell.text = room->composed;
    return cell;
}

void label_close(struct label_room *room) {
    free(room->composed);
    room->composed = NULL;
}

/* ---- Numbers */

/* The number that a short cell is. A code with zeros in front is none, nor is one of more digits than a double has. */
static bool read_number(struct records_field f, double *value) {
    char text[32];
    if (f.length == 0 || f.length >= sizeof text || !strchr("+-.0123456789", *f.text))
        return false;
    snprintf(text, sizeof text, "%.*s", (int)f.length, f.text);
    const char *digits = text + (*text == '+' || *text == '-');
    if (*digits == '0' && digits[1] && strchr("0123456789", digits[1]))
        return false;
    return (strlen(digits) <= 15 || digits[strspn(digits, "0123456789")]) && text_number(text, value);
}

bool label_is_number(struct records_field label) {
    double value;
    return read_number(label, &value);
}

struct records_field label_of(struct records_field cell, struct label_room *room) {
    double value;
    cell = label_text(cell, room);
    if (!read_number(cell, &value))
        return cell;
    if (fabs(value) < 1e15 && value == trunc(value))
        snprintf(room->number, sizeof room->number, "%.0f", value + 0.0); /* never -0 */
    else
        text_shortest(value, room->number, sizeof room->number);
    return (struct records_field){room->number, strlen(room->number), false};
}

/* ---- Case */

struct folded {
    char *text;
    int number;
};

static int by_text(const void *a, const void *b) {
    const struct folded *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

bool label_twins(const char *const *text, int count, int pair[2]) {
    struct folded *all = memory_alloc(((size_t)count + 1) * sizeof *all);
    pair[0] = count;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(text[i]) + 1; /* with its 0 */
        all[i] =
            (struct folded){(char *)u8_casefold((const uint8_t *)text[i], length, NULL, UNINORM_NFC, NULL, &length), i};
        if (!all[i].text)
            memory_die("try smaller sizes");
    }
    qsort(all, (size_t)count, sizeof *all, by_text);
    for (int i = 0; i + 1 < count; i++)
        if (strcmp(all[i].text, all[i + 1].text) == 0 && all[i].number < pair[0]) {
            pair[0] = all[i].number;
            pair[1] = all[i + 1].number;
        }
    for (int i = 0; i < count; i++)
        free(all[i].text);
    free(all);
    return pair[0] < count;
}
