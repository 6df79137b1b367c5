#if canImport(Darwin)
  import Foundation

  extension LocalSocket {
    /// A peer that is gone is an error, not a signal: here an option of the socket.
    static let sendFlags: Int32 = 0

    static func openSocket() -> Int32 { prepared(socket(AF_UNIX, SOCK_STREAM, 0), flags: 0) }

    /// The user of the process at the other end; `nil` when that is not known.
    static func peer(of descriptor: Int32) -> uid_t? {
      var (user, group) = (uid_t.max, gid_t.max)
      return unsafe getpeereid(descriptor, &user, &group) == 0 ? user : nil
    }

    static func prepared(_ descriptor: Int32, flags: Int32) -> Int32 {
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, flags)
      var yes: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      if unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size) == 0 { return descriptor }
      // Refused where the peer is gone already: what is sent would be a signal, which ends the process.
      _ = close(descriptor)
      return -1
    }
  }
#endif
