// The adapter of semajyllek's FastBandSolver (github.com/semajyllek/sudoku), a header. It takes a grid
// of numbers, 0 for an empty cell; a line is converted on the clock.
#include "field.h"

#include "fastbandsolver.hpp"

namespace {

struct Grid {
    int cells[9][9];

    explicit Grid(const char *line) {
        for (int cell = 0; cell < 81; cell++)
            cells[cell / 9][cell % 9] = line[cell] == '.' ? 0 : line[cell] - '0';
    }
};

// Its search states, allocated once: 19 KB.
FastBandSolver solver;

} // namespace

uint32_t field_takes(void) { return FIELD_CLUES | FIELD_ANY_LIMIT; }

void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit,
                 uint32_t *counts) {
    for (size_t i = 0; i < puzzles; i++)
        counts[i] = solver.countSolutions(Grid(lines + i * (symbols + 1)).cells, int(limit));
}

int field_solution(const char *line, size_t, char *solution) {
    int cells[9][9];
    if (!solver.solve(Grid(line).cells, cells))
        return 0;
    for (int cell = 0; cell < 81; cell++)
        solution[cell] = char('0' + cells[cell / 9][cell % 9]);
    return 1;
}
