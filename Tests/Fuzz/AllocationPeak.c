// How many bytes are allocated, as the address sanitizer sees it.
#include "AllocationPeak.h"

#include <sanitizer/allocator_interface.h>
#include <stdatomic.h>

static atomic_size_t held, peak;

static void on_malloc(const volatile void *address, size_t count) {
  (void)address;
  size_t now = atomic_fetch_add(&held, count) + count, most = atomic_load(&peak);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) continue;
}

static void on_free(const volatile void *address) {
  if (address) atomic_fetch_sub(&held, __sanitizer_get_allocated_size(address));
}

size_t allocations_begin(void) {
  static atomic_int is_installed;
  if (!atomic_exchange(&is_installed, 1)) __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
  size_t now = atomic_load(&held);
  atomic_store(&peak, now);
  return now;
}

size_t allocations_peak(void) { return atomic_load(&peak); }
