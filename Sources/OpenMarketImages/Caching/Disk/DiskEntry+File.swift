import Foundation

extension DiskEntry {
  /// The parts of the file for `key` that is stored at `now`, in order: header with texts, and payload.
  func file(for key: String, at now: Date) -> (head: [UInt8], payload: Data) {
    // A field that is too long is left out; the entry is then never revalidated, only fetched.
    func field(_ text: String?, atMost longest: Int) -> [UInt8] {
      text.map { $0.utf8.count <= longest ? Array($0.utf8) : [] } ?? []
    }
    let (tag, modified) = (field(eTag, atMost: 4096), field(lastModified, atMost: 128))
    let texts = Array(key.utf8) + tag + modified
    let (kind, payload): (DiskEntryHeader.Kind, Data) =
      switch content {
      case .original(let data): (.original, data)
      case .pixels(let image): (.pixels, Data(image.bytes))
      }
    var header = DiskEntryHeader(
      kind: kind, name: DiskEntryName(key: key), keyLength: UInt32(clamping: key.utf8.count),
      tagLength: UInt16(tag.count), modifiedLength: UInt16(modified.count),
      payloadLength: UInt64(payload.count), freshUntil: (now + freshness).milliseconds)
    if case .pixels(let image) = content {
      header.flags = (image.isAnimated ? 1 : 0) | (image.format == .rgb888 ? 0 : 2)
      header.size = image.size
      header.sourceSize = image.sourceSize
    }
    header.checksum = Self.checksum(texts: texts, payload: payload)
    return (header.encoded + texts, payload)
  }

  /// Reads the entry for `key` from an open file at `now`.
  ///
  /// - Returns: `nil` when it is damaged, or that of another key.
  init?(_ file: borrowing OpenFile, for key: String, at now: Date) {
    // A header that is being refreshed in place can be caught half-way, so a second look is allowed.
    guard
      let header = DiskEntryHeader(file.read(at: 0, count: DiskEntryHeader.byteCount) ?? [])
        ?? DiskEntryHeader(file.read(at: 0, count: DiskEntryHeader.byteCount) ?? []),
      header.name == DiskEntryName(key: key), Int(header.keyLength) == key.utf8.count,
      let length = header.fileLength, length == file.length
    else { return nil }
    let textCount = Int(header.keyLength) + Int(header.tagLength) + Int(header.modifiedLength)
    let payloadStart = DiskEntryHeader.byteCount + textCount
    guard let texts = file.read(at: DiskEntryHeader.byteCount, count: textCount),
      texts.starts(with: key.utf8)
    else { return nil }
    switch header.kind {
    case .original:
      guard let payload = file.readData(at: payloadStart, count: length - payloadStart),
        header.checksum == Self.checksum(texts: texts, payload: payload)
      else { return nil }
      content = .original(payload)
    case .pixels:
      guard let payload = file.read(at: payloadStart, count: length - payloadStart),
        header.checksum == Self.checksum(texts: texts, payload: payload),
        let image = Self.image(payload, header)
      else { return nil }
      content = .pixels(image)
    }
    let tag = texts.dropFirst(Int(header.keyLength)).prefix(Int(header.tagLength))
    let modified = texts.suffix(Int(header.modifiedLength))
    eTag = tag.isEmpty ? nil : String(decoding: tag, as: UTF8.self)
    lastModified = modified.isEmpty ? nil : String(decoding: modified, as: UTF8.self)
    freshness = Date(milliseconds: header.freshUntil).timeIntervalSince(now)
  }

  private static func image(_ bytes: [UInt8], _ header: DiskEntryHeader) -> DecodedImage? {
    try? DecodedImage(
      size: header.size, format: header.flags & 2 == 0 ? .rgb888 : .rgba8888Premultiplied, bytes: bytes,
      sourceSize: header.sourceSize, isAnimated: header.flags & 1 != 0)
  }

  private static func checksum(texts: [UInt8], payload: some ContiguousBytes) -> UInt64 {
    XXHash64.hash(payload, seed: XXHash64.hash(texts))
  }
}
