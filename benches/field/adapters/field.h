// What every adapter exports; benches/peers loads it as a shared library.
//
// A puzzle is a line of 81 symbols, '.' for an empty cell, or of 729 for candidates, '.' for one
// that is ruled out. A newline follows it. The puzzles stand one after the other.
#ifndef FIELD_H
#define FIELD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What field_takes may answer, added up.
enum {
    FIELD_CLUES = 1,
    FIELD_CANDIDATES = 2,
    // Counts to any limit; without it, to 1 and 2 only.
    FIELD_ANY_LIMIT = 4,
};

// The tasks that the solver can do.
uint32_t field_takes(void);

// Counts the solutions of `puzzles` puzzles, each up to the limit. This is the timed call.
void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit, uint32_t *counts);

// Writes some solution of one puzzle as 81 digits. Returns 0 if there is none, or if the solver
// cannot return it. It is not timed.
int field_solution(const char *line, size_t symbols, char *solution);

#ifdef __cplusplus
}
#endif

#endif
