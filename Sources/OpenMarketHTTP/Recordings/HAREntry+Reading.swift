import Foundation

extension HAREntry {
  /// Reads the entry in `range`: itself where it has the form in which ``RecordingFile`` writes it, otherwise with `JSONDecoder`.
  init(_ reader: inout JSONReader, in range: Range<Int>) throws {
    reader.position = range.lowerBound
    if let entry = try? HAREntry(usual: &reader), reader.position == range.upperBound {
      self = entry
    } else {
      self = try JSONDecoder().decode(HAREntry.self, from: Data(reader.bytes[range]))
    }
  }

  private static let names = [
    "_error", "cache", "request", "response", "startedDateTime", "time", "timings",
  ].map { Array($0.utf8) }

  /// Reads an entry that has nothing but what ``RecordingFile`` writes, each once.
  init(usual reader: inout JSONReader) throws(JSONReader.Unusual) {
    var (cache, failure): (Cache?, Failure?)
    var (request, response, timings): (Request?, Response?, Timings?)
    var (date, time): (String?, Double?)
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: failure = try Failure(&reader)
      case 1:
        try reader.object([]) { _, _ in }
        cache = Cache()
      case 2: request = try Request(&reader)
      case 3: response = try Response(&reader)
      case 4: date = try reader.string()
      case 5: time = try reader.double()
      default: timings = try Timings(&reader)
      }
    }
    guard let cache, let request, let response, let date, let time, let timings else {
      throw JSONReader.Unusual()
    }
    self.init(
      startedDateTime: date, time: time, request: request, response: response, cache: cache, timings: timings,
      error: failure)
  }
}

extension HAREntry.Failure {
  private static let names = ["code", "fault", "message"].map { Array($0.utf8) }

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var texts: [String?] = [nil, nil, nil]
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      texts[place] = try reader.string()
    }
    guard let code = texts[0], let message = texts[2] else { throw JSONReader.Unusual() }
    self.init(code: code, fault: texts[1], message: message)
  }
}

extension HAREntry.Timings {
  private static let names = ["receive", "send", "wait"].map { Array($0.utf8) }

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var times: [Double?] = [nil, nil, nil]
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      times[place] = try reader.double()
    }
    guard let receive = times[0], let send = times[1], let wait = times[2] else { throw JSONReader.Unusual() }
    self.init(send: send, wait: wait, receive: receive)
  }
}

extension [HAREntry.Pair] {
  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var pairs: [HAREntry.Pair] = []
    try reader.array { reader throws(JSONReader.Unusual) in
      var (name, value): (String?, String?)
      try reader.object(pairNames) { reader, place throws(JSONReader.Unusual) in
        if place == 0 { name = try reader.string() } else { value = try reader.string() }
      }
      guard let name, let value else { throw JSONReader.Unusual() }
      pairs.append(HAREntry.Pair(name: name, value: value))
    }
    self = pairs
  }
}

private let pairNames = ["name", "value"].map { Array($0.utf8) }
