#if !canImport(Darwin)
  import Foundation

  extension LocalSocket {
    static func openSocket() -> Int32 {
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    /// The next inspector, which does not block; negative when there is none.
    static func acceptNext(_ descriptor: Int32) -> Int32 {
      let next = accept(descriptor, nil, nil)
      guard next >= 0 else { return next }
      _ = fcntl(next, F_SETFD, FD_CLOEXEC)
      _ = fcntl(next, F_SETFL, O_NONBLOCK)
      return next
    }

    /// The user of the process at the other end; `nil` when that is not known.
    static func peer(of descriptor: Int32) -> uid_t? {
      // `struct ucred`, which Swift does not see: process, user, group.
      var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, uid_t.max, gid_t.max)
      var size = socklen_t(MemoryLayout.size(ofValue: credentials))
      let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
      return result == 0 ? credentials.user : nil
    }

    /// Sends what fits; a peer that is gone is an error, not a signal.
    static func sendSome(
      _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
    ) -> Result<Int, POSIXError> {
      let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      return count < 0 ? .failure(POSIXError(.init(rawValue: errno) ?? .EIO)) : .success(count)
    }
  }
#endif
