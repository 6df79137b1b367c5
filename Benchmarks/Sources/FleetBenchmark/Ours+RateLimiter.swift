import OpenMarketHTTP

extension Ours {
  func passes(_ call: Call, _ session: State, _ fleet: Fleet<Ours>, at time: Double) -> Bool {
    session.lastHeld += 1
    var limiter = session.limiter ?? Limiter(rate)
    let passes = limiter.pass(session.lastHeld, call.priority, at: .seconds(time))
    session.limiter = limiter
    if !passes {
      session.held[session.lastHeld] = call
      setLimiterTimer(session, fleet, time)
    }
    return passes
  }

  func passHeld(_ session: State, _ fleet: Fleet<Ours>, _ time: Double) {
    while let number = session.limiter?.next(at: .seconds(time)) {
      guard let call = session.held.removeValue(forKey: number) else { continue }
      fleet.attemptNow(call, session, at: time)
    }
    setLimiterTimer(session, fleet, time)
  }

  private func setLimiterTimer(_ session: State, _ fleet: Fleet<Ours>, _ time: Double) {
    guard let wake = session.limiter?.wake else { return }
    // A microsecond later, so that no rounding makes it come too early.
    fleet.setTimer(Timer.limiter, session, at: max(time, wake / .seconds(1)) + 1e-6)
  }
}

extension Call {
  fileprivate var priority: RequestPriority {
    switch purpose {
    case .write, .look: .outbox
    default: .user
    }
  }
}
