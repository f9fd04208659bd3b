/* host.h -- the name of this machine, fit to be a part of a file's name. */
#pragma once

enum { HOST_NAME = 65 };

/* Anything but letters, digits, '.', '-' and '_' is '_'; "unnamed" where it has no name. Returns name. */
const char *host_name(char name[HOST_NAME]);
