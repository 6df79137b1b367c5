import Dispatch
import OpenMarketMock
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@Suite("StagedWork", .timeLimit(.minutes(5)))
struct StagedWorkTests {
  struct Failure: Error {}

  private func describe<Output>(_ outcome: StagedWork<Output>.Outcome) -> String {
    switch outcome {
    case .completed(let results): "completed \(results.compactMap { try? $0.get() })"
    case .cancelled: "cancelled"
    case .failed(let error): "failed \(error)"
    case .timedOut: "timed out"
    }
  }

  @Test("concurrent steps run together; then barrier, serial steps and completion in order")
  func order() async {
    let (log, meeting, told) = (Log<String>(), Gate(), Log<String>())
    let other = Recorder()
    let run = StagedWork<Int>()
      .concurrent {
        await meeting.pass()
        return 1
      }
      .concurrent {
        meeting.open()
        return 2
      }
      .barrier { results in
        log.append("barrier \(results.count)")
        return true
      }
      .serial { _ in
        MainActor.assertIsolated()
        log.append("main")
      }
      .serial(on: DispatchQueue(label: "serial")) { _ in log.append("queue") }
      .serial(on: other) { recorder, _ in
        recorder.touched += 1
        log.append("actor")
      }
      .start { told.append(describe($0)) }
    #expect(describe(await run.outcome) == "completed [1, 2]")
    #expect(log.entries == ["barrier 2", "main", "queue", "actor"])
    await until { told.count > 0 }
    #expect(told.entries == ["completed [1, 2]"])
    #expect(await other.touched == 1)
  }

  @Test("a barrier can call off the rest")
  func barrier() async {
    let log = Log<String>()
    let run = StagedWork<Int>()
      .concurrent { throw Failure() }
      .barrier { $0.allSatisfy { (try? $0.get()) != nil } }
      .serial { _ in log.append("serial") }
      .start()
    #expect(describe(await run.outcome) == "cancelled")
    #expect(log.entries.isEmpty)
  }

  @Test("a serial step that throws ends the work")
  func failingStep() async {
    let log = Log<String>()
    let run = StagedWork<Int>()
      .serial { _ in throw Failure() }
      .serial { _ in log.append("serial") }
      .start()
    #expect(describe(await run.outcome) == "failed Failure()")
    #expect(log.entries.isEmpty)
  }

  @Test("cancelling tells what runs and starts nothing more; the outcome comes once")
  func cancel() async {
    let (started, told, log) = (Gate(), Gate(), Log<String>())
    started.open()
    let run = StagedWork<Int>()
      .concurrent {
        await started.pass()
        await untilCancelled()
        told.open()
        return 1
      }
      .serial { _ in log.append("serial") }
      .start { log.append(describe($0)) }
    await started.arrived()
    run.cancel()
    run.cancel()
    await told.pass()
    #expect(log.entries == ["cancelled"])
  }

  @Test("when the time is up the timeout handler is called instead of the completion, even if a step hangs")
  func timeout() async {
    let (clock, gate, log) = (ManualClock(), Gate(), Log<String>())
    let run = StagedWork<Int>()
      .concurrent {
        await gate.hold()
        return 1
      }
      .start(timeout: .seconds(5), clock: clock) {
        log.append(describe($0))
      } onTimeout: {
        log.append("timeout")
      }
    await gate.arrived()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    #expect(describe(await run.outcome) == "timed out")
    gate.open()
    await until { log.count > 0 }
    #expect(log.entries == ["timeout"])
  }

  @Test(
    "work that ends in time leaves no timer behind", arguments: [Duration.seconds(5), .seconds(Int64.max)])
  func noTimeout(timeout: Duration) async {
    let clock = ManualClock()
    let run = StagedWork<Int>().concurrent { 1 }.start(timeout: timeout, clock: clock)
    #expect(describe(await run.outcome) == "completed [1]")
    await until { clock.sleeperCount == 0 }
  }

  @Test("no time at all runs nothing", arguments: [Duration.zero, .seconds(-1)])
  func zeroTimeout(timeout: Duration) async {
    let (log, started) = (Log<String>(), Counter())
    let run = StagedWork<Void>().concurrent { started.increment() }
      .start(timeout: timeout) { log.append(describe($0)) }
    // Before anything else could run: there is not even a task.
    #expect(log.entries == ["timed out"])
    #expect(describe(await run.outcome) == "timed out")
    #expect(started.count == 0)
  }

  @Test("a reused cell never shows the image of its former product")
  @MainActor
  func reusedCell() async {
    let (slots, displayed, gates) = (StagedWorkSlots<Int, Int>(), Log<Int>(), [Gate(), Gate()])
    let ended = Log<String>()
    for product in 0..<2 {
      let work = StagedWork<Int>()
        .concurrent {
          await gates[product].hold()
          return product
        }
        .serial { _ in displayed.append(product) }
      slots.start(work, for: 7) { ended.append("\(product) \(describe($0))") }
      await gates[product].arrived()
    }
    gates[1].open()
    gates[0].open()
    await until { ended.count == 2 && slots.count == 0 }
    #expect(displayed.entries == [1])
    #expect(ended.entries == ["0 cancelled", "1 completed [1]"])
  }
}

private actor Recorder {
  var touched = 0
}
