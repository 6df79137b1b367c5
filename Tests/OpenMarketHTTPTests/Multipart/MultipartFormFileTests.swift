import Foundation
import OpenMarketHTTP
import Testing

@Suite struct MultipartFormFileTests {
  @Test("A missing file, a folder and a link to nowhere are refused before anything is sent")
  func unreadableFiles() async throws {
    try await withTemporaryFolder { folder in
      let link = folder.appending(path: "link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.appending(path: "gone"))
      for url in [folder.appending(path: "gone"), folder, link] {
        let form = MultipartForm(parts: [.init(name: "a", content: .file(url))])
        #expect(form.failure == .unreadableFile, "\(url)")
      }
    }
  }

  @Test("A linked file is sent as the file that it leads to")
  func linkedFile() async throws {
    try await withTemporaryFolder { folder in
      let link = folder.appending(path: "link")
      try Data("content".utf8).write(to: folder.appending(path: "a"))
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.appending(path: "a"))
      let (bytes, length) = try await MultipartForm(parts: [.init(name: "a", content: .file(link))]).sent()
      #expect(length == Int64(bytes.count))
      #expect(bytes.range(of: Data("content".utf8)) != nil)
    }
  }

  @Test(
    "A file that grows, shrinks or vanishes after it was measured ends the stream with an error",
    arguments: [
      (500_000, 500_001, .fileChanged), (500_000, 499_999, .fileChanged), (500_000, 0, .fileChanged),
      (0, 1, .fileChanged), (1, nil, .unreadableFile),
    ] as [(Int, Int?, MultipartError.Code)])
  func changedFile(before: Int, after: Int?, expected: MultipartError.Code) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      try Data(count: before).write(to: file)
      let chunks = try MultipartForm(parts: [.init(name: "a", content: .file(file))]).chunks()
      if let after {
        try Data(count: after).write(to: file)
      } else {
        try FileManager.default.removeItem(at: file)
      }
      let error = await #expect(throws: MultipartError.self) { for try await _ in chunks() {} }
      #expect(error?.code == expected)
    }
  }

  @Test("A file that shrinks while it is being sent ends the stream with an error")
  func fileShrinksMeanwhile() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      try Data(count: 1_000_000).write(to: file)
      let chunks = try MultipartForm(parts: [.init(name: "a", content: .file(file))]).chunks()
      var sent = 0
      let error = await #expect(throws: MultipartError.self) {
        for try await chunk in chunks() {
          if sent == 0 { try FileHandle(forWritingTo: file).truncate(atOffset: 300_000) }
          sent += chunk.count
        }
      }
      #expect(error?.code == .fileChanged)
      #expect(sent < 310_000)
    }
  }

  #if os(Linux)
    @Test("The file is read only as far as chunks were asked for")
    func backPressure() async throws {
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "a")
        try Data(count: 3_000_000).write(to: file)
        let form = MultipartForm(parts: [.init(name: "a", content: .file(file))])
        var iterator = try form.chunks()().makeAsyncIterator()
        var sent = 0
        while let chunk = try await iterator.next() {
          #expect(chunk.count <= 128 << 10)
          sent += chunk.count
          // Once the whole file is read it is closed again.
          guard let position = try readPosition(of: file) else { break }
          #expect(position <= sent)
        }
        #expect(sent > 2_900_000)
      }
    }

    /// How far this process has read `file`, as the kernel sees it; `nil` when it is not open.
    private func readPosition(of file: URL) throws -> Int? {
      let path = file.resolvingSymlinksInPath().path
      for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        guard link == path else { continue }
        let info = try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        return info.split(separator: "\n").first.flatMap { Int($0.split(separator: "\t")[1]) }
      }
      return nil
    }
  #endif
}
