/* folder_files.h -- the files that the folder of a run or comparison has, by name. */
#pragma once

#define COMPARISON_FILE "compare.json"

/* Those that only the holder of a folder's lock writes there, ended by NULL; a comparison's config.ini is one. */
extern const char *const folder_files[];
