/// The error of work that had not ended when its deadline passed.
///
/// It says nothing about the work itself, which may have had an effect: a request that missed its deadline
/// may still have reached the server.
public struct DeadlineExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error.
  public init() {}

  /// One sentence for a log.
  public var description: String { "The operation had not ended when its deadline passed." }
}
