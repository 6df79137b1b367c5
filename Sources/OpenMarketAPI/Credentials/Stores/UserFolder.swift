package import Foundation

/// The folders of a user, as shells and the XDG Base Directory Specification name them.
///
/// `NSHomeDirectory()` leaves `HOME` aside on Linux: with another one, as in a container or under `sudo`, settings and
/// credentials would be the account's, but the store would be below `HOME`.
package enum UserFolder {
  /// The user's home: `$HOME`, or else what the system knows of the account.
  ///
  /// - Parameter environment: Names it.
  /// - Returns: The folder.
  package static func home(in environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
    absolute(environment["HOME"]) ?? URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
  }

  /// `openmarket` in `$XDG_CONFIG_HOME`, or else in `~/.config`; it may not be there yet.
  ///
  /// - Parameter environment: Names the folders. Relative paths in it do not count, as the specification wants it.
  /// - Returns: The folder.
  package static func configuration(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    let parent = absolute(environment["XDG_CONFIG_HOME"]) ?? home(in: environment).appending(path: ".config")
    return parent.appending(path: "openmarket", directoryHint: .isDirectory)
  }

  /// The folder in which the platform keeps an app's data; `nil` when it names none.
  package static var data: URL? {
    #if os(tvOS)
      // On a device nothing else can be written.
      return FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    #elseif canImport(Darwin)
      return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    #else
      // Foundation's is below "/home" itself where HOME is not set.
      let environment = ProcessInfo.processInfo.environment
      return absolute(environment["XDG_DATA_HOME"])
        ?? home(in: environment).appending(path: ".local/share", directoryHint: .isDirectory)
    #endif
  }

  private static func absolute(_ path: String?) -> URL? {
    path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
  }
}
