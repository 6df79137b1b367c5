import ArgumentParser
import OpenMarket

/// A box in pixels, as `300x200` or `300`.
struct BoxOption: ExpressibleByArgument {
  var size: PixelSize

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count <= 2, let width = sides.first ?? nil, let height = sides.last ?? nil else { return nil }
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
    size = PixelSize(width: width, height: height)
  }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case png, jpg, jpeg, ppm

  static var allValueStrings: [String] { ["png", "jpg", "ppm"] }

  func encoding(quality: Int) -> ImageEncoding {
    switch self {
    case .png: .png
    case .jpg, .jpeg: .jpeg(quality: quality)
    case .ppm: .ppm
    }
  }
}

/// How photos are displayed in the terminal.
struct GraphicsOptions: ParsableArguments {
  @Option(
    help: .value(
      "way", "The display of photos in a terminal: auto asks the terminal; blocks are coloured characters."))
  var graphics = GraphicsOption.auto
}
