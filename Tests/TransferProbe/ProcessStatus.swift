import Foundation

/// What the kernel knows about this process (Linux: proc(5)).
enum ProcessStatus {
  struct Unavailable: Error {}

  /// A figure of `/proc/self/status`, such as `VmHWM`, the peak of resident memory in kB.
  static func read(_ name: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
      let figure = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { throw Unavailable() }
    return figure
  }

  /// Makes the peak of resident memory start anew from what is resident now.
  static func resetPeak() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/proc/self/clear_refs"))
    try file.write(contentsOf: Data("5".utf8))
    try file.close()
  }

  /// Open files and sockets.
  static func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
}
