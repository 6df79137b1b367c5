#if Images && !canImport(Darwin)
  import Foundation

  extension URL {
    /// Nothing backs up an app's data by itself here.
    func excludeFromBackup() {}
  }
#endif
