@_exported import AppleBridging
@_exported import CoreGraphics
public final class CGImageSource { init() {} }
public final class CGImageDestination { init() {} }
public enum CGImageSourceStatus: Int32, @unchecked Sendable {
  case statusUnexpectedEOF = -5, statusInvalidData, statusUnknownType, statusReadingHeader, statusIncomplete
  case statusComplete
}
public let kCGImageSourceCreateThumbnailFromImageAlways = CFString(stub: "")
public let kCGImageSourceCreateThumbnailWithTransform = CFString(stub: "")
public let kCGImageSourceThumbnailMaxPixelSize = CFString(stub: "")
public let kCGImageSourceShouldCache = CFString(stub: "")
public let kCGImageDestinationLossyCompressionQuality = CFString(stub: "")
public let kCGImagePropertyPixelWidth = CFString(stub: ""), kCGImagePropertyPixelHeight = CFString(stub: "")
public let kCGImagePropertyOrientation = CFString(stub: ""), kCGImagePropertyHasAlpha = CFString(stub: "")
public let kCGImagePropertyJFIFDictionary = CFString(stub: ""), kCGImagePropertyJFIFIsProgressive = CFString(stub: "")
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }
public func CGImageSourceCopyPropertiesAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CFDictionary? { nil }
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { nil }
public func CGImageSourceCreateThumbnailAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? { nil }
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { .statusComplete }
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus { .statusComplete }
// CFMutableData, to which NSMutableData converts implicitly.
public func CGImageDestinationCreateWithData(_ data: NSMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?) -> CGImageDestination? { nil }
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {}
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { false }
