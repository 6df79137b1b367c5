import Foundation

/// Reads an encoded form from start to end, one chunk per call and nothing ahead.
///
/// Reading a local file blocks the calling thread for the time of one chunk.
actor MultipartFormReader {
  /// A stretch of the encoded form.
  enum Piece: Sendable {
    case bytes(Data)
    /// The rest of a file, with the size in bytes that it must have.
    case file(URL, size: Int64)
  }

  /// Large enough that the cost per chunk vanishes, small enough to stay in the processor's cache.
  static let chunkSize = 128 << 10

  private var pieces: ArraySlice<Piece>
  private var openFile: FileHandle?

  init(_ pieces: [Piece]) { self.pieces = pieces[...] }

  /// The next bytes, at most ``chunkSize``, short pieces put together; `nil` at the end.
  func next() throws(MultipartError) -> Data? {
    var chunk = Data()
    while chunk.count < Self.chunkSize, let piece = pieces.popFirst() {
      let room = Self.chunkSize - chunk.count
      switch piece {
      case .bytes(let data):
        chunk.append(data.prefix(room))
        if data.count > room { pieces.insert(.bytes(data.dropFirst(room)), at: pieces.startIndex) }
      case .file(let url, let size):
        let data = try read(url, upTo: min(Int64(room), size))
        if data.isEmpty, size > 0 { throw Self.changed(url) }
        if chunk.isEmpty { chunk = data } else { chunk.append(data) }
        let left = size - Int64(data.count)
        if left > 0 {
          pieces.insert(.file(url, size: left), at: pieces.startIndex)
        } else {
          let surplus = try read(url, upTo: 1)
          openFile = nil
          if !surplus.isEmpty { throw Self.changed(url) }
        }
      }
    }
    return chunk.isEmpty ? nil : chunk
  }

  private func read(_ url: URL, upTo count: Int64) throws(MultipartError) -> Data {
    do {
      let file = try openFile ?? FileHandle(forReadingFrom: url)
      openFile = file
      return try file.read(upToCount: Int(count)) ?? Data()
    } catch {
      throw MultipartError(.unreadableFile, "cannot read \(url.lastPathComponent): \(error)")
    }
  }

  private static func changed(_ url: URL) -> MultipartError {
    MultipartError(.fileChanged, "\(url.lastPathComponent) changed its size while it was sent")
  }
}
