// The adapter of Schoku (Martin Schulz, github.com/Mart1nSchulz/Schoku). It has no library: its
// only source file is included here, and its loop over the lines of a file is replaced with a loop
// over lines in memory.
//
// At limit 2 it looks for a second solution (-rM), at limit 1 for any solution (-rO). Its default,
// -rR, assumes that a puzzle has only one solution, which is a different task.
#define main schoku_main
#include "schoku.cpp"
#undef main

#include "field.h"
#include <cstdlib>

namespace {

using namespace Schoku;

// As in its main function: the search states, allocated once, and the CPU features.
GridState *states() {
    static GridState *states = [] {
        bmi2_support = __builtin_cpu_supports("bmi2");
        pext_support = bmi2_support && !__builtin_cpu_is("znver2");
        void *room = std::aligned_alloc(64, sizeof(GridState) * GRIDSTATE_MAX);
        // Not everything is initialized; a new process would have zeros there.
        return static_cast<GridState *>(memset(room, 0, sizeof(GridState) * GRIDSTATE_MAX));
    }();
    return states;
}

// As in its result file: a puzzle, a comma, and zeros up to the end of the solution and beyond,
// because Schoku reads 32 bytes at a time.
constexpr size_t ROOM = 256;

// Solves a line. Schoku writes the solution 82 bytes behind the start of the line.
uint32_t count(const char *line, size_t limit, signed char *room) {
    static Counters counters;
    rules = limit == 1 ? FindOne : Multiple;
    memcpy(room, line, 81);
    room[81] = ',';
    memset(room + 82, 0, ROOM - 82);
    GridState *stack = states();
    stack[0].initialize<VNone>(room, counters);
    Schoku::Status status = solve<VNone>(room + 82, stack, 1, counters);
    return status.solved ? (status.unique ? 1 : 2) : 0;
}

} // namespace

uint32_t field_takes(void) { return FIELD_CLUES; }

void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit,
                 uint32_t *counts) {
    alignas(64) signed char room[ROOM];
    for (size_t i = 0; i < puzzles; i++)
        counts[i] = count(lines + i * (symbols + 1), limit, room);
}

int field_solution(const char *line, size_t, char *solution) {
    alignas(64) signed char room[ROOM];
    if (count(line, 1, room) == 0)
        return 0;
    memcpy(solution, room + 82, 81);
    return 1;
}
