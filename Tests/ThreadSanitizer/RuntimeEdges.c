// Tells the thread sanitizer about what Swift's libraries put in order on Linux and it does not see, because they are not
// instrumented: the order that this makes is lost, and what it guards is reported as a race. The functions below stand
// in front of those of the libraries (through LD_PRELOAD) and add exactly that order. They add nothing else, so
// real races are still found; `Probe.swift` shows both, and fails when another version of Swift has other names for
// these functions.
//
// `Synchronization.Mutex`: taking or releasing a mutex that nobody else wants is an atomic operation inlined into our own
// code, which the sanitizer sees. When somebody else wants it, the work is done inside libswiftSynchronization.so. What
// happened before a release happens before the next taking.
//
// Continuations: libswift_Concurrency.so tells the sanitizer that a resumption comes before what its task does when the
// task is started again. When the continuation was resumed before the task came to wait, the task goes on at once, and
// it is not told. What happened before the resumption happens before the task goes on. Left open: a continuation that is
// resumed while its task is inside the library's own function, and those that wait in that library, as `AsyncStream` does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Missing in the processes that are not instrumented, such as `swift test` itself.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);

static SWIFT void (*real_lock)(uint32_t, SELF void *);
static SWIFT bool (*real_try_lock)(SELF void *);
static SWIFT void (*real_unlock)(SELF void *);

__attribute__((constructor)) static void find_real(void) {
  real_lock = (__typeof__(real_lock))dlsym(RTLD_NEXT, LOCK_SLOW);
  real_try_lock = (__typeof__(real_try_lock))dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
  real_unlock = (__typeof__(real_unlock))dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  real_lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
  bool is_locked = real_try_lock(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock_slow(SELF void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  real_unlock(mutex);
}

#define SWIFT_ASYNC __attribute__((swiftasynccall))

extern SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

static SWIFT_ASYNC void (*real_await)(void *);

__attribute__((constructor)) static void find_real_await(void) {
  real_await = (__typeof__(real_await))dlsym(RTLD_NEXT, "swift_continuation_await");
}

SWIFT_ASYNC void swift_continuation_await(void *continuation) {
  // The object to which the library ties the resumption.
  if (__tsan_acquire) __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return real_await(continuation);
}
