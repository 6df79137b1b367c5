#ifndef CKillAtWrite_h
#define CKillAtWrite_h

/// Counts the writes below `folder`, those to `cache.db` excepted, from now on, and kills the process with SIGKILL just before number `fatal`;
/// 0 kills nothing.
///
/// Only Linux; elsewhere nothing is counted.
void kill_at_write(const char *_Nonnull folder, long fatal);

/// How many writes there were.
long write_count(void);

#endif
