import Foundation

/// Runs work that blocks, such as on a process, on a thread of its own: tasks have as many threads as there are processors, and
/// two tests that block on them hold up all others.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
