import Foundation
import OpenMarket

/// The files that are written about an inspection.
struct InspectionExport {
  /// More events than so many are not in it: the oldest are left out.
  static let limit = 100_000

  private var lines = RingBuffer<Data>(capacity: InspectionExport.limit)
  private var records = RingBuffer<EventRecord>(capacity: InspectionExport.limit)

  mutating func note(_ line: InspectedLine) throws {
    lines.append(Data((try JSONText(line).text + "\n").utf8))
    if case .event(let record) = line { records.append(record) }
  }

  /// Writes the requests as an HTTP Archive.
  func writeHAR(to path: String, _ picture: InspectionPicture) throws {
    try write(EventArchive.data(of: records.elements, server: picture.hello?.server), to: URL(argument: path))
  }

  /// Writes a folder with everything that helps to find out what went wrong: events, requests and a summary.
  func writeBundle(to path: String, _ picture: InspectionPicture) throws {
    let folder = URL(argument: path, directoryHint: .isDirectory)
    guard unsafe mkdir(folder.path, 0o700) == 0 else {
      let reason = errno == EEXIST ? "it is there already" : "is its parent there, may it be written to?"
      throw HTTPError(.invalidInput, "\(path) cannot be made as a folder: \(reason)")
    }
    try write(lines.elements.reduce(into: Data()) { $0 += $1 }, to: folder.appending(path: "events.jsonl"))
    try write(
      EventArchive.data(of: records.elements, server: picture.hello?.server),
      to: folder.appending(path: "requests.har"))
    var summary = picture.summary
    if let hello = picture.hello {
      summary.insert(
        "\(hello.program) with swift-openmarket \(hello.library) on \(hello.platform)".printable, at: 0)
    }
    try write(Data((summary.joined(separator: "\n") + "\n").utf8), to: folder.appending(path: "summary.txt"))
  }

  /// Makes a file that only its owner may read.
  private func write(_ data: Data, to url: URL) throws {
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "it is there already" : "is its folder there, may it be written to?"
      throw HTTPError(.invalidInput, "\(url.path) cannot be made: \(reason)")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    try handle.close()
  }
}
