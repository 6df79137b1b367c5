#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <malloc.h>

void om_give_back_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
#endif
