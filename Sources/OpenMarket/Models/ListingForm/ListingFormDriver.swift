import OpenMarketAPI
import OpenMarketStore

/// The driver of a form: reads its contents, stores its photos, saves and submits it.
///
/// Lives as long as its model, and until the photos that are being added are saved.
@MainActor
final class ListingFormDriver {
  /// The state of the form.
  private(set) var state: ListingFormState
  private let purpose: ListingFormPurpose
  private let market: Marketplace
  private let autosave: DraftAutosave?
  private let tasks = ModelTasks()
  private var loading: Task<Void, Never>?
  /// The latest call that adds photos.
  private var adding: Task<Void, Never>?
  private var submitting: Task<Listing, any Error>?
  private var show: (() -> Void)?

  init(_ purpose: ListingFormPurpose, in market: Marketplace) {
    (self.purpose, self.market) = (purpose, market)
    state = ListingFormState(folder: market.store.folder)
    autosave = purpose.draftKey.map { market.drafts.autosave($0) }
  }

  /// Begins to read the contents.
  /// - Parameter show: Called after every event.
  func start(_ show: @escaping () -> Void) {
    self.show = show
    loading = tasks.add { [weak self, purpose, market] in
      do {
        let content = try await purpose.content(in: market)
        let missing = await market.missingPhotos(content.draft.photos)
        self?.take { $0.began(with: content, missing: missing) }
      } catch {
        if !Task.isCancelled { self?.take { $0.failed(error) } }
      }
    }
  }

  /// Takes an event, and saves the draft when that is due.
  @discardableResult
  func take<Value>(_ event: (inout ListingFormState) throws -> Value) rethrows -> Value {
    let version = state.draftVersion
    defer {
      show?()
      if state.draftVersion != version { autosave?.update(state.draft) }
    }
    return try event(&state)
  }

  /// Stores photos and appends them, one call after the other.
  func addPhotos(_ uploads: [PhotoUpload]) async throws {
    await loading?.value
    try take { try $0.photosRequested(uploads.count) }
    guard !uploads.isEmpty else { return }
    let before = adding
    let task = Task<Void, any Error> {
      await before?.value
      do {
        let stored = try await market.storePhotos(uploads)
        take { $0.photosEnded(uploads.count, stored: stored) }
      } catch {
        take { $0.photosEnded(uploads.count) }
        throw error
      }
    }
    adding = Task { _ = try? await task.value }
    try await task.value
  }

  /// Waits until the newest draft is on disk, also one that was typed before the contents are read.
  func save() async throws {
    if state.isTouched { await loading?.value }
    try await autosave?.flush()
  }

  /// Begins anew and deletes the draft; a submission that goes on decides first.
  func discard() async throws {
    await settle()
    _ = try? await submitting?.value
    guard case .editing = state.phase, let content = state.content else { return }
    let beginning = purpose.beginning(of: content)
    let missing = await market.missingPhotos(beginning.draft.photos)
    guard take({ $0.discarded(to: beginning, missing: missing) }), let key = purpose.draftKey else { return }
    try? await autosave?.flush()
    try await market.drafts.delete(key)
    take { $0.draftDeleted() }
  }

  /// Submits the form once, however often it is called.
  func submit() async throws -> Listing {
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
    // Nothing may be saved any more once the draft is gone.
    try? await autosave?.flush()
    do {
      let listing = try await purpose.submit(request, in: market)
      take { $0.submitted(listing) }
      return listing
    } catch {
      let missing = await market.missingPhotos(request.photos)
      take { $0.submitFailed(missing: missing) }
      throw error
    }
  }

  /// Waits until the contents are read and no photos are being added.
  private func settle() async {
    await loading?.value
    while state.photos.addingCount > 0 { await adding?.value }
  }
}
