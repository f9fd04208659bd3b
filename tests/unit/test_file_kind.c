/* test_file_kind.c -- what a file is by its first bytes, as programs write them, with the command that helps; and what
 * is none of these. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "format/file_kind.h"
#include "format/records.h"
#include "format/safetensors.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

static const struct {
    struct bytes begins;
    const char *says;
} rows[] = {
    {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n"),
     "is a Git LFS pointer, not the file; `git lfs pull` fetches it"},
    {BYTES("\xEF\xBB\xBF\r\n<!DOCTYPE HTML>\n<html lang=en>"), "is a page of HTML or XML"},
    {BYTES("<html><head>"), "is a page of HTML or XML"},
    {BYTES("PK\3\4\x14\0\6\0\10\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x13\0\0\0[Content_Types].xml"),
     "is an Excel file, or another of an office program; save it as CSV, or `libreoffice --convert-to csv a/b.x` does"},
    {BYTES("PK\3\4\x14\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\10\0\0\0mimetypeapplication/vnd.oasis.opendocument"),
     "is an Excel file"},
    {BYTES("PK\3\4\x14\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\11\0\0\0arr_0.npy"), "is an archive of NumPy (.npz)"},
    {BYTES("PK\3\4\0\0\10\10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\0\0\0archive/data.pkl"),
     "is weights as PyTorch saves them; `python3 -c 'import torch, safetensors.torch"},
    {BYTES("PK\3\4\x14\0\0\0\10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\10\0\0\0rows.csv"),
     "is a zip archive; `unzip a/b.x`"},
    {BYTES("PAR1\x15\4"), "is a Parquet file; `python3 -c 'import pandas; pandas.read_parquet(\"a/b.x\").to_csv"},
    {BYTES("ARROW1\0\0"), "is an Arrow file"},
    {BYTES("\x89HDF\r\n\x1a\n\0"), "is an HDF5 file; `h5dump"},
    {BYTES("\x93NUMPY\1\0v\0{'descr': '<f4'"), "is an array of NumPy"},
    {BYTES("BZh91AY&SY\xAB"), "is compressed by bzip2; `bunzip2 -k a/b.x` unpacks it"},
    {BYTES("\xFD\x37zXZ\0\0\4"), "is compressed by xz; `unxz -k a/b.x`"},
    {BYTES("\x28\xB5\x2F\xFD\4"), "is compressed by zstd"},
    {BYTES("\x1F\x8B\10\0\0\0\0\0\0\3"), "is compressed by gzip; `gunzip -k a/b.x`"},
    {BYTES("7z\xBC\xAF\x27\x1C\0\4"), "is a 7-Zip archive"},
    {BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0"), "is an old Excel or Word file"},
    {BYTES("%PDF-1.7\n"), "is a PDF"},
    {BYTES("SQLite format 3\0\x10"), "is an SQLite database"},
    {BYTES("\x89PNG\r\n\x1a\n"), "is a picture (PNG)"},
    {BYTES("\xFF\xD8\xFF\xE0"), "is a picture (JPEG)"},
    {BYTES("\x7F"
           "ELF\2"),
     "is a program"},
    {BYTES("<?xml version=\"1.0\"?>"), "is a page of HTML or XML"},
    {BYTES("GGUF\3\0\0\0"), "is a GGUF model"},
    {BYTES("\x80\2}q\0("), "is a pickle of Python; `python3 -c 'import torch"},
    {BYTES("\x80\4\x95\x0e"), "is a pickle of Python"},
    {BYTES("@\0\0\0\0\0\0\0{\"wte.weight\""), "is a file of tensors (safetensors)"},
    {BYTES("__label__pos the soup was good\n"), "is rows of fastText (__label__); `sed -E"},
};

static const struct bytes none[] = {
    BYTES(""),
    BYTES("text\tlabel\n"),
    BYTES("PK\tlabel\n"),
    BYTES("version\tlabel\nhttps://git-lfs\t1\n"),
    BYTES("__label__\ttext\nx\ty z\n"),
    BYTES("__label__,the text\n"),
    BYTES("__label__\n"),
    BYTES("<s> begins a text"),
    BYTES("BZhang was here, 1AY&SY"),
    BYTES("[{\"text\": \"x\"}]"),
    BYTES("\xFF\xFEt\0"),
    BYTES("2 3\nking \0\0\x80\x3f"),
    BYTES("\x1F\x8B"),
};

TEST(kinds) {
    struct error e;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (file_kind_check("a/b.x", rows[i].begins.text, rows[i].begins.size, &e) || !strstr(e.text, rows[i].says))
            fail_msg("expected: %s; found: %s", rows[i].says, e.text);
        assert_int_equal(e.code, EXIT_DATA);
        assert_null(strchr(e.text, '%'));
        assert_true(strncmp(e.text, "a/b.x is ", 9) == 0 && strlen(e.text) < sizeof e.text - 1);
        for (size_t size = 0; size < rows[i].begins.size; size++) { /* in a piece of its own, for the sanitizers */
            char *cut = malloc(size + 1);
            memcpy(cut, rows[i].begins.text, size);
            file_kind_check(NULL, cut, size, &e);
            free(cut);
        }
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (!file_kind_check("x", none[i].text, none[i].size, &e))
            fail_msg("number %zu: %s", i, e.text);
    assert_false(file_kind_check("a b.bz2", "BZh91AY&SY", 10, &e));
    assert_string_equal(e.text, "a b.bz2 is compressed by bzip2; `bunzip2 -k FILE` unpacks it");
    char tar[512] = "rows.csv";
    memcpy(tar + 257, "ustar", 5);
    assert_false(file_kind_check("x.tar", tar, sizeof tar, &e));
    assert_string_equal(e.text, "x.tar is a tar archive; `tar xf x.tar` unpacks it");
}

