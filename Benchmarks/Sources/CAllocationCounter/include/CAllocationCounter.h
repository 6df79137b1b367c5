#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// How many blocks all threads have allocated so far; -1 where counting is not possible (outside glibc).
long allocation_count(void);

/// Bytes in blocks that have not been freed, or -1 where they cannot be counted.
long allocated_bytes(void);

#endif
