import OpenCombine

/// A Combine scheduler whose time is moved by hand, in whole milliseconds.
final class VirtualScheduler: Scheduler {
  struct Time: Strideable {
    var milliseconds: Int
    func distance(to other: Time) -> Stride { Stride(milliseconds: other.milliseconds - milliseconds) }
    func advanced(by stride: Stride) -> Time { Time(milliseconds: milliseconds + stride.milliseconds) }
  }

  struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
    var milliseconds: Int
    var magnitude: Int { abs(milliseconds) }

    init(milliseconds: Int) { self.milliseconds = milliseconds }
    init(integerLiteral value: Int) { milliseconds = value }
    init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      milliseconds = value
    }

    static func seconds(_ seconds: Int) -> Stride { Stride(milliseconds: seconds * 1_000) }
    static func seconds(_ seconds: Double) -> Stride { Stride(milliseconds: Int(seconds * 1_000)) }
    static func milliseconds(_ milliseconds: Int) -> Stride { Stride(milliseconds: milliseconds) }
    static func microseconds(_ microseconds: Int) -> Stride { Stride(milliseconds: microseconds / 1_000) }
    static func nanoseconds(_ nanoseconds: Int) -> Stride { Stride(milliseconds: nanoseconds / 1_000_000) }
    static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.milliseconds < rhs.milliseconds }
    static func + (lhs: Stride, rhs: Stride) -> Stride {
      Stride(milliseconds: lhs.milliseconds + rhs.milliseconds)
    }
    static func - (lhs: Stride, rhs: Stride) -> Stride {
      Stride(milliseconds: lhs.milliseconds - rhs.milliseconds)
    }
    static func * (lhs: Stride, rhs: Stride) -> Stride {
      Stride(milliseconds: lhs.milliseconds * rhs.milliseconds)
    }
    static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
    static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
    static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
  }

  typealias SchedulerTimeType = Time
  typealias SchedulerOptions = Never

  private struct Job {
    var due: Int
    var interval: Int?
    var action: () -> Void
  }

  private(set) var now = Time(milliseconds: 0)
  private var lastID = 0
  private var jobs: [Int: Job] = [:]
  let minimumTolerance = Stride(milliseconds: 0)

  /// Runs what is due up to and including `milliseconds`, in order.
  func run(until milliseconds: Int) {
    while let next = jobs.filter({ $0.value.due <= milliseconds }).min(by: {
      ($0.value.due, $0.key) < ($1.value.due, $1.key)
    }) {
      now.milliseconds = max(now.milliseconds, next.value.due)
      jobs[next.key] = nil
      if let interval = next.value.interval {
        jobs[next.key] = Job(
          due: next.value.due + max(1, interval), interval: interval, action: next.value.action)
      }
      next.value.action()
    }
    now.milliseconds = max(now.milliseconds, milliseconds)
  }

  @discardableResult
  private func add(_ due: Int, every interval: Int? = nil, _ action: @escaping () -> Void) -> Int {
    lastID += 1
    jobs[lastID] = Job(due: due, interval: interval, action: action)
    return lastID
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) { add(now.milliseconds, action) }

  func schedule(after date: Time, tolerance: Stride, options: Never?, _ action: @escaping () -> Void) {
    add(date.milliseconds, action)
  }

  func schedule(
    after date: Time, interval: Stride, tolerance: Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let id = add(date.milliseconds, every: interval.milliseconds, action)
    return AnyCancellable { [weak self] in self?.jobs[id] = nil }
  }
}
