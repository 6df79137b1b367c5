import Foundation
import OpenMarketTestSupport
import Synchronization

@testable import OpenMarketImages

/// Decodes files that say in words what they show: `image 1200x900` or `progressive 1200x900 5000`, where the last
/// number is the length that suffices for targets up to 300 pixels.
final class StubDecoder: ImageDecoder {
  private struct State {
    var passes: [[ImageTarget]] = []
    var isHeld = false
    var heldWaiters: [CheckedContinuation<Void, Never>] = []
    var heldCount = 0
  }

  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  /// The targets of each pass so far.
  var passes: [[ImageTarget]] { state.withLock { $0.passes } }

  /// Lets decodes wait until ``release()``.
  func hold() { state.withLock { $0.isHeld = true } }

  func release() { state.withLock { $0.isHeld = false } }

  /// Waits until `count` decodes have begun and are held.
  func held(_ count: Int = 1) async {
    while state.withLock({ $0.heldCount < count }), !Task.isCancelled { await giveWay() }
  }

  /// A file of `length` bytes.
  static func file(
    _ width: Int = 1200, _ height: Int = 900, sufficient: Int? = nil, length: Int = 10_000
  ) -> Data {
    let text = sufficient.map { "progressive \(width)x\(height) \($0) " } ?? "image \(width)x\(height) "
    return Data(text.utf8) + Data(repeating: 0x2E, count: length - text.utf8.count)
  }

  func inspect(_ bytes: Data) throws(ImageError) -> ImageInfo {
    let (size, sufficient) = try header(bytes)
    return ImageInfo(format: .jpeg, size: size, isProgressive: sufficient != nil)
  }

  func sufficientLength(of prefix: Data, for targets: [ImageTarget]) -> Int? {
    guard let length = try? header(prefix).sufficient, prefix.count >= length,
      targets.allSatisfy({ ($0.box?.width ?? .max) <= 300 })
    else { return nil }
    return length
  }

  func decode(
    _ bytes: Data, targets: [ImageTarget], options: DecodingOptions
  ) throws(ImageError) -> [DecodedImage] {
    let size = try header(bytes).size
    state.withLock { state in
      state.passes.append(targets)
      if state.isHeld { state.heldCount += 1 }
    }
    while state.withLock({ $0.isHeld }) {
      if options.isCancelled() { throw ImageError(.cancelled, "stopped") }
      _ = gate.wait(timeout: .now() + .milliseconds(1))
    }
    let isPartial = bytes.last != 0x2E
    if isPartial, !options.acceptsPartialImages { throw ImageError(.truncated, "cut") }
    return targets.map { target in
      let output = RenderLayout(target: target, stored: size, orientation: .up).storedOutput
      return DecodedImage(
        trusted: [UInt8](repeating: 7, count: output.pixelCount * 3), size: output, format: .rgb888,
        sourceSize: size, isPartial: isPartial, isAnimated: false)
    }
  }

  private func header(_ bytes: Data) throws(ImageError) -> (size: PixelSize, sufficient: Int?) {
    let words = String(decoding: bytes.prefix(64), as: UTF8.self).split(separator: " ")
    guard let kind = words.first, kind == "image" || kind == "progressive", words.count > 1 else {
      throw ImageError(.notAnImage, "not one of the test's images")
    }
    let sides = words[1].split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw ImageError(.damaged, "no size") }
    let sufficient = kind == "progressive" && words.count > 2 ? Int(words[2]) : nil
    return (PixelSize(width: sides[0], height: sides[1]), sufficient)
  }
}
