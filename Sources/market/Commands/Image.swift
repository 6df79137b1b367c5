import ArgumentParser
import Foundation
import OpenMarket

struct Image: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Loads a photo at a given size, and writes or shows it.",
    discussion: """
      SOURCE is the number of a product, an http or https address, or a file (./7 for one whose name is a number). \
      The photo is decoded at the given size, never at full size in memory, turned upright, converted to \
      sRGB, and written without any metadata: -o thumb.png, thumb.jpg or thumb.ppm. Without -o it is displayed, if standard \
      output is a terminal.

      Loaded photos are cached beside the store ('market images info'), where --offline finds them, and so does any \
      read of a stored product when the server does not respond (unless with --online). \
      JPEG, PNG and GIF are decoded everywhere, WebP in builds with it; animations as their first frame; HEIC, AVIF, \
      TIFF and BMP are not supported.

        market image 4711 --fit 300x200 -o thumb.jpg
        market image photo.jpg --fit 160 --crop -o - --format ppm | pnmtopng > square.png
      """)

  @Argument(help: .value("source", "A product's number, an address, or a file."), completion: .file())
  var text: String

  @Option(
    help: .value("WxH", "The box to fit the photo into, in pixels, such as 300x200 or 300 (default: none)."))
  var fit: BoxOption?

  @Flag(help: "With --fit: cover the box, overflowing it on two sides.")
  var fill = false

  @Flag(help: "With --fit: cover the box, and crop the rest.")
  var crop = false

  @Option(help: .value("number", "The photo's position, for a product with several."))
  var photo = 1

  @Option(
    name: .shortAndLong, help: .value("file", "The file to write; - is standard output."), completion: .file()
  )
  var output: String?

  @Option(help: "The format (default: that of the file's extension, png for -o -).")
  var format: OutputFormat?

  @Option(help: .value("number", "The quality of a JPEG file, 1 to 100."))
  var quality = 85

  @OptionGroup var graphics: GraphicsOptions
  @OptionGroup var source: SourceOptions

  func validate() throws {
    _ = try subject()
    _ = try encoding()
    try require(fit != nil || (!fill && !crop), "--fill and --crop go with --fit")
    try require(!fill || !crop, "--fill and --crop exclude each other")
    try require(photo >= 1, "--photo is \(photo); photos count from 1")
    try require("--quality", quality, in: 1...100)
    try require(output != "-" || !source.json, "--json and -o - would both write to standard output")
    try require(output != nil || format == nil, "--format goes with -o")
  }

  func run() async throws {
    let (subject, encoding) = try (subject(), encoding())
    let terminal = Terminal()
    if output == "-", terminal.isInteractive {
      throw ValidationError(
        "-o - does not write a file to a terminal: redirect it, or leave -o out to see it")
    }
    let screen =
      output == nil && !source.json ? await TerminalGraphics.find(graphics.graphics, on: terminal) : nil
    let photo = try await load(subject, fitting: target(on: screen))
    var report = PhotoReport(photo: photo, source: text)
    if let encoding, let output {
      let file = try photo.image.encoded(as: encoding)
      if output == "-" { return try terminal.write(file) }
      try RegularFile.write(file, named: output)
      report.output = (output, file.count)
    }
    try await screen?.draw(photo.image, on: terminal)
    try terminal.report(output == nil ? [] : [report.line(style: .plain)]) {
      try source.json ? terminal.printJSON(report.json) : terminal.print(report.line(style: terminal.style))
    }
  }

  private func load(_ subject: PhotoSource, fitting target: ImageTarget) async throws -> LoadedPhoto {
    switch subject {
    case .file(let file): try decode(file, target)
    case .address(let url): try await download(url, target)
    case .product(let id): try await load(id, target)
    }
  }

  private func decode(_ file: URL, _ target: ImageTarget) throws -> LoadedPhoto {
    let bytes = try RegularFile.read(file, named: text, upTo: DecodingOptions().fileBytes + 1, cutsRest: true)
    let image = try DecodedImage(decoding: bytes, fitting: target)
    return LoadedPhoto(image: image, origin: .file)
  }

  private func download(_ url: URL, _ target: ImageTarget) async throws -> LoadedPhoto {
    if source.offline {
      let folder = try source.location.folder()
      return try await CachedPhotos(beside: folder).photo(at: url, fitting: target)
    }
    let settings = try source.location.settings()
    guard settings.server == nil else {
      return try await OnlineMarket.open(source) { market in
        try await market.images.photo(at: url, fitting: target)
      }
    }
    // No market is known, so nothing is kept of it.
    let client = try HTTPClient(server: url, transport: source.common.transport()) { configuration in
      configuration.headers[.userAgent] = UserAgent.ofCommand
      configuration.totalTimeout = settings.timeout
    }
    return try await ImageLoader(client: client).photo(at: url, fitting: target)
  }

  private func load(_ id: Product.ID, _ target: ImageTarget) async throws -> LoadedPhoto {
    try await source.read(product: id) { market in
      let url = try await address(in: market.product(id))
      return try await market.images.photo(at: url, fitting: target)
    } orStored: {
      let reader = try await source.location.reader()
      guard let stored = try reader.product(id) else {
        throw StoreError(.notStored, "product \(id) is not stored in \(reader.folder.path.printable)")
      }
      let url = try address(in: stored.product)
      return try await CachedPhotos(beside: reader.folder).photo(at: url, fitting: target)
    }
  }

  private func address(in product: Product) throws -> URL {
    guard let url = product.photo(photo) else {
      throw StoreError(.notStored, "product \(product.id) has no photo \(photo)")
    }
    return url
  }

  private func subject() throws -> PhotoSource {
    guard let subject = PhotoSource(text) else {
      throw ValidationError("'\(text.printable)' is neither a product's number nor an address nor a file")
    }
    return subject
  }

  /// `nil` when nothing is to be written.
  private func encoding() throws -> ImageEncoding? {
    guard let output else { return nil }
    let fileExtension = URL(filePath: output).pathExtension.lowercased()
    let name = output == "-" ? OutputFormat.png : OutputFormat(rawValue: fileExtension)
    guard let format = format ?? name else {
      throw ValidationError("-o '\(output.printable)': end the name in .png, .jpg or .ppm, or give --format")
    }
    return format.encoding(quality: quality)
  }

  private func target(on screen: TerminalGraphics?) -> ImageTarget {
    guard let fit else { return screen?.photoTarget ?? .original }
    return .pixels(fit.size.width, by: fit.size.height, mode: crop ? .crop : fill ? .fill : .fit)
  }
}
