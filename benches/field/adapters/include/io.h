// Stands in for a header of Windows' compilers that swb01's minlex.c asks for.
#include <sys/stat.h>
#define _stat stat
