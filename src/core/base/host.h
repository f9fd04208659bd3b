/* host.h -- the name of this machine, usable in a file name. */
#pragma once

enum { HOST_NAME = 65 };

/* Anything but letters, digits, '.', '-' and '_' becomes '_'; "unnamed" if the machine has no name. Returns name. */
const char *host_name(char name[HOST_NAME]);
