// The adapter of fsss2 (Mladen Dobrichev), in the fork that tdoku's benchmark uses,
// github.com/t-dillon/fsss2_bench. FIELD_LOCKED chooses its search with locked candidates.
#include "fsss2.h"
#include "field.h"

// Variables that this fork expects its caller to define.
int nTrials;
#ifdef FIELD_LOCKED
bool do_locked_candidates = true;
#else
bool do_locked_candidates = false;
#endif

namespace {

// Solves from digits, 0 for an empty cell, or from candidates.
template <typename Search, typename... Out>
int search(Search &&by, const char *line, size_t symbols, Out... out) {
    if (symbols == 729) {
        pencilmarks candidates;
        candidates.initPencilmarks(line);
        return by.solve(candidates, out...);
    }
    char cells[81];
    for (int i = 0; i < 81; i++)
        cells[i] = line[i] == '.' ? 0 : line[i] - '0';
    return by.solve(cells, out...);
}

} // namespace

uint32_t field_takes(void) { return FIELD_CLUES | FIELD_CANDIDATES; }

void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit,
                 uint32_t *counts) {
    char solution[81];
    for (size_t i = 0; i < puzzles; i++) {
        const char *line = lines + i * (symbols + 1);
        counts[i] = limit == 1 ? search(hasAnySolution{}, line, symbols)
                               : search(getSingleSolution{}, line, symbols, solution);
    }
}

int field_solution(const char *line, size_t symbols, char *solution) {
    if (search(getSingleSolution{}, line, symbols, solution) != 1)
        return 0;
    for (int i = 0; i < 81; i++)
        solution[i] += '0';
    return 1;
}
