// For the harnesses of the image decoders.
#ifndef ALLOCATION_PEAK_H
#define ALLOCATION_PEAK_H

#include <stddef.h>

// Forgets the peak, and returns the bytes that are allocated now. Only differences of the two mean something:
// what was allocated before the first call is not counted.
size_t allocations_begin(void);

// The most bytes that were allocated at a time since then.
size_t allocations_peak(void);

#endif
