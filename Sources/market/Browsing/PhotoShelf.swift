import Foundation
import Observation
import OpenMarket

/// The photos that are displayed, as ``PhotoModel`` loads them, made ready for the terminal beside the main actor.
@MainActor final class PhotoShelf {
  private struct Key: Hashable {
    var url: URL
    var rows: Int
    var columns: Int
  }

  private struct Entry {
    let model: PhotoModel
    var frame: Int
    /// Its drawing; `nil` until something has come.
    var picture: Picture?
    /// Whether ``picture`` is the photo itself, so that its pixels are not needed any more.
    var isComplete = false
    var encoding: Task<Void, Never>?
  }

  /// Several screens full.
  private static let mostEntries = 150

  private let graphics: TerminalGraphics?
  private let market: Marketplace
  private let onChange: @MainActor () -> Void
  private var entries: [Key: Entry] = [:]
  private var frame = 0
  private var lastID: UInt32 = 0

  /// Makes a shelf; `onChange` is called when there is something new to draw.
  init(_ market: Marketplace, graphics: TerminalGraphics?, onChange: @escaping @MainActor () -> Void) {
    (self.market, self.graphics, self.onChange) = (market, graphics, onChange)
  }

  /// Whether photos are displayed at all.
  var isOpen: Bool { graphics != nil }

  var models: [PhotoModel] { entries.values.map(\.model) }

  /// Returns the photo at `url`, or until then its thumbnail, if it is ready, and gets it ready otherwise.
  func picture(_ url: URL?, thumbnail: URL? = nil, rows: Int, columns: Int) -> Picture? {
    guard let graphics, let url, rows > 0, columns > 0 else { return nil }
    let key = Key(url: url, rows: rows, columns: columns)
    if entries[key] == nil {
      let target = graphics.target(rows: rows, columns: columns)
      let model = PhotoModel(url, thumbnail: thumbnail, fitting: target, in: market)
      entries[key] = Entry(model: model, frame: frame)
      model.appear()
      follow(key, model, graphics)
    }
    entries[key]?.frame = frame
    return entries[key]?.picture
  }

  /// A screen has been drawn: what it did not ask for need not be loaded, and is forgotten some time.
  func endFrame() {
    for (key, entry) in entries where entry.frame != frame && !entry.isComplete { forget(key, entry) }
    if entries.count > Self.mostEntries {
      let oldest = entries.sorted { $0.value.frame < $1.value.frame }
        .prefix(entries.count - Self.mostEntries / 2)
      for (key, entry) in oldest where entry.frame != frame { forget(key, entry) }
    }
    frame += 1
  }

  func retry() { for model in models { model.retry() } }

  private func forget(_ key: Key, _ entry: Entry) {
    entry.encoding?.cancel()
    entry.model.disappear()
    entries[key] = nil
  }

  /// Makes ready what the model has, now and whenever it has something better.
  private func follow(_ key: Key, _ model: PhotoModel, _ graphics: TerminalGraphics) {
    guard let entry = entries[key], entry.model === model else { return }
    let image = withObservationTracking {
      model.image
    } onChange: { [weak self, weak model] in
      // The model holds this closure until its image changes, which may be never: the closure must not hold the model.
      guard let self, let model else { return }
      Task { @MainActor in self.follow(key, model, graphics) }
    }
    guard let image, !entry.isComplete else { return }
    let isComplete = model.phase == .full
    entry.encoding?.cancel()
    lastID += 1
    let id = lastID
    entries[key]?.encoding = Task { [weak self] in
      let picture = await Self.picture(image, id, graphics)
      guard !Task.isCancelled, let self, let picture, entries[key]?.model === model else { return }
      entries[key]?.picture = picture
      entries[key]?.isComplete = isComplete
      if isComplete { model.disappear() }
      onChange()
    }
  }

  @concurrent private static func picture(
    _ image: DecodedImage, _ id: UInt32, _ graphics: TerminalGraphics
  ) async -> Picture? {
    // A photo that cannot be made ready, such as an empty one, is not drawn.
    Task.isCancelled ? nil : try? graphics.picture(image, id: id)
  }
}
