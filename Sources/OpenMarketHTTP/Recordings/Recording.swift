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
    // As an array: `Data` takes twenty times as long for each byte.
    let lines = [UInt8](data).split(separator: UInt8(ascii: "\n"))
    guard let head = lines.first, head.starts(with: "{\"log\":{\"version\":\"1.2\"".utf8),
      head.last == UInt8(ascii: "[")
    else { return nil }
    var entries: [HAREntry] = []
    var expectsMore = false
    for (index, line) in lines.enumerated().dropFirst() {
      if !expectsMore, index == lines.count - 1, line.elementsEqual("]}}".utf8) { return (entries, false) }
      guard expectsMore || entries.isEmpty else { break }
      expectsMore = line.last == UInt8(ascii: ",")
      guard let entry = try? HAREntry(line: expectsMore ? line.dropLast() : line) else { break }
      entries.append(entry)
    }
    return (entries, true)
  }
}

extension HAREntry {
  /// Stands for a long text while the rest is decoded.
  private static let marker = "~long~"

  /// Decodes an entry; its longest text, a body as a rule, by itself, because `JSONDecoder` takes most of its time to remove
  /// the backslashes of JSON in JSON.
  fileprivate init(line: ArraySlice<UInt8>) throws {
    var scanner = JSONScanner(line)
    var longest = 0..<0
    while let string = scanner.nextString() { if string.count > longest.count { longest = string } }
    if longest.count > 500, let text = scanner.plainText(of: longest) {
      let rest = scanner.bytes[..<longest.lowerBound] + "\"\(Self.marker)\"".utf8
      let entry = try JSONDecoder().decode(
        HAREntry.self, from: Data(rest + scanner.bytes[longest.upperBound...]))
      if let whole = entry.replacingMarker(by: text) {
        self = whole
        return
      }
    }
    self = try JSONDecoder().decode(HAREntry.self, from: Data(line))
  }

  /// The entry with `text` as the one body that is the marker; `nil` when that is none or both.
  private func replacingMarker(by text: String) -> HAREntry? {
    var entry = self
    switch (response.content.text == Self.marker, request.postData?.text == Self.marker) {
    case (true, false): entry.response.content.text = text
    case (false, true): entry.request.postData?.text = text
    default: return nil
    }
    return entry
  }
}
