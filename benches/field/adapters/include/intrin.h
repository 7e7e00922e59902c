// Schoku includes this header of the Windows compilers. It defines those functions that gcc and
// clang do not have in x86intrin.h.
#ifndef FIELD_INTRIN_H
#define FIELD_INTRIN_H

#include <x86intrin.h>

static inline unsigned short __popcnt16(unsigned short bits) { return __builtin_popcount(bits); }

// Clears a bit and returns its old value. The offset may be beyond the first word.
static inline unsigned char _bittestandreset(int *words, int offset) {
    unsigned *word = (unsigned *)words + (offset >> 5), bit = 1u << (offset & 31);
    unsigned char was = (*word & bit) != 0;
    *word &= ~bit;
    return was;
}

static inline unsigned char _bittestandreset64(long long *words, long long offset) {
    unsigned long long *word = (unsigned long long *)words + (offset >> 6);
    unsigned long long bit = 1ull << (offset & 63);
    unsigned char was = (*word & bit) != 0;
    *word &= ~bit;
    return was;
}

#endif
