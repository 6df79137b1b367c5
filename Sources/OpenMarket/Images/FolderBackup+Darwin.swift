#if Images && canImport(Darwin)
  import Foundation

  extension URL {
    /// Keeps a folder of copies out of the user's backups, as Apple asks of apps.
    func excludeFromBackup() {
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var folder = self
      // Not worth failing for: the folder is then backed up.
      try? folder.setResourceValues(values)
    }
  }
#endif
