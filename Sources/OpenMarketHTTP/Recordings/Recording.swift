import Foundation

/// The exchanges of a recorded file.
struct Recording {
  var entries: [HAREntry]
  /// Whether the file ends in the middle of an exchange; ``entries`` are those before.
  var isCutOff: Bool

  /// Reads the file at `url`, also one that another program has written.
  /// - Throws: ``HTTPError`` with `invalidInput` when it is none.
  init(contentsOf url: URL) throws(HTTPError) {
    do {
      try self.init(Data(contentsOf: url))
    } catch let error as HTTPError {
      throw HTTPError(.invalidInput, "\(url.path) is no recording: \(error.message)", cause: error.cause)
    } catch {
      throw HTTPError(.invalidInput, "\(url.path) cannot be read as a recording.", cause: error)
    }
  }

  init(_ data: Data) throws(HTTPError) {
    do {
      let file = try JSONDecoder().decode(HARFile.self, from: data)
      guard file.log.version.hasPrefix("1.") else {
        throw HTTPError(.invalidInput, "its version is \(file.log.version); 1.2 can be read")
      }
      (entries, isCutOff) = (file.log.entries, false)
    } catch let error as HTTPError {
      throw error
    } catch {
      // Whole JSON that is wrong is another program's; only a file of ours is cut off between two lines.
      let isJSON = (try? JSONSerialization.jsonObject(with: data)) != nil
      guard !isJSON, let entries = Self.wholeEntries(data) else {
        throw HTTPError(.invalidInput, "it is not in the HTTP Archive format 1.2", cause: error)
      }
      (self.entries, isCutOff) = (entries, true)
    }
  }

  /// The entries before the cut; `nil` when not even the first line is there.
  private static func wholeEntries(_ data: Data) -> [HAREntry]? {
    let lines = data.split(separator: UInt8(ascii: "\n"))
    guard let head = lines.first, head.starts(with: Data("{\"log\":{\"version\":\"1.2\"".utf8)),
      head.last == UInt8(ascii: "[")
    else { return nil }
    var entries: [HAREntry] = []
    for line in lines.dropFirst() {
      let json = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      guard let entry = try? JSONDecoder().decode(HAREntry.self, from: json) else { break }
      entries.append(entry)
    }
    return entries
  }
}
