public import OpenMarketStore

extension StoreError.Code {
  /// Nothing that may be used is stored, and the read may not ask the server: read it once with a policy that
  /// does.
  public static let notStored = StoreError.Code(rawValue: "notStored")
}

extension StoreError {
  static let notStored = StoreError(
    .notStored, "Nothing young enough is stored for this, and the policy does not allow asking the server.")

  /// Converts an error that the store threw, which is a store's error unless it is a bug.
  init(reading error: any Error) {
    self = error as? StoreError ?? StoreError(.failed, "The store cannot be used.", cause: error)
  }
}
