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

  private static let names = JSONReader.Names(
    ["_error", "cache", "request", "response", "startedDateTime", "time", "timings"], optional: ["_error"])

  /// Reads an entry that has nothing but what ``RecordingFile`` writes, each once.
  init(usual reader: inout JSONReader) throws(JSONReader.Unusual) {
    var (failure, request, response, timings): (Failure?, Request?, Response?, Timings?)
    var (date, time) = ("", 0.0)
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: failure = try Failure(&reader)
      case 1: try reader.object(JSONReader.Names([])) { _, _ in }
      case 2: request = try Request(&reader)
      case 3: response = try Response(&reader)
      case 4: date = try reader.string()
      case 5: time = try reader.double()
      default: timings = try Timings(&reader)
      }
    }
    guard let request, let response, let timings else { throw JSONReader.Unusual() }
    self.init(
      startedDateTime: date, time: time, request: request, response: response, timings: timings,
      error: failure)
  }
}

extension HAREntry.Failure {
  private static let names = JSONReader.Names(["code", "fault", "message"], optional: ["fault"])

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self.init(code: "", message: "")
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: code = try reader.string()
      case 1: fault = try reader.string()
      default: message = try reader.string()
      }
    }
  }
}

extension HAREntry.Timings {
  private static let names = JSONReader.Names(["receive", "send", "wait"])

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self.init(wait: 0)
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: receive = try reader.double()
      case 1: send = try reader.double()
      default: wait = try reader.double()
      }
    }
  }
}

extension [HAREntry.Pair] {
  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self = []
    try reader.array { reader throws(JSONReader.Unusual) in
      var pair = HAREntry.Pair(name: "", value: "")
      try reader.object(pairNames) { reader, place throws(JSONReader.Unusual) in
        if place == 0 { pair.name = try reader.string() } else { pair.value = try reader.string() }
      }
      append(pair)
    }
  }
}

private let pairNames = JSONReader.Names(["name", "value"])
