#define _GNU_SOURCE
#include "CKillAtWrite.h"

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char watched[PATH_MAX];
static size_t watched_length;
static atomic_long fatal_number;
static atomic_long count;

void kill_at_write(const char *folder, long fatal) {
  snprintf(watched, sizeof watched, "%s", folder);
  atomic_store(&fatal_number, fatal);
  watched_length = strlen(watched);
}

long write_count(void) { return atomic_load(&count); }

#ifdef __linux__
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>

static void boundary(void) {
  long number = atomic_fetch_add(&count, 1) + 1;
  if (number == atomic_load(&fatal_number)) kill(getpid(), SIGKILL);
}

static void boundary_at_path(const char *path) {
  if (!watched_length || !path || strncmp(path, watched, watched_length) != 0) return;
  // Copies can be fetched again; other tests kill their writers.
  if (!strstr(path + watched_length, "/cache.db")) boundary();
}

static void boundary_at(int descriptor) {
  if (!watched_length) return;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  boundary_at_path(path);
}

// In a program these come before those of the C library, also for the system's SQLite.

ssize_t write(int descriptor, const void *bytes, size_t size) {
  boundary_at(descriptor);
  return syscall(SYS_write, descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  boundary_at(descriptor);
  return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  boundary_at(descriptor);
  return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

int ftruncate(int descriptor, off_t size) {
  boundary_at(descriptor);
  return (int)syscall(SYS_ftruncate, descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) {
  boundary_at(descriptor);
  return (int)syscall(SYS_ftruncate, descriptor, size);
}

int fsync(int descriptor) {
  boundary_at(descriptor);
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  boundary_at(descriptor);
  return (int)syscall(SYS_fdatasync, descriptor);
}

int rename(const char *from, const char *to) {
  boundary_at_path(from);
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  boundary_at_path(path);
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
#endif
