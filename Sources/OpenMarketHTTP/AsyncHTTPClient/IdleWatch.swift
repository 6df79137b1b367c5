#if AsyncHTTPClient
  import NIOCore
  import Synchronization

  /// Notices that nothing has moved for a while, in either direction.
  final class IdleWatch: Sendable {
    private let limit: TimeAmount
    private let lastMove = Atomic<UInt64>(NIODeadline.now().uptimeNanoseconds)
    private let timer = Mutex<Scheduled<Void>?>(nil)

    init(limit: TimeAmount) { self.limit = limit }

    func moved() { lastMove.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }

    /// Calls `expire`, once nothing has moved for the limit.
    func begin(on loop: any EventLoop, expire: @escaping @Sendable () -> Void) {
      let end = NIODeadline.uptimeNanoseconds(lastMove.load(ordering: .relaxed)) + limit
      let scheduled = loop.scheduleTask(deadline: end) { [weak self] in
        guard let self else { return }
        let last = NIODeadline.uptimeNanoseconds(lastMove.load(ordering: .relaxed))
        if NIODeadline.now() - last >= limit { expire() } else { begin(on: loop, expire: expire) }
      }
      timer.withLock { $0 = scheduled }
    }

    func stop() { timer.withLock { $0.take() }?.cancel() }
  }
#endif
