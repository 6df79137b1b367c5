import Foundation

/// Processor time of this process so far, user and system, in seconds.
public func processorSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

/// Processor time of this thread so far.
public func threadSeconds() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Runs two ways of doing the same thing in turns, A B A B …, so that a drifting machine hurts both alike.
///
/// Each gets `rounds` turns of `operations` operations, after one turn that is not counted; prints the
/// processor time of one operation and returns the median of the rounds' ratios `subject ÷ reference`.
@discardableResult
public func compare(
  _ title: String, rounds: Int, operations: Int,
  subject: () async throws -> Void, reference: () async throws -> Void
) async rethrows -> Double {
  func cost(of body: () async throws -> Void) async rethrows -> Double {
    let start = processorSeconds()
    try await body()
    return (processorSeconds() - start) / Double(operations) * 1e6
  }
  var ratios: [Double] = []
  var subjects: [Double] = []
  var references: [Double] = []
  for round in 0...rounds {
    let a = try await cost(of: subject)
    let b = try await cost(of: reference)
    guard round > 0 else { continue }
    subjects.append(a)
    references.append(b)
    ratios.append(a / b)
  }
  let text = String(
    format: "%@: %.3f µs CPU ÷ %.3f µs CPU = %.3f (median of %d rounds; ratios %.3f…%.3f)",
    title, median(subjects), median(references), median(ratios), rounds, ratios.min() ?? 0, ratios.max() ?? 0)
  print(text)
  return median(ratios)
}

/// The middle value, or the mean of the two middle ones.
public func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
