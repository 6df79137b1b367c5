#ifndef CKillAtWrite_h
#define CKillAtWrite_h

/// Counts the writes below `folder`, those to `cache.db` excepted, from now on, and kills the process with SIGKILL just before number `fatal`;
/// 0 kills nothing.
///
/// Only Linux; elsewhere nothing is counted.
void kill_at_write(const char *_Nonnull folder, long fatal);

/// Stops the process with SIGSTOP just before the next such write; to be called at most once.
///
/// Only Linux; elsewhere nothing is stopped.
void stop_at_write(const char *_Nonnull folder);

/// Lets every write to a file below `folder` fail with the system's error `number` from now on; 0 lets none fail.
///
/// Only Linux; elsewhere nothing fails.
void fail_writes(const char *_Nonnull folder, int number);

/// Lets the system take only half of the bytes of every write to a file below `folder` from now on, as some disks of a network do.
///
/// Only Linux; elsewhere all are taken.
void halve_writes(const char *_Nonnull folder);

/// Counts the reads of files whose paths begin with `path` from now on, and lets those from number `first` to `last` fail as
/// on a device that fails.
///
/// Only Linux; elsewhere nothing is counted.
void fail_reads(const char *_Nonnull path, long first, long last);

/// How many such reads there were.
long read_count(void);

/// Lets every read of the `length` bytes at `offset` of the file at `path` fail from now on, also where that is moved to.
///
/// Only Linux; elsewhere nothing fails.
void fail_reads_at(const char *_Nonnull path, long offset, long length);

/// How many writes there were.
long write_count(void);

#endif
