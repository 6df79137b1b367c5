// What Apple's Foundation brings along: Darwin, CoreFoundation's types, URLSession. Stands beside every import of
// Foundation in the checked copy; the other stubs re-export it.
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationNetworking

public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public final class CFString: @unchecked Sendable, Hashable {
  public static func == (a: CFString, b: CFString) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public init(stub: String) {}
}
public final class CFDictionary { init() {} }
public final class CFArray { init() {} }
public final class CFData { init() {} }
public final class CFNumber { init() {} }
public final class CFURL { init() {} }

// `x as CFDictionary` becomes `x ~~> CFDictionary.self` in the checked copy: there is no Objective-C bridging here.
precedencegroup StubBridgingPrecedence {
  associativity: left
  lowerThan: CastingPrecedence
  higherThan: NilCoalescingPrecedence
}
infix operator ~~> : StubBridgingPrecedence
public func ~~> (value: [CFString: Any], type: CFDictionary.Type) -> CFDictionary { CFDictionary() }
public func ~~> (value: [String: Any], type: CFDictionary.Type) -> CFDictionary { CFDictionary() }
public func ~~> (value: [Any], type: CFArray.Type) -> CFArray { CFArray() }
public func ~~> (value: Data, type: CFData.Type) -> CFData { CFData() }
public func ~~> (value: NSData, type: CFData.Type) -> CFData { CFData() }
public func ~~> (value: String, type: CFString.Type) -> CFString { CFString(stub: "") }
public func ~~> (value: URL, type: CFURL.Type) -> CFURL { CFURL() }
public func ~~> (value: NSNumber, type: CFNumber.Type) -> CFNumber { CFNumber() }
public func ~~> (value: CFString, type: String.Type) -> String { "" }
public func ~~> (value: CFURL, type: URL.Type) -> URL { URL(filePath: "/") }
public func ~~> (value: CFData, type: Data.Type) -> Data { Data() }
public func ~~> (value: NSData, type: Data.Type) -> Data { Data() }
/// Casts to the type that a value has anyway stay what they are.
public func ~~> <T>(value: T, type: T.Type) -> T { value }

// Of Objective-C's runtime.
public func autoreleasepool<Value>(invoking body: () throws -> Value) rethrows -> Value { try body() }

// Apple's Foundation alone.
extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

// Apple's Dispatch alone.
public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {}
extension DispatchSource: DispatchSourceMemoryPressure {}
extension DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public static let normal = MemoryPressureEvent(rawValue: 1), warning = MemoryPressureEvent(rawValue: 2)
    public static let critical = MemoryPressureEvent(rawValue: 4)
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public class func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceMemoryPressure { fatalError() }
}

// Unavailable in Linux's Foundation.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"
