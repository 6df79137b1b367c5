import Foundation

/// Counts at how many openings user data could not be read, in a file beside it.
///
/// A device may fail to read for a moment, or for a day: the data stays where it is then. Where it fails at one opening after the
/// other, it fails for good.
struct UnreadableCount {
  /// How many openings, each a minute or more after the one before, tell that nothing will change.
  private static let limit = 3
  private static let interval: Int64 = 60

  private let path: String

  /// The count for the file at `path`.
  init(of path: String) { self.path = path + ".unreadable" }

  /// Whether an opening was counted.
  var isBegun: Bool { FileIdentity(path: path) != nil }

  /// Counts an opening at `date`, if it is a minute or more after the one before, and returns whether the data will not be
  /// readable any more; no where the count cannot be written.
  func add(at date: Date) -> Bool {
    var moments = counted
    let moment = Int64(date.timeIntervalSince1970)
    if let last = moments.last, moment < last {
      // The calendar was set back: how long ago the last one was is unknown.
      moments[moments.count - 1] = moment
    } else if moments.last.map({ moment - $0 >= Self.interval }) ?? true {
      moments.append(moment)
    }
    if moments != counted {
      let text = moments.map { "\($0)\n" }.joined()
      let isWritten = FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
      guard isWritten, counted == moments else { return false }
    }
    return moments.count >= Self.limit
  }

  /// Begins anew: the data can be read.
  func forget() { _ = unsafe unlink(path) }

  /// The openings that were counted, in seconds since 1970.
  private var counted: [Int64] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int64($0) }
  }
}
