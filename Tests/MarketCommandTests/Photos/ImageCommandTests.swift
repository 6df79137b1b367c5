import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market image` and `market images`, through the real executable against the real socket server.
@Suite(.timeLimit(.minutes(5)))
struct ImageCommandTests {
  private let mock = MarketplaceMock { $0.productCount = 100 }
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument.ofRepository() }

  private func withDevice(_ body: (SyncedDevice, MockServer) async throws -> Void) async throws {
    let server = try await MockServer.start(handler: mock)
    try await body(try SyncedDevice(server: server.url), server)
    try await server.stop()
  }

  private var imageRequests: Int { mock.requestLog.count { $0.target.hasPrefix("/images/") } }

  @Test(
    "a product's photo is written at the size and in the format wanted",
    arguments: [
      (["--fit", "100"], "png"), (["--fit", "100x50", "--fill"], "jpg"),
      (["--fit", "60x40", "--crop"], "ppm"),
    ])
  func written(options: [String], format: String) async throws {
    try await withDevice { device, _ in
      let file = device.folder.url.appending(path: "photo.\(format)")
      let id = try await device.jpegProduct()
      let report = try #require(try await device.json(["image", id, "-o", file.path] + options).first)
      #expect(try document.violations(of: report, againstFile: "json/cli-image.schema.json") == [])
      let bytes = try Data(contentsOf: file)
      #expect(report["bytes"]?.number == Double(bytes.count) && report["from"] == .string("network"))
      let size: PixelSize
      if format == "ppm" {
        #expect(bytes.starts(with: Data("P6\n60 40\n255\n".utf8)) && bytes.count == 13 + 60 * 40 * 3)
        size = PixelSize(width: 60, height: 40)
      } else {
        let info = try SystemImageDecoder().inspect(bytes)
        #expect(info.format == (format == "png" ? .png : .jpeg))
        size = info.size
      }
      switch format {
      case "png": #expect(max(size.width, size.height) == 100)
      case "jpg": #expect(size.width >= 100 && size.height >= 50 && (size.width == 100 || size.height == 50))
      default: break
      }
    }
  }

  @Test("-o - writes the file alone to standard output")
  func standardOutput() async throws {
    try await withDevice { device, _ in
      let outcome = try await device.run(
        "image", device.jpegProduct(), "--fit", "8x8", "--crop", "-o", "-", "--format", "ppm")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("P6\n8 8\n255\n"))
    }
  }

  @Test("a photo that was loaded is there offline at any size; another is not")
  func offline() async throws {
    try await withDevice { device, server in
      let id = try await device.jpegProduct()
      _ = try await device.json("image", id, "--fit", "200")
      try await server.stop()
      let report = try #require(try await device.json("image", id, "--fit", "50", "--offline").first)
      #expect(report["from"] == .string("disk") && imageRequests == 1)
      let other = try await device.run("image", id, "--photo", "2", "--offline")
      #expect(other.status == 66 && other.errors.split(separator: "\n").count == 1, "\(other.errors)")
      #expect(try await device.json("image", id, "--fit", "60").first?["from"] == .string("disk"))
      let online = try await device.run("image", id, "--online")
      #expect(online.status == 69 && online.errors.contains("--offline"), "\(online.errors)")
    }
  }

  @Test("an address works with a market, whose cache it uses, and without one")
  func address() async throws {
    try await withDevice { device, _ in
      let url = try await device.photoAddress()
      #expect(try await device.json("image", url).first?["from"] == .string("network"))
      #expect(try await device.json("image", url).first?["from"] == .string("disk"))
      let outcome = try await device.market.run(["image", url, "--fit", "20", "--json"])
      #expect(outcome.status == 0 && outcome.output.contains(#""from":"network""#), "\(outcome.errors)")
    }
  }

  @Test("a photo is written where a link leads, and into a pipe, and neither is replaced")
  func outputLink() async throws {
    let folder = try TemporaryFolder()
    let photo = folder.url.appending(path: "photo.jpg")
    try SamplePhoto.jpeg(width: 64, height: 48, seed: 1).write(to: photo)
    let link = folder.url.appending(path: "link.ppm")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real.ppm")
    let outcome = try await BuiltProgram("market").run(["image", photo.path, "-o", link.path])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "real.ppm")
    let written = try Data(contentsOf: folder.url.appending(path: "real.ppm"))
    #expect(written.starts(with: Data("P6\n64 48\n".utf8)))

    // Open in the shell, too: neither `cat` nor the shell then waits for a program that has not opened the pipe.
    let script = #"""
      mkfifo "$2"; exec 3<>"$2"; cat "$2" > "$3" 3>&- &
      "$0" image "$1" -o "$2" --json 3>&-; status=$?
      exec 3>&-; wait; test -p "$2" && exit $status
      """#
    let (pipe, copy) = (folder.url.appending(path: "pipe.ppm"), folder.url.appending(path: "copy.ppm"))
    let piped = try await BuiltProgram(at: URL(filePath: "/bin/sh")).run(
      ["-c", script, BuiltProgram("market").url.path, photo.path, pipe.path, copy.path])
    #expect(piped.status == 0, "\(piped)")
    #expect(try Data(contentsOf: copy) == written)
  }

  @Test("the file of standard output is not replaced, but - writes there")
  func redirectedOutput() async throws {
    let folder = try TemporaryFolder()
    let (photo, log) = (folder.url.appending(path: "photo.jpg"), folder.url.appending(path: "log"))
    try SamplePhoto.jpeg(width: 64, height: 48, seed: 1).write(to: photo)
    try Data("before\n".utf8).write(to: log)
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    for (output, status) in [("/dev/stdout", Int32(77)), ("-", 0)] {
      let outcome = try await shell.run(
        ["-c", #""$0" image "$1" -o "$2" --format ppm >> "$3""#, BuiltProgram("market").url.path]
          + [photo.path, output, log.path])
      #expect(outcome.status == status, "\(outcome)")
      let written = try Data(contentsOf: log)
      #expect(written.starts(with: Data("before\n".utf8)))
      #expect(status == 0 ? written.count > 64 * 48 * 3 : written.count == 7)
    }
  }

  @Test("an error of writing names the file and the reason")
  func outputErrors() async throws {
    let folder = try TemporaryFolder()
    let photo = folder.url.appending(path: "photo.jpg")
    try SamplePhoto.jpeg(width: 64, height: 48, seed: 1).write(to: photo)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "a.png"), withIntermediateDirectories: false)
    for (name, status, reason) in [
      ("no/a.png", Int32(66), "its folder is not there"), ("a.png", 77, "it is a folder"),
    ] {
      let path = folder.url.appending(path: name).path
      let outcome = try await BuiltProgram("market").run(["image", photo.path, "-o", path])
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.errors == "market: '\(path)' cannot be written: \(reason)\n")
    }
  }

  @Test("a file needs no server")
  func file() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "7")
    try SamplePhoto.jpeg(width: 64, height: 48, seed: 1).write(to: file)
    for name in [file.path, file.absoluteString] {
      let outcome = try await BuiltProgram("market").run(["image", name, "--fit", "32"])
      #expect(outcome.output == "32×24 of 64×48 pixels, from file\n", "\(outcome.errors)")
    }
  }

  @Test(
    "a file that is no image that can be decoded is one line and an exit code",
    arguments: [
      ("<html><body>Sign in</body></html>", 65), ("GIF89a\u{1}\0\u{1}\0", 65),
      ("\0\0\0\u{18}ftypheic\0\0\0\0heicmif1", 65), ("", 65), (nil, 66),
    ] as [(String?, Int32)])
  func badFile(content: String?, status: Int32) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "photo.jpg")
    if let content { try Data(content.utf8).write(to: file) }
    let outcome = try await BuiltProgram("market").run(["image", file.path])
    #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("market: ") && outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "a command line that cannot be meant is refused",
    arguments: [
      ["0"], [""], ["http://"], ["1", "--fit", "0x3"], ["1", "--fit", "3x"], ["1", "--fit", "1x2x3"],
      ["1", "--fill"], ["1", "--fit", "3", "--fill", "--crop"], ["1", "-o", "x.gif"], ["1", "--photo", "0"],
      ["1", "-o", "-", "--json"], ["1", "--quality", "0"], ["1", "--format", "png"],
    ])
  func refused(arguments: [String]) async throws {
    let outcome = try await BuiltProgram("market").run(["image"] + arguments)
    #expect(outcome.status == 64 && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test(
    "a server that sends something else becomes its exit code",
    arguments: [
      (Fault.Action.status(.notFound), 66), (.replaceBody("<html>", contentType: "image/jpeg"), 65),
      (.disconnect, 75), (.truncate(afterBytes: 100), 75),
    ] as [(Fault.Action, Int32)])
  func badServer(action: Fault.Action, status: Int32) async throws {
    try await withDevice { device, _ in
      let url = try await device.photoAddress()
      mock.addFault(Fault(action, on: .init(.get, "/images/**"), times: 100))
      let outcome = try await device.run("image", url)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
  }

  @Test("images tells what is kept, trims and clears it; where nothing is kept it makes nothing")
  func images() async throws {
    try await withDevice { device, _ in
      func info() async throws -> JSONValue {
        let info = try #require(try await device.json("images", "info").first)
        #expect(try document.violations(of: info, againstFile: "json/cli-images-info.schema.json") == [])
        return info
      }
      #expect(try await info()["files"]?.number == 0)
      #expect(!FileManager.default.fileExists(atPath: device.folder.url.appending(path: "store").path))
      _ = try await device.json("image", device.jpegProduct(), "--fit", "50")
      // The photo, and what was made of it.
      #expect(try await info()["files"]?.number == 2)
      let kept = try #require(try await device.json("images", "trim").first)
      #expect(try document.violations(of: kept, againstFile: "json/cli-images-trim.schema.json") == [])
      #expect(kept["files"]?.number == 0)
      #expect(try await device.run("images", "clear").output.hasPrefix("2 files forgotten, "))
      #expect(try await info()["bytes"]?.number == 0)
    }
  }
}

extension SyncedDevice {
  /// The number of a product of the market whose first photo every build can decode.
  func jpegProduct() async throws -> String {
    for id in 1...100 {
      guard let product = try await json("show", "\(id)").first else { continue }
      let photos = product["images"]?.elements.compactMap { $0["url"]?.string } ?? []
      if photos.count > 1, photos[0].hasSuffix(".jpg") { return "\(id)" }
    }
    throw ContractError("no product has two photos")
  }

  /// The address of its photo.
  func photoAddress() async throws -> String {
    let product = try await json("show", jpegProduct()).first
    guard let url = product?["images"]?.elements.first?["url"]?.string else {
      throw ContractError("the product has no photo")
    }
    return url
  }
}
