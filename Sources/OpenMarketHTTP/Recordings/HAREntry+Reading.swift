import Foundation

/// A part of a recording, read from an object that has its members, each once, and no other.
protocol HARObject {
  typealias Members = KeyValuePairs<String, @Sendable (inout Self, inout JSONReader) throws -> Void>

  /// One with no values, which the members bring.
  static var blank: Self { get }
  static var members: HARMembers<Self> { get }
}

extension HARObject {
  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self = Self.blank
    let members = Self.members
    try reader.object(members.names) { reader, place throws(JSONReader.Unusual) in
      do { try members.reads[place](&self, &reader) } catch { throw JSONReader.Unusual() }
    }
  }
}

/// The names of the members of an object, in the order in which they are written, and how each is read.
struct HARMembers<Object: HARObject>: Sendable {
  let names: JSONReader.Names
  let reads: [@Sendable (inout Object, inout JSONReader) throws -> Void]

  init(_ members: Object.Members, optional: Set<String> = []) {
    names = JSONReader.Names(members.map(\.key), optional: optional)
    reads = members.map(\.value)
  }
}

extension HAREntry: HARObject {
  /// Reads the entry in `range`: itself where it has the form in which ``RecordingFile`` writes it, otherwise with `JSONDecoder`.
  init(_ reader: inout JSONReader, in range: Range<Int>) throws {
    reader.position = range.lowerBound
    if let entry = try? HAREntry(&reader), reader.position == range.upperBound {
      self = entry
    } else {
      self = try JSONDecoder().decode(HAREntry.self, from: Data(reader.bytes[range]))
    }
  }

  static let blank = Self(
    startedDateTime: "", time: 0, request: .blank, response: .blank, timings: .blank)
  static let members = HARMembers<Self>(
    [
      "_error": { $0.error = try Failure(&$1) },
      "cache": { try $1.object(JSONReader.Names([])) { _, _ in } },
      "request": { $0.request = try Request(&$1) },
      "response": { $0.response = try Response(&$1) },
      "startedDateTime": { $0.startedDateTime = try $1.string() },
      "time": { $0.time = try $1.double() },
      "timings": { $0.timings = try Timings(&$1) },
    ], optional: ["_error"])
}

extension HAREntry.Failure: HARObject {
  static let blank = Self(code: "", message: "")
  static let members = HARMembers<Self>(
    [
      "code": { $0.code = try $1.string() },
      "fault": { $0.fault = try $1.string() },
      "message": { $0.message = try $1.string() },
    ], optional: ["fault"])
}

extension HAREntry.Timings: HARObject {
  static let blank = Self(wait: 0)
  static let members = HARMembers<Self>([
    "receive": { $0.receive = try $1.double() },
    "send": { $0.send = try $1.double() },
    "wait": { $0.wait = try $1.double() },
  ])
}
