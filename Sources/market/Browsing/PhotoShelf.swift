import Foundation
import OpenMarket

/// The photos that are displayed, ready for the terminal; made ready beside the main actor.
@MainActor final class PhotoShelf {
  /// A photo in a box of cells.
  private struct Key: Hashable {
    var url: URL
    var rows: Int
    var columns: Int
  }

  private enum Entry {
    case loading(Task<Void, Never>)
    case ready(Picture)
    case failed
  }

  /// Several screens full.
  private static let mostEntries = 150

  private let encoder: PictureEncoder?
  private let loader: ImageLoader
  private let onChange: @MainActor () -> Void
  private var entries: [Key: (entry: Entry, frame: Int)] = [:]
  private var frame = 0
  private var lastID: UInt32 = 0

  /// Makes a shelf; `onChange` is called when there is something new to draw.
  init(_ loader: ImageLoader, encoder: PictureEncoder?, onChange: @escaping @MainActor () -> Void) {
    (self.loader, self.encoder, self.onChange) = (loader, encoder, onChange)
  }

  /// Whether photos are displayed at all.
  var isOpen: Bool { encoder != nil }

  /// Returns the photo at `url` if it is ready, and gets it ready otherwise.
  func picture(_ url: URL?, rows: Int, columns: Int) -> Picture? {
    guard let encoder, let url, rows > 0, columns > 0 else { return nil }
    let key = Key(url: url, rows: rows, columns: columns)
    let entry = entries[key]?.entry ?? .loading(load(key, encoder))
    entries[key] = (entry, frame)
    guard case .ready(let picture) = entry else { return nil }
    return picture
  }

  /// A screen has been drawn: what it did not ask for need not be loaded, and is forgotten some time.
  func endFrame() {
    for (key, value) in entries where value.frame != frame {
      guard case .loading(let task) = value.entry else { continue }
      task.cancel()
      entries[key] = nil
    }
    if entries.count > Self.mostEntries {
      let oldest = entries.sorted { $0.value.frame < $1.value.frame }
        .prefix(entries.count - Self.mostEntries / 2)
      for (key, value) in oldest where value.frame != frame { entries[key] = nil }
    }
    frame += 1
  }

  /// Loads again what failed.
  func retry() {
    for (key, value) in entries { if case .failed = value.entry { entries[key] = nil } }
  }

  private func load(_ key: Key, _ encoder: PictureEncoder) -> Task<Void, Never> {
    lastID += 1
    let id = lastID
    return Task { [loader, weak self] in
      let picture = try? await Self.picture(
        key.url, id, loader, encoder, encoder.target(rows: key.rows, columns: key.columns))
      guard !Task.isCancelled, let self, let frame = entries[key]?.frame else { return }
      entries[key] = (picture.map(Entry.ready) ?? .failed, frame)
      onChange()
    }
  }

  @concurrent private static func picture(
    _ url: URL, _ id: UInt32, _ loader: ImageLoader, _ encoder: PictureEncoder, _ target: ImageTarget
  ) async throws -> Picture {
    // The photos of a listing that waits are files of this device.
    let image =
      url.isFileURL
      ? try DecodedImage(decoding: Data(contentsOf: url, options: .mappedIfSafe), fitting: target)
      : try await loader.image(at: url, fitting: target)
    try Task.checkCancellation()
    return try encoder.picture(image, id: id)
  }
}
