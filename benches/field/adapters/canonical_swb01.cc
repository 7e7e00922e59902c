// swb01's minlex.c, which is a program.
#define main main_of_swb01
#include "minlex.c"
#undef main
#undef register
#include "canonical.h"

static void canonical(const char *cells, char *form) {
    char in[2 * LINE_SIZE], out[LINE_SIZE + 2];
    memcpy(in, cells, 82);
    MinLex9X9SR1(in, 2 * LINE_SIZE, out, 0);
    memcpy(form, out, 81);
}
