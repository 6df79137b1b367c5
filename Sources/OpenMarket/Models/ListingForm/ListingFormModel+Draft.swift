import OpenMarketStore

extension ListingFormModel {
  /// Waits until the newest draft is on disk; call it when the app goes into the background.
  ///
  /// - Throws: `StoreError`, with `diskFull` when there is no room.
  public func save() async throws { try await autosave?.flush() }

  /// Deletes the draft and empties the form; for an edit, restores the listing's values.
  ///
  /// - Throws: `StoreError`. Then the draft is still there.
  public func discard() async throws {
    await loading?.value
    await adding.last?.value
    guard case .editing = phase, let content else { return }
    let beginning =
      switch purpose {
      case .new: ListingFormContent()
      case .edit: content.unedited.map { ListingFormContent(editing: $0) } ?? content
      case .correction: content
      }
    let missing = await market.missingPhotos(beginning.draft.photos)
    errors = ListingFormErrors(refused: beginning.refused)
    begin(with: beginning, missing: missing)
    guard let key = purpose.draftKey else { return }
    try? await autosave?.flush()
    try await market.drafts.delete(key)
  }
}
