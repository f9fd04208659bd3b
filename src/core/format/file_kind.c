/* file_kind.c -- see file_kind.h. */
#include "format/file_kind.h"

#include <string.h>

#include "base/utf8.h"

/* First bytes, at an offset, and what they say. %s of a command: the file. */
static const struct file_kind {
    int at;
    const char *bytes;
    int length;
    const char *what, *command;
} kinds[] = {
#define BYTES(text) text, sizeof text - 1
    {0, BYTES("version https://git-lfs"), "a Git LFS pointer, not the file", "`git lfs pull` fetches it"},
    {0, BYTES("PAR1"), "a Parquet file",
     "`python3 -c 'import pandas; pandas.read_parquet(\"%s\").to_csv(\"rows.csv\", index=False)'` writes rows"},
    {0, BYTES("ARROW1"), "an Arrow file",
     "`python3 -c 'import pandas; pandas.read_feather(\"%s\").to_csv(\"rows.csv\", index=False)'` writes rows"},
    {0, BYTES("\x89HDF\r\n\x1a\n"), "an HDF5 file", "`h5dump -d DATASET -o values.txt %s` writes its values as text"},
    {0, BYTES("\x93NUMPY"), "an array of NumPy",
     "`python3 -c 'import numpy; numpy.savetxt(\"values.txt\", numpy.load(\"%s\"))'` writes it as text"},
    {4, BYTES("\x31\x41\x59\x26\x53\x59"), "compressed by bzip2", "`bunzip2 -k %s` unpacks it"},
    {0, BYTES("\xFD\x37zXZ\0"), "compressed by xz", "`unxz -k %s` unpacks it"},
    {0, BYTES("\x28\xB5\x2F\xFD"), "compressed by zstd", "`unzstd %s` unpacks it"},
    {0, BYTES("\x1F\x8B\x08"), "compressed by gzip", "`gunzip -k %s` unpacks it"},
    {0, BYTES("7z\xBC\xAF\x27\x1C"), "a 7-Zip archive", "`7z x %s` unpacks it"},
    {257, BYTES("ustar"), "a tar archive", "`tar xf %s` unpacks it"},
    {0, BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "an old Excel or Word file",
     "`libreoffice --convert-to csv %s` writes rows"},
    {0, BYTES("%PDF-"), "a PDF", "`pdftotext %s` writes its text"},
    {0, BYTES("SQLite format 3\0"), "an SQLite database",
     "`sqlite3 -header -csv %s 'select * from TABLE' >rows.csv` writes rows"},
    {0, BYTES("\x89PNG\r\n"), "a picture (PNG)", "name a file of text"},
    {0, BYTES("\xFF\xD8\xFF"), "a picture (JPEG)", "name a file of text"},
    {0,
     BYTES("\x7F"
           "ELF"),
     "a program", "name a file of text"},
    {0, BYTES("GGUF"), "a GGUF model", "take the model.safetensors that it was made from"},
    {0, BYTES("\x80\x02"), "a pickle of Python", NULL},
    {0, BYTES("\x80\x03"), "a pickle of Python", NULL},
    {0, BYTES("\x80\x04"), "a pickle of Python", NULL},
    {0, BYTES("\x80\x05"), "a pickle of Python", NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

#define TO_SAFETENSORS                                                                                             \
    "`python3 -c 'import torch, safetensors.torch as s; s.save_file({k: v.clone() for k, v in torch.load(\"%s\", " \
    "\"cpu\").items()}, \"model.safetensors\")'` makes a model that poslab reads"

static bool holds(const unsigned char *bytes, size_t size, const char *text) {
    size_t length = strlen(text);
    while (size >= length && memcmp(bytes, text, length) != 0)
        bytes++, size--;
    return size >= length;
}

/* What is in a zip, by the names of its first files. */
static struct file_kind zip_kind(const unsigned char *bytes, size_t size) {
    static const char *const office[] = {"[Content_Types].xml", "docProps/", "xl/", "_rels/",
                                         "mimetypeapplication/vnd."};
    if (holds(bytes, size, "data.pkl") || holds(bytes, size, "/data/0"))
        return (struct file_kind){.what = "weights as PyTorch saves them", .command = TO_SAFETENSORS};
    if (holds(bytes, size, ".npy"))
        return (struct file_kind){.what = "an archive of NumPy (.npz)",
                                  .command = "`python3 -c 'import numpy; f = numpy.load(\"%s\"); "
                                             "numpy.savetxt(\"values.txt\", f[f.files[0]])'` writes one as text"};
    for (size_t i = 0; i < sizeof office / sizeof *office; i++)
        if (holds(bytes, size, office[i]))
            return (struct file_kind){.what = "an Excel file, or another of an office program",
                                      .command = "save it as CSV, or `libreoffice --convert-to csv %s` does"};
    return (struct file_kind){.what = "a zip archive", .command = "`unzip %s` unpacks it"};
}

/* Text from its first character on that is no blank. */
static struct file_kind text_kind(const char *text, size_t size) {
    static const char *const html[] = {"<!doctype ", "<html", "<head", "<?xml "};
    size_t at = utf8_mark(text, size);
    char start[32] = "";
    while (at < size && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t'))
        at++;
    for (size_t i = 0; i + 1 < sizeof start && at + i < size; i++)
        start[i] = text[at + i] >= 'A' && text[at + i] <= 'Z' ? (char)(text[at + i] + 'a' - 'A') : text[at + i];
    for (size_t i = 0; i < sizeof html / sizeof *html; i++)
        if (strncmp(start, html[i], strlen(html[i])) == 0)
            return (struct file_kind){.what = "a page of HTML or XML, such as a site sends in place of a file",
                                      .command = "download the file itself: of GitHub its raw link, of a model's page "
                                                 "the link with resolve/"};
    const char *label = "__label__", *end = memchr(text + at, '\n', size - at);
    size_t length = (size_t)((end ? end : text + size) - (text + at));
    size_t word = strcspn(start, " ,;\t|");
    if (strncmp(start, label, strlen(label)) == 0 && word > strlen(label) && memchr(text + at, ' ', length) &&
        (word == strlen(start) || start[word] == ' '))
        return (struct file_kind){.what = "rows of fastText (__label__)",
                                  .command = "`sed -E 's/^__label__([^ ]+) +/\\1\\t/; 1i label\\ttext' %s >rows.tsv` "
                                             "makes rows with a header"};
    return (struct file_kind){0};
}

static struct file_kind find(const unsigned char *bytes, size_t size) {
    if (size == 0)
        return (struct file_kind){0};
    static const unsigned char zip[][4] = {{'P', 'K', 3, 4}, {'P', 'K', 5, 6}};
    for (int i = 0; i < KINDS; i++) {
        const struct file_kind *k = &kinds[i];
        if (size >= (size_t)(k->at + k->length) && memcmp(bytes + k->at, k->bytes, (size_t)k->length) == 0)
            return *k;
    }
    if (size >= sizeof *zip && (memcmp(bytes, zip[0], 4) == 0 || memcmp(bytes, zip[1], 4) == 0))
        return zip_kind(bytes, size);
    if (size > 9 && bytes[8] == '{' && !bytes[4] && !bytes[5] && !bytes[6] && !bytes[7])
        return (struct file_kind){.what = "a file of tensors (safetensors)",
                                  .command = "it is for embedding.token, `poslab show` and `poslab export`"};
    return text_kind((const char *)bytes, size);
}

bool file_kind_check(const char *path, const void *bytes, size_t size, struct error *e) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/";
    struct file_kind k = find(bytes, size < FILE_KIND_BYTES ? size : FILE_KIND_BYTES);
    const char *command = k.command ? k.command : TO_SAFETENSORS, *file = strstr(command, "%s");
    const char *name = path && !path[strspn(path, plain)] ? path : "FILE"; /* which no shell reads otherwise */
    return !k.what || error_set(e, EXIT_DATA, "%s%sis %s; %.*s%s%s", path ? path : "", path ? " " : "", k.what,
                                file ? (int)(file - command) : (int)strlen(command), command, file ? name : "",
                                file ? file + strlen("%s") : "");
}
