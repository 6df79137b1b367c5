/// Work that the user watches and may stop: its values, signals and its end, in the order in which they come.
struct InterruptibleWork<Value: Sendable> {
  enum Event: Sendable {
    case value(Value)
    case signalled(Int32)
    case ended((any Error)?)
  }

  let events: AsyncStream<Event>
  private let signals: TerminalSignals
  private let task: Task<Void, Never>

  /// Starts `work`, which passes on its values, when the signals are being caught.
  init(
    catching numbers: [Int32] = TerminalSignals.ending,
    _ work: @escaping @Sendable (_ send: @escaping @Sendable (Value) -> Void) async throws -> Void
  ) async {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    signals = await TerminalSignals(numbers) { send.yield(.signalled($0)) }
    task = Task {
      do {
        try await work { send.yield(.value($0)) }
        send.yield(.ended(nil))
      } catch {
        send.yield(.ended(error))
      }
    }
  }

  /// Cancels the work; its end is still an event.
  func cancel() { task.cancel() }

  /// Cancels the work, and catches no more signals.
  func stop() {
    task.cancel()
    signals.stop()
  }
}
