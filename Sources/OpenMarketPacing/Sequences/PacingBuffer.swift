/// The buffering of a paced sequence for a consumer that is busy when an element comes out.
public enum PacingBuffer: Hashable, Sendable {
  /// The newest elements, at most this many; older ones are dropped.
  case newest(Int)
  /// Every element.
  case all
}
