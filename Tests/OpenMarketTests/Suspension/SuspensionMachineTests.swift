import Testing

@testable import OpenMarket

/// Lifecycle calls in any order: every word is what happens, and what the machine says to do.
struct SuspensionMachineTests {
  enum Call { case suspend, resume, finished, close }

  @Test(
    "the last call decides, one action at a time",
    arguments: [
      ([.suspend], [.suspend], .suspending),
      ([.suspend, .finished], [.suspend, nil], .suspended),
      ([.suspend, .suspend, .finished], [.suspend, nil, nil], .suspended),
      ([.suspend, .finished, .suspend], [.suspend, nil, nil], .suspended),
      ([.resume], [nil], .running),
      ([.resume, .suspend], [nil, .suspend], .suspending),
      ([.suspend, .resume], [.suspend, nil], .suspending),
      ([.suspend, .resume, .finished], [.suspend, nil, .resume], .resuming),
      ([.suspend, .resume, .suspend, .finished], [.suspend, nil, nil, nil], .suspended),
      ([.suspend, .finished, .resume], [.suspend, nil, .resume], .resuming),
      ([.suspend, .finished, .resume, .finished], [.suspend, nil, .resume, nil], .running),
      (
        [.suspend, .finished, .resume, .suspend, .finished], [.suspend, nil, .resume, nil, .suspend],
        .suspending
      ),
      (
        [.suspend, .finished, .resume, .suspend, .resume, .finished],
        [.suspend, nil, .resume, nil, nil, nil], .running
      ),
      ([.suspend, .close, .finished, .resume, .suspend], [.suspend, nil, nil, nil, nil], .closed),
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
