#if Images
  import Foundation

  extension URL {
    /// Keeps a folder of copies out of the user's backups, as Apple asks of apps. Elsewhere nothing backs up an app's data by
    /// itself.
    func excludeFromBackup() {
      #if canImport(Darwin)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var folder = self
        // Not worth failing for: the folder is then backed up.
        try? folder.setResourceValues(values)
      #endif
    }
  }
#endif
