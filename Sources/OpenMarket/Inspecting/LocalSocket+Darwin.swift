#if canImport(Darwin)
  import Foundation

  extension LocalSocket {
    static func openSocket() -> Int32 { prepared(socket(AF_UNIX, SOCK_STREAM, 0), flags: 0) }

    /// The next inspector, which does not block; negative when there is none.
    static func acceptNext(_ descriptor: Int32) -> Int32 {
      prepared(accept(descriptor, nil, nil), flags: O_NONBLOCK)
    }

    /// The user of the process at the other end; `nil` when that is not known.
    static func peer(of descriptor: Int32) -> uid_t? {
      var (user, group) = (uid_t.max, gid_t.max)
      return unsafe getpeereid(descriptor, &user, &group) == 0 ? user : nil
    }

    /// Sends what fits; a peer that is gone is an error, not a signal.
    static func sendSome(
      _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
    ) -> Result<Int, POSIXError> {
      let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, 0)
      return count < 0 ? .failure(POSIXError(.init(rawValue: errno) ?? .EIO)) : .success(count)
    }

    private static func prepared(_ descriptor: Int32, flags: Int32) -> Int32 {
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, flags)
      var yes: Int32 = 1
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      return descriptor
    }
  }
#endif
