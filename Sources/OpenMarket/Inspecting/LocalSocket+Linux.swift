#if !canImport(Darwin)
  import Foundation

  extension LocalSocket {
    /// A peer that is gone is an error, not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    static func openSocket() -> Int32 {
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    static func prepared(_ descriptor: Int32, flags: Int32) -> Int32 {
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, flags)
      return descriptor
    }

    /// The user of the process at the other end; `nil` when that is not known.
    static func peer(of descriptor: Int32) -> uid_t? {
      // `struct ucred`, which Swift does not see: process, user, group.
      var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, uid_t.max, gid_t.max)
      var size = socklen_t(MemoryLayout.size(ofValue: credentials))
      let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
      return result == 0 ? credentials.user : nil
    }
  }
#endif
