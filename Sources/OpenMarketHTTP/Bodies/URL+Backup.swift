import Foundation

extension URL {
  /// Keeps a file or folder out of the user's backups, as Apple asks for what can be fetched again;
  /// it is used all the same when that fails, and elsewhere nothing backs an app's data up by itself.
  package func excludeFromBackup() {
    #if canImport(Darwin)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var url = self
      try? url.setResourceValues(values)
    #endif
  }
}
