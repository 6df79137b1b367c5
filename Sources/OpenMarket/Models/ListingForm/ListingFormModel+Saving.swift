import OpenMarketAPI
import OpenMarketStore

extension ListingFormModel {
  /// Waits until the newest draft is on disk, also one that was typed before the contents are read. A suspension of the
  /// market does so by itself.
  ///
  /// - Throws: `StoreError`, with `diskFull` when there is no room.
  public func save() async throws {
    if state.isTouched { await loading?.value }
    try await autosave?.flush()
  }

  /// Deletes the draft and empties the form; for an edit, restores the listing's values. A draft that another form has saved
  /// since under the same name stays.
  ///
  /// - Throws: `StoreError`. Then the draft is still there.
  public func discard() async throws {
    // Photos that come later would be of no use.
    for call in adding { call.cancel() }
    await settle()
    // A submission that goes on decides first.
    _ = try? await submitting?.value
    guard case .editing = state.phase, let content = state.content else { return }
    let found = content.saved
    let beginning = purpose.beginning(of: content)
    let missing = await market.missingPhotos(beginning.draft.photos)
    guard take({ $0.discarded(to: beginning, missing: missing) }), let key = purpose.draftKey else { return }
    try await endSaving()
    if let saved = autosave?.saved ?? found { try await market.store.deleteDraft(key, ifStill: saved) }
    take { $0.draftDeleted() }
  }

  /// Validates the form and enqueues the listing, or its changes.
  ///
  /// A second call while the first goes on waits for it, and one after it returns the same listing.
  ///
  /// - Returns: The listing, which is safe on this device; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with all errors, which the fields then show; `SubmissionFailure`, with
  ///   `notPossible` when nothing has changed; `StoreError`. Then the form can be submitted again.
  @discardableResult
  public func submit() async throws -> Listing {
    if let submitting { return try await submitting.value }
    let task = Task<Listing, any Error> {
      do {
        return try await enqueue()
      } catch {
        submitting = nil
        throw error
      }
    }
    submitting = task
    return try await task.value
  }

  private func enqueue() async throws -> Listing {
    await settle()
    let request = try take { try $0.submitRequested() }
    do {
      try await endSaving()
      let saved = autosave?.saved ?? state.content?.saved
      let listing = try await purpose.submit(request, saved: saved, in: market)
      take { $0.submitted(listing) }
      return listing
    } catch {
      let missing = await market.missingPhotos(request.photos)
      take { $0.submitFailed(missing: missing) }
      throw error
    }
  }

  /// Waits for the save under way: nothing may be saved any more once the draft is gone.
  /// - Throws: `StoreError` with `closed` when one waits for the end of a sign-out.
  private func endSaving() async throws {
    do { try await autosave?.flush() } catch let error as StoreError where error.code == .closed {
      throw error
    } catch {
      // The next write says so itself.
    }
  }

  /// Waits until the contents are read and no photos are being added.
  private func settle() async {
    await loading?.value
    while state.photos.addingCount > 0 { _ = await adding.last?.result }
  }
}
