/// At which of libjpeg's fast sizes to decode: 1, 2, 4 or 8 eighths.
///
/// The others (3, 5, 6, 7) lack vector code and are slower than the full size. Three times the wanted size is left
/// to the Lanczos filter, as libjpeg's own reduction is a box filter, and hardly cheaper than none: the entropy coding
/// takes most of the time at all scales. `.fast` leaves one and a half times.
enum JPEGScale: Int, Sendable, CaseIterable, Comparable {
  case eighth = 1
  case quarter = 2
  case half = 4
  case full = 8

  /// The smallest scale that leaves enough, where so many source pixels become one.
  ///
  /// Progressive files leave twice the size: at a quarter and less many of their scans can be dropped, which saves most
  /// of the time.
  init(reduction: Double, quality: ImageTarget.Quality, isProgressive: Bool) {
    let margin = isProgressive ? 2 : quality == .good ? 3 : 1.5
    self = Self.allCases.first { reduction * Double($0.rawValue) / 8 >= margin } ?? .full
  }

  /// The smallest scale that leaves enough for every target.
  init(for targets: [ImageTarget], layouts: [RenderLayout], isProgressive: Bool) {
    self =
      zip(targets, layouts).map { target, layout in
        JPEGScale(reduction: layout.reduction, quality: target.quality, isProgressive: isProgressive)
      }.max() ?? .full
  }

  static func < (one: JPEGScale, other: JPEGScale) -> Bool { one.rawValue < other.rawValue }
}

extension [ImageTarget] {
  /// The most that any of them asks for.
  var bestQuality: ImageTarget.Quality { contains { $0.quality == .good } ? .good : .fast }
}
