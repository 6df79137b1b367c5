import Foundation

/// The sender of requests, for `User-Agent` (RFC 9110, section 10.1.5), such as
/// `swift-openmarket/0.1.0 (Hongdangmu/2.3; iOS 18.1)`.
package struct UserAgent: Sendable, Hashable {
  package static let libraryVersion = "0.1.0"

  /// The app's name; `nil` when it has none.
  var product: String?
  /// The app's version; `nil` when it has none.
  var version: String?
  var platform: String

  package init(product: String?, version: String?, platform: String = UserAgent.platform) {
    (self.product, self.version, self.platform) = (product, version, platform)
  }

  /// The process that this runs in: its bundle's name and version, or its name alone where there is no bundle.
  package static let current = UserAgent(
    product: Bundle.main.infoDictionary?["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName,
    version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String)

  /// The value of the field.
  package var text: String {
    let names = [product, version].compactMap { $0.map(Self.token) }.filter { !$0.isEmpty }
    let app = names.joined(separator: "/")
    return "swift-openmarket/\(Self.libraryVersion) (\(app.isEmpty ? "" : app + "; ")\(platform))"
  }

  /// The system and its version, such as `iOS 18.1`.
  package static let platform: String = {
    #if os(iOS)
      let name = "iOS"
    #elseif os(macOS)
      let name = "macOS"
    #elseif os(tvOS)
      let name = "tvOS"
    #elseif os(watchOS)
      let name = "watchOS"
    #elseif os(visionOS)
      let name = "visionOS"
    #elseif os(Linux)
      let name = "Linux"
    #else
      let name = "unknown"
    #endif
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(name) \(version.majorVersion).\(version.minorVersion)"
  }()

  /// The name as one token: names have spaces and any script, fields only visible ASCII.
  private static func token(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&'*+-.^_`|~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
