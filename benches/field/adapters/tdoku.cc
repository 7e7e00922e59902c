// The adapter of tdoku (github.com/t-dillon/tdoku), over its own interface, tdoku.h.
#include "field.h"
#include "tdoku.h"

uint32_t field_takes(void) { return FIELD_CLUES | FIELD_CANDIDATES | FIELD_ANY_LIMIT; }

void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit,
                 uint32_t *counts) {
    char solution[81];
    size_t guesses;
    for (size_t i = 0; i < puzzles; i++)
        counts[i] = SolveSudoku(lines + i * (symbols + 1), limit, 0, solution, &guesses);
}

int field_solution(const char *line, size_t, char *solution) {
    size_t guesses;
    return SolveSudoku(line, 1, 0, solution, &guesses) == 1;
}
