import Foundation

/// Tantivy in a Python process of its own: what it finds for texts, and what each costs.
struct TantivyPeer {
  /// The arguments that run `Benchmarks/Search/tantivy_peer.py`.
  let command: [String]

  struct Found {
    var milliseconds: Double
    var ids: [Int64]
  }

  /// `nil` when it cannot be run.
  func search(_ texts: [String], in names: [String], folder: URL) throws -> [Found]? {
    let files = ["names.txt", "texts.txt"].map { folder.appending(path: $0) }
    for (file, lines) in zip(files, [names, texts]) {
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command + files.map(\.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return output.split(separator: "\n").map { line in
      let values = line.split(separator: " ")
      return Found(
        milliseconds: values.first.flatMap { Double($0) } ?? 0,
        ids: values.dropFirst().compactMap { Int64($0) })
    }
  }
}
