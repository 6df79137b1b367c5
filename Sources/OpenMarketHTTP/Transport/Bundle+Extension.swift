package import Foundation

extension Bundle {
  /// Whether this process is an app extension. Elsewhere there are none, and looking would cost a walk through the program's folder.
  package static let isOfExtension: Bool = {
    #if canImport(Darwin)
      Bundle.main.bundleURL.pathExtension == "appex"
    #else
      false
    #endif
  }()
}
