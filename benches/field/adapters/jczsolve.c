// The adapter of JCZSolve (zhouyundong_2012, champagne, JasonLion), over its own interface,
// JCZSolve.h.
#include "JCZSolve.h"
#include "field.h"

// Copies that are patched for tdoku's benchmark count their guesses in this variable.
size_t JCZSolve_guesses;

uint32_t field_takes(void) { return FIELD_CLUES | FIELD_ANY_LIMIT; }

void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit,
                 uint32_t *counts) {
    char solution[82];
    for (size_t i = 0; i < puzzles; i++)
        counts[i] = JCZSolver(lines + i * (symbols + 1), solution, limit);
}

int field_solution(const char *line, size_t symbols, char *solution) {
    char room[82];
    (void)symbols;
    if (JCZSolver(line, room, 1) != 1)
        return 0;
    for (int i = 0; i < 81; i++)
        solution[i] = room[i];
    return 1;
}
