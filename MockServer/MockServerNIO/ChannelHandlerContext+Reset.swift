import Foundation
import NIOCore

extension ChannelHandlerContext {
  /// Ends the connection with RST: closing with a linger time of zero drops what is unsent and says so.
  func resetConnection() {
    guard let socket = channel as? any SocketOptionProvider else {
      return close(promise: nil)
    }
    let bound = NIOLoopBound(self, eventLoop: eventLoop)
    socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in bound.value.close(promise: nil) }
  }
}

extension SocketAddress {
  /// The address is this machine, whatever the family.
  var isLoopback: Bool {
    guard let ipAddress else { return true }
    return ipAddress.hasPrefix("127.") || ipAddress == "::1" || ipAddress.hasPrefix("::ffff:127.")
  }
}
