@_exported import AppleBridging
// Apple's headers give these types CF_SWIFT_SENDABLE or not at all; here: not, the stricter reading.
public final class CGImage {
  init() {}
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) { nil }
  public var width: Int { 0 }
  public var height: Int { 0 }
  public var bitsPerPixel: Int { 0 }
  public var colorSpace: CGColorSpace? { nil }
}
public final class CGColorSpace {
  public init?(name: CFString) { nil }
  public var name: CFString? { nil }
  public class var sRGB: CFString { CFString(stub: "sRGB") }
  public class var genericGrayGamma2_2: CFString { CFString(stub: "gray") }
}
public final class CGDataProvider { public init?(data: CFData) { nil } }
public final class CGContext {
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) { nil }
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
}
public enum CGImageAlphaInfo: UInt32, @unchecked Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}
public enum CGColorRenderingIntent: Int32, @unchecked Sendable {
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}
public struct CGBitmapInfo: OptionSet, Sendable {
  public static var byteOrder32Big: CGBitmapInfo { CGBitmapInfo(rawValue: 4 << 12) }
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
