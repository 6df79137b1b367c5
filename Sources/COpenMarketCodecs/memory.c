#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <malloc.h>

void om_give_back_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

void om_share_arenas(void) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 2);
#endif
}
#endif
