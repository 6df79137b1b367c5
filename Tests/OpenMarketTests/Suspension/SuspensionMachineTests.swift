import Testing

@testable import OpenMarket

/// Lifecycle calls in any order: every word is what happens, and what the machine says to do.
struct SuspensionMachineTests {
  enum Call { case suspend, resume, finished, close }

  @Test(
    "the last call decides, one action at a time",
    arguments: [
      ([.suspend], [.windDown], .windingDown),
      ([.suspend, .finished], [.windDown, .suspend], .suspending),
      ([.suspend, .suspend, .finished, .finished], [.windDown, nil, .suspend, nil], .suspended),
      ([.suspend, .finished, .finished, .suspend], [.windDown, .suspend, nil, nil], .suspended),
      ([.resume], [nil], .running),
      ([.resume, .suspend], [nil, .windDown], .windingDown),
      ([.suspend, .resume], [.windDown, nil], .windingDown),
      ([.suspend, .resume, .finished], [.windDown, nil, nil], .running),
      ([.suspend, .resume, .suspend, .finished], [.windDown, nil, nil, .windDown], .windingDown),
      ([.suspend, .finished, .resume, .finished], [.windDown, .suspend, nil, .resume], .resuming),
      ([.suspend, .finished, .finished, .resume], [.windDown, .suspend, nil, .resume], .resuming),
      (
        [.suspend, .finished, .finished, .resume, .finished], [.windDown, .suspend, nil, .resume, nil],
        .running
      ),
      (
        [.suspend, .finished, .finished, .resume, .suspend, .finished],
        [.windDown, .suspend, nil, .resume, nil, .windDown], .windingDown
      ),
      ([.suspend, .close, .finished, .resume, .suspend], [.windDown, nil, nil, nil, nil], .closed),
      ([.finished], [nil], .running),
    ] as [([Call], [SuspensionMachine.Action?], SuspensionMachine.Phase)])
  func table(_ calls: [Call], _ actions: [SuspensionMachine.Action?], _ phase: SuspensionMachine.Phase) {
    var machine = SuspensionMachine()
    let said = calls.map { call -> SuspensionMachine.Action? in
      switch call {
      case .suspend: return machine.suspend()
      case .resume: return machine.resume()
      case .finished: return machine.finished()
      case .close:
        machine.close()
        return nil
      }
    }
    #expect(said == actions)
    #expect(machine.phase == phase)
  }
}
