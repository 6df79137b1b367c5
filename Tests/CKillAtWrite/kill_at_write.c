#define _GNU_SOURCE
#include "CKillAtWrite.h"

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char watched[PATH_MAX];
static size_t watched_length;
static atomic_long fatal_number;
static atomic_int fatal_signal;
static atomic_long count;

static void signal_at_write(const char *folder, long number, int signal) {
  snprintf(watched, sizeof watched, "%s", folder);
  atomic_store(&fatal_number, number);
  atomic_store(&fatal_signal, signal);
  watched_length = strlen(watched);
}

void kill_at_write(const char *folder, long fatal) { signal_at_write(folder, fatal, SIGKILL); }

void stop_at_write(const char *folder) { signal_at_write(folder, 1, SIGSTOP); }

static char failing[PATH_MAX];
static atomic_int failure;

void fail_writes(const char *folder, int number) {
  snprintf(failing, sizeof failing, "%s", folder);
  atomic_store(&failure, number);
}

static char halving[PATH_MAX];

void halve_writes(const char *folder) { snprintf(halving, sizeof halving, "%s", folder); }

static char unreadable[PATH_MAX];
static size_t unreadable_length;
static atomic_long first_failure, last_failure, reads;

void fail_reads(const char *path, long first, long last) {
  snprintf(unreadable, sizeof unreadable, "%s", path);
  atomic_store(&first_failure, first);
  atomic_store(&last_failure, last);
  unreadable_length = strlen(unreadable);
}

static struct stat bad_file;
static long bad_start, bad_end;
static atomic_int has_bad_part;

void fail_reads_at(const char *path, long offset, long length) {
  if (stat(path, &bad_file) != 0) return;
  bad_start = offset;
  bad_end = offset + length;
  atomic_store(&has_bad_part, 1);
}

long read_count(void) { return atomic_load(&reads); }

long write_count(void) { return atomic_load(&count); }

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>

// Raised, as a signal to the process may reach another thread first, and this one writes meanwhile.
static void boundary(void) {
  long number = atomic_fetch_add(&count, 1) + 1;
  if (number == atomic_load(&fatal_number)) raise(atomic_load(&fatal_signal));
}

static void boundary_at_path(const char *path) {
  if (!watched_length || !path || strncmp(path, watched, watched_length) != 0) return;
  // Copies can be fetched again; other tests kill their writers.
  if (!strstr(path + watched_length, "/cache.db")) boundary();
}

static int find_path(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return 1;
}

static void boundary_at(int descriptor) {
  char path[PATH_MAX];
  if (watched_length && find_path(descriptor, path)) boundary_at_path(path);
}

static int fails(int descriptor) {
  int number = atomic_load(&failure);
  char path[PATH_MAX];
  if (!number || !find_path(descriptor, path) || strncmp(path, failing, strlen(failing)) != 0) return 0;
  errno = number;
  return 1;
}

static size_t taken(int descriptor, size_t size) {
  char path[PATH_MAX];
  if (!halving[0] || size < 2 || !find_path(descriptor, path)) return size;
  return strncmp(path, halving, strlen(halving)) == 0 ? size / 2 : size;
}

static int fails_to_read(int descriptor) {
  char path[PATH_MAX];
  if (!unreadable_length || !find_path(descriptor, path) || strncmp(path, unreadable, unreadable_length) != 0) return 0;
  long number = atomic_fetch_add(&reads, 1) + 1;
  if (number < atomic_load(&first_failure) || number > atomic_load(&last_failure)) return 0;
  errno = EIO;
  return 1;
}

static int is_bad_part(int descriptor, size_t size, off_t offset) {
  struct stat file;
  if (!atomic_load(&has_bad_part) || fstat(descriptor, &file) != 0) return 0;
  if (file.st_dev != bad_file.st_dev || file.st_ino != bad_file.st_ino) return 0;
  if (offset >= bad_end || offset + (off_t)size <= bad_start) return 0;
  errno = EIO;
  return 1;
}

// In a program these come before those of the C library, also for the system's SQLite.

ssize_t read(int descriptor, void *bytes, size_t size) {
  if (fails_to_read(descriptor)) return -1;
  if (atomic_load(&has_bad_part) && is_bad_part(descriptor, size, lseek(descriptor, 0, SEEK_CUR))) return -1;
  return syscall(SYS_read, descriptor, bytes, size);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  if (fails_to_read(descriptor) || is_bad_part(descriptor, size, offset)) return -1;
  return syscall(SYS_pread64, descriptor, bytes, size, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset) {
  if (fails_to_read(descriptor) || is_bad_part(descriptor, size, offset)) return -1;
  return syscall(SYS_pread64, descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (fails(descriptor)) return -1;
  boundary_at(descriptor);
  return syscall(SYS_write, descriptor, bytes, taken(descriptor, size));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  if (fails(descriptor)) return -1;
  boundary_at(descriptor);
  return syscall(SYS_pwrite64, descriptor, bytes, taken(descriptor, size), offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  if (fails(descriptor)) return -1;
  boundary_at(descriptor);
  return syscall(SYS_pwrite64, descriptor, bytes, taken(descriptor, size), offset);
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