/* Rows and tensors ask it before they complain of anything else. */
TEST(readers) {
    struct error e;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool gzip = strstr(rows[i].says, "by gzip"), tensors = strstr(rows[i].says, "of tensors");
        for (int form = RECORDS_AUTO; form < RECORDS_KINDS && !gzip; form++) {
            struct records r;
            FILE *f = tmpfile();
            assert_int_equal(fwrite(rows[i].begins.text, 1, rows[i].begins.size, f), rows[i].begins.size);
            rewind(f);
            const struct records_how how = {
                {"a/b.x", f, form ? CHARSET_LATIN1 : CHARSET_UTF8, false}, (enum records_form)form, false};
            assert_false(records_open(&r, &how, &e));
            records_close(&r);
            fclose(f);
            if (!strstr(e.text, rows[i].says))
                fail_msg("expected: %s; found: %s", rows[i].says, e.text);
        }
        struct arena arena = {0};
        struct safetensors s;
        assert_false(safetensors_read(&s, &arena, rows[i].begins.text, rows[i].begins.size, &e));
        arena_free(&arena);
        if (!tensors && strncmp(e.text, rows[i].says, strcspn(rows[i].says, ";")) != 0)
            fail_msg("expected: %s; found: %s", rows[i].says, e.text);
    }
}

/* Within gzip, too. */
TEST(within_gzip) {
    struct records r;
    struct error e;
    char path[PATH_MAX_LENGTH];
    assert_true(file_path(path, test_folder, "rows.csv.gz", &e));
    gzFile f = gzopen(path, "wb");
    assert_true(gzputs(f, "<!doctype html>\n<p>404") > 0);
    gzclose(f);
    assert_false(records_open(&r, &(struct records_how){.from = {.path = path}}, &e));
    assert_non_null(strstr(e.text, "rows.csv.gz is a page of HTML or XML"));
    records_close(&r);
    FILE *plain = fopen(path, "wb");
    fputs("version https://git-lfs.github.com/spec/v1\n", plain);
    fclose(plain);
    assert_false(records_open(&r, &(struct records_how){.from = {.path = path}}, &e));
    assert_non_null(strstr(e.text, "is a Git LFS pointer"));
    records_close(&r);
}

GROUP(file_kind, folder_setup, folder_teardown)
