// gridchecker's rowminlex, which takes full grids only.
#include "rowminlex.h"
#include "canonical.h"

static void canonical(const char *cells, char *form) {
    char in[81], out[81];
    for (int i = 0; i < 81; i++) in[i] = cells[i] - '0';
    rowminlex(in, out);
    for (int i = 0; i < 81; i++) form[i] = out[i] + '0';
}
