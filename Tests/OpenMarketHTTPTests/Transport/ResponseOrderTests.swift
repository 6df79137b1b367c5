#if AsyncHTTPClient
  import Testing

  @testable import OpenMarketHTTP

  @Suite("The parts of a response pass in order, or not at all")
  struct ResponseOrderTests {
    private typealias Part = ResponseOrder.Part
    private typealias Action = ResponseOrder.Action

    private func actions(isSent: Bool = true, _ parts: [Part]) -> [Action] {
      var order = ResponseOrder()
      order.sendHead()
      if isSent { _ = order.sendEnd() }
      return parts.map { order.receive($0) }
    }

    @Test("A response after its request passes")
    func inOrder() {
      #expect(actions([.head(status: 200), .body(bytes: 3), .end]) == [.pass, .pass, .pass])
    }

    @Test("Interim responses are left out")
    func interim() {
      #expect(
        actions([.head(status: 100), .head(status: 103), .head(status: 200), .end]) == [
          .drop, .drop, .pass, .pass,
        ])
    }

    @Test("What is out of order fails, and all after it is left out")
    func outOfOrder() {
      let disorders: [[Part]] = [
        [.head(status: 99)], [.head(status: 0)], [.head(status: 101)], [.head(status: 1_000)], [.end],
        [.body(bytes: 1)],
        [.head(status: 200), .head(status: 200)], [.head(status: 200), .end, .head(status: 200)],
        [.head(status: 200), .end, .end],
        [.head(status: 100), .end],
      ]
      for parts in disorders {
        let actions = actions(parts + [.head(status: 200), .end])
        guard case .fail = actions[parts.count - 1] else {
          Issue.record("\(parts): \(actions)")
          continue
        }
        #expect(actions.suffix(2) == [.drop, .drop])
      }
    }

    @Test("A response before any request fails")
    func unsolicited() {
      var order = ResponseOrder()
      guard case .fail = order.receive(.head(status: 200)) else {
        Issue.record("it passed")
        return
      }
    }

    @Test("An early success is held until the request has ended")
    func earlySuccess() {
      var order = ResponseOrder()
      order.sendHead()
      let early = [order.receive(.head(status: 201)), order.receive(.body(bytes: 3))]
      #expect(early == [.hold, .hold])
      let isReleasing = order.sendEnd()
      let end = order.receive(.end)
      #expect(isReleasing && end == .hold)
      order.releaseHeld()
      order.sendHead()
      let isReleasingMore = order.sendEnd()
      let next = order.receive(.head(status: 200))
      #expect(!isReleasingMore && next == .pass)
    }

    @Test("An early refusal is held until it is complete")
    func earlyRefusal() {
      #expect(
        actions(isSent: false, [.head(status: 413), .body(bytes: 3), .end]) == [.hold, .hold, .release])
    }

    @Test("No more than a mebibyte of an early response is held")
    func earlyAndLong() {
      let actions = actions(isSent: false, [.head(status: 413), .body(bytes: 1 << 20), .body(bytes: 1)])
      #expect(actions.prefix(2) == [.hold, .hold])
      #expect(actions[2] != .hold)
    }
  }
#endif
