/* host.c -- see host.h. */
#include "base/host.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

const char *host_name(char name[HOST_NAME]) {
    if (gethostname(name, HOST_NAME) != 0 || !*name)
        snprintf(name, HOST_NAME, "unnamed");
    name[HOST_NAME - 1] = 0;
    for (char *at = name + strspn(name, allowed); *at; at += strspn(at, allowed))
        *at = '_';
    return name;
}
