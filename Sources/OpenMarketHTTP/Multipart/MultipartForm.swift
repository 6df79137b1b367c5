public import Foundation

/// A form sent as `multipart/form-data` (RFC 7578), files included, with flat memory.
///
/// ```swift
/// let form = MultipartForm(parts: [
///   .init(name: "params", contentType: "application/json", data: json),
///   .init(name: "images", fileName: "1.jpg", contentType: "image/jpeg", file: url),
/// ])
/// headers[.contentType] = form.contentType
/// let body = try form.body()
/// ```
public struct MultipartForm: Sendable {
  /// One part of a form.
  public struct Part: Sendable {
    /// Where a part's bytes come from.
    package enum Content: Sendable, Hashable {
      /// Bytes in memory.
      case data(Data)
      /// A file, read chunk by chunk while it is sent.
      case file(URL)
    }

    /// The field's name; line breaks and quotes are percent-encoded, everything else is sent as UTF-8.
    package var name: String
    /// The file name the server is told, encoded like ``name``; `nil` for a plain field.
    package var fileName: String?
    /// The media type; `nil` sends none.
    package var contentType: String?
    package var content: Content

    /// Makes a part of bytes in memory.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, data: Data) {
      self.init(name: name, fileName: fileName, contentType: contentType, content: .data(data))
    }

    /// Makes a part of a file, which is read chunk by chunk while it is sent.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, file: URL) {
      self.init(name: name, fileName: fileName, contentType: contentType, content: .file(file))
    }

    package init(name: String, fileName: String? = nil, contentType: String? = nil, content: Content) {
      self.name = name
      self.fileName = fileName
      self.contentType = contentType
      self.content = content
    }
  }

  package var parts: [Part]
  package let boundary: MultipartBoundary

  /// Makes a form, with a random boundary that cannot occur in the parts.
  public init(parts: [Part] = []) { self.init(parts: parts, boundary: .random()) }

  /// Makes a form with a boundary that does not occur in the parts, which is the caller's promise.
  package init(parts: [Part] = [], boundary: MultipartBoundary) {
    self.parts = parts
    self.boundary = boundary
  }

  /// The value of the request's `Content-Type` field.
  public var contentType: String { boundary.contentType }

  /// Returns the encoded form: a stream of known length that can be replayed for retries.
  ///
  /// Files are measured now and read while sending, one chunk of at most 128 KiB at a time and only when the
  /// transport asks for it. The stream throws when a file is longer or shorter than measured, and when it
  /// is gone.
  /// - Throws: when a file cannot be read or a part's content type is no printable ASCII.
  public func body() throws -> RequestBody {
    var pieces: [MultipartFormReader.Piece] = []
    var length: Int64 = 0
    for part in parts {
      let header = Data(try header(of: part).utf8)
      pieces.append(.bytes(header))
      length += Int64(header.count)
      switch part.content {
      case .data(let data):
        pieces.append(.bytes(data))
        length += Int64(data.count)
      case .file(let url):
        let size = try Self.size(of: url)
        pieces.append(.file(url, size: size))
        length += size
      }
      pieces.append(.bytes(Data("\r\n".utf8)))
      length += 2
    }
    let end = Data("--\(boundary.text)--\r\n".utf8)
    length += Int64(end.count)
    let all = pieces + [.bytes(end)]
    return .stream(length: length) {
      let reader = MultipartFormReader(all)
      return AsyncThrowingStream(unfolding: { try await reader.next() })
    }
  }

  private func header(of part: Part) throws(MultipartError) -> String {
    var text = "--\(boundary.text)\r\n"
    text += "Content-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
    if let fileName = part.fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
    if let contentType = part.contentType {
      guard contentType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw MultipartError(.invalidPart, "a part's content type must be printable ASCII")
      }
      text += "\r\nContent-Type: \(contentType)"
    }
    return text + "\r\n\r\n"
  }

  /// Percent-encodes what would end the quoted name, and nothing else (WHATWG, multipart/form-data encoding
  /// algorithm).
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      switch scalar {
      case "\r": "%0D"
      case "\n": "%0A"
      case "\"": "%22"
      default: String(scalar)
      }
    }.joined()
  }

  private static func size(of url: URL) throws(MultipartError) -> Int64 {
    do {
      let path = url.resolvingSymlinksInPath().path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      if attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber {
        return size.int64Value
      }
    } catch {
      throw MultipartError(.unreadableFile, "cannot read \(url.lastPathComponent): \(error)")
    }
    throw MultipartError(.unreadableFile, "\(url.lastPathComponent) is no regular file")
  }
}
