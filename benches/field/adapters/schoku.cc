// The adapter of Schoku (Martin Schulz, github.com/Mart1nSchulz/Schoku). It has no library: its
// one source file is compiled into this one, and its loop over the lines of a file is replaced
// by one over lines in memory.
//
// At limit 2 it is told to look for a second solution (-rM), at limit 1 for any (-rO). Its
// default, -rR, takes for granted that a puzzle has one solution: that is another task.
#define main schoku_main
#include "schoku.cpp"
#undef main

#include "field.h"
#include <cstdlib>

namespace {

using namespace Schoku;

// As in its main: the states of a search, once for all puzzles, and what the CPU can do.
GridState *states() {
    static GridState *states = [] {
        bmi2_support = __builtin_cpu_supports("bmi2");
        pext_support = bmi2_support && !__builtin_cpu_is("znver2");
        return static_cast<GridState *>(std::aligned_alloc(64, sizeof(GridState) * GRIDSTATE_MAX));
    }();
    return states;
}

// Solves a line; the solution stands 82 bytes behind it, where Schoku writes it.
uint32_t count(const char *line, size_t limit, signed char *room) {
    static Counters counters;
    rules = limit == 1 ? FindOne : Multiple;
    memcpy(room, line, 81);
    GridState *stack = states();
    stack[0].initialize<VNone>(room, counters);
    Schoku::Status status = solve<VNone>(room + 82, stack, 1, counters);
    return status.solved ? (status.unique ? 1 : 2) : 0;
}

} // namespace

uint32_t field_takes(void) { return FIELD_CLUES; }

void field_count(const char *lines, size_t puzzles, size_t symbols, size_t limit,
                 uint32_t *counts) {
    // Schoku copies 32 bytes at a time and maps a file that goes on behind the last line.
    alignas(64) signed char room[256];
    for (size_t i = 0; i < puzzles; i++)
        counts[i] = count(lines + i * (symbols + 1), limit, room);
}

int field_solution(const char *line, size_t, char *solution) {
    alignas(64) signed char room[256];
    if (count(line, 1, room) == 0)
        return 0;
    memcpy(solution, room + 82, 81);
    return 1;
}
