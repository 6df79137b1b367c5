package import Foundation

/// A rescue of damaged user data.
package struct UserDataRecovery: Sendable, Hashable {
  /// The damaged file, which was put aside.
  package var keptFile: URL
  /// How many rows of the user's could be read, and are in the new file.
  package var rescuedRowCount: Int
}
