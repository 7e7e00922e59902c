// The functions that every adapter exports. benches/peers loads it as a shared library.
//
// A puzzle is a line of 81 symbols, with '.' for an empty cell, or of 729 symbols for candidates,
// with '.' for one that is ruled out. Each line ends with a newline, and the lines follow one
// another.
#ifndef FIELD_H
#define FIELD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The bits of the result of field_takes.
enum {
    FIELD_CLUES = 1,
    FIELD_CANDIDATES = 2,
    // Counts up to any limit; without this bit, up to 1 and 2 only.
    FIELD_ANY_LIMIT = 4,
};

// Returns the tasks that the solver supports.
uint32_t field_takes(void);

// Counts the solutions of `puzzles` puzzles, each up to the limit. This is the timed call.
void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit, uint32_t *counts);

// Writes any solution of one puzzle as 81 digits. Returns 0 if there is none, or if the solver
// cannot return it. Not timed.
int field_solution(const char *line, size_t symbols, char *solution);

#ifdef __cplusplus
}
#endif

#endif
