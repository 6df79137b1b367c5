import Foundation

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
    if let lines = Self.lines(data) {
      (entries, isCutOff) = lines
      return
    }
    do {
      let file = try JSONDecoder().decode(HARFile.self, from: data)
      guard file.log.version.hasPrefix("1.") else {
        throw HTTPError(.invalidInput, "its version is \(file.log.version); 1.2 can be read")
      }
      (entries, isCutOff) = (file.log.entries, false)
    } catch let error as HTTPError {
      throw error
    } catch {
      throw HTTPError(.invalidInput, "it is not in the HTTP Archive format 1.2", cause: error)
    }
  }

  /// The whole entries of a file that ``RecordingFile`` has written, one in each line, and whether its end is missing; `nil`
  /// when another program has written it.
  private static func lines(_ data: Data) -> (entries: [HAREntry], isCutOff: Bool)? {
    var reader = JSONReader(data)
    let lines = reader.bytes.lines()
    guard let head = lines.first, reader.bytes[head].starts(with: "{\"log\":{\"version\":\"1.2\"".utf8),
      reader.bytes[head].last == UInt8(ascii: "[")
    else { return nil }
    var entries: [HAREntry] = []
    entries.reserveCapacity(lines.count)
    var expectsMore = false
    for (index, line) in lines.enumerated().dropFirst() {
      if !expectsMore, index == lines.count - 1, reader.bytes[line].elementsEqual("]}}".utf8) {
        return (entries, false)
      }
      guard expectsMore || entries.isEmpty else { break }
      expectsMore = reader.bytes[line].last == UInt8(ascii: ",")
      guard let entry = try? HAREntry(&reader, in: expectsMore ? line.dropLast() : line) else { break }
      entries.append(entry)
    }
    return (entries, true)
  }
}

extension [UInt8] {
  /// The ranges of the lines that are not empty, without their ends.
  fileprivate func lines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
      if end > start { lines.append(start..<end) }
      start = end + 1
    }
    return lines
  }
}
