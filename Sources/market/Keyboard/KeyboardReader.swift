import Dispatch
import Foundation

/// Reads a terminal's keys without holding up a thread.
final class KeyboardReader {
  private let source: any DispatchSourceRead

  /// `handler` is called on a queue of Dispatch's with the bytes typed, and with none when no more will come.
  init(_ descriptor: Int32, handler: @escaping @Sendable ([UInt8]) -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count > 0 {
        handler(Array(buffer.prefix(count)))
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        let isOthers = count < 0 && !JobControl.isInForeground(descriptor)
        // Stops until the terminal is ours again; nothing stops a process whose shell is gone, and no key comes any more.
        if isOthers, (try? JobControl.awaitForeground(descriptor)) != nil { return }
        handler([])
      }
    }
    source.activate()
  }

  func stop() { source.cancel() }
}
