import Foundation

/// How Apple's platforms are to treat files; elsewhere nothing backs up or locks away an app's data by itself.
///
/// Nothing here is worth failing for: the files are then treated as any others.
extension URL {
  /// Lets a file, and what is made in a folder from now on, be read as soon as the device was unlocked once since it
  /// started: so writes are delivered in the background, whatever stricter class the app has for its other files.
  func protectUntilFirstUnlock() {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: path(percentEncoded: false))
    #endif
  }
}
