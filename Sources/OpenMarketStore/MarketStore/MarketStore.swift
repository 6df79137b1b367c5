package import Foundation
package import OpenMarketHTTP
package import OpenMarketPacing
import Synchronization

/// The copies of one market on a device: its products, pages and responses, with a search index, in `cache.db`,
/// and data that exists only here, such as recent searches, in `user.db`.
///
/// Both files lie in one folder, readable for their owner only. Several processes, and several stores within
/// one process, may use a folder at once. Reads do not wait for writes. All asynchronous operations throw
/// ``StoreError``, and `CancellationError` when their task is cancelled; a cancelled write has written
/// nothing.
///
/// A `Marketplace` opens, fills and reads it; an app only manages its size.
///
/// ```swift
/// let (bytes, products) = (market.store.byteCount, try await market.store.productCount)
/// try await market.store.trim(to: 16 << 20)
/// ```
public final class MarketStore: Sendable {
  /// The settings of a store; every property says its default.
  package struct Configuration: Sendable {
    /// About how many bytes of `cache.db` copies may take that were not synced (default: 64 MiB).
    package var byteLimit = 64 << 20
    /// The age from which copies that were not synced are removed, counted from their last use (default: 7 days).
    package var ageLimit: Duration = .seconds(7 * 86_400)
    /// The interval between two checks for other processes' writes while there are listeners, or half as much more
    /// (default: 0.5 s).
    package var pollInterval: Duration = .milliseconds(500)
    /// The account whose writes are queued in the store: a text that tells accounts apart, such as
    /// `SignIn.digest`; `nil` when none is set (default).
    ///
    /// The first account that enqueues owns the queue; the store then refuses to open for any other.
    package var account: String?
    /// The server whose data the store holds, in the spelling of `HTTPClient.name(of:)`; `nil` to open it whoever's it is
    /// (default).
    ///
    /// The first one that the folder is opened for owns it; the store then refuses to open for any other.
    package var server: String?
    /// The address that the server had before, in the same spelling: a folder of that address becomes one of ``server``'s.
    package var formerServer: String?
    /// The words that mean the same in searches (default: the standard ones).
    package var searchEquivalents = SearchEquivalents.standard
    /// The calendar by which stamps are made and ages counted (default: the system's).
    package var time = TimeSource()
    /// Where events are told, which the store then does not end; `nil` for its own.
    package var events: MarketEvents?

    /// Makes a configuration of defaults.
    package init() {}

    var owner: StoreOwner { StoreOwner(server: server, account: account, formerServer: formerServer) }
  }

  /// The folder of the files.
  package var folder: URL { files.folder.url }
  /// As given when the store was opened.
  package let configuration: Configuration

  let files: StoreFiles
  let useLog = UseLog()
  /// The first trim since the store was opened, and the calendar's date at the one before it, in milliseconds since 1970.
  let firstTrim = Mutex<(AnyClock.Instant, before: Int64)?>(nil)
  /// The drafts that were read last, by the numbers of their rows.
  let readDrafts = Mutex<[Int64: SavedDraft]>([:])
  let watch = OtherProcesses()
  let upkeep = Upkeep()
  let suggestionUpkeep: SuggestionUpkeep

  /// Opens the store in `folder`, and makes what is not there yet. Takes some milliseconds.
  ///
  /// The search index of an earlier version is made anew, that of more than 2,000 products in the background: until then
  /// searches find the newest ones. Damaged or outdated copies are made anew and damaged user data is rescued; ``events``
  /// tells. When the last process did not close the store, `user.db` is checked at once and `cache.db` in the background. On
  /// a full disk it opens to read what is there, and writes what finds room later.
  ///
  /// - Parameters:
  ///   - folder: A folder for the store alone: of one account on one server.
  ///   - configuration: Limits and clock, server and account.
  /// - Throws: ``StoreError`` when the folder cannot be used, or holds another server's data or another account's queue,
  ///   or when a newer version of this library has written `user.db`.
  package init(folder: URL, configuration: Configuration = Configuration()) throws(StoreError) {
    self.configuration = configuration
    files = try StoreFiles(
      folder, events: configuration.events ?? MarketEvents(), date: configuration.time.date)
    do {
      try files.require(configuration.owner)
    } catch {
      try? files.close(inGoodOrder: !files.use.wasLeftOpen)
      throw StoreError(error, in: folder.path(percentEncoded: false))
    }
    suggestionUpkeep = SuggestionUpkeep(files.cache, files.changeHub) {
      try IndexBuild.advance(limit: IndexBuild.step, in: $0)
    }
    // What earlier launches have saved is counted nowhere else: each may have ended before a trim was due.
    if fileBytes > configuration.byteLimit { upkeep.noteSaved(Upkeep.savedCountPerTrim) }
    if files.use.wasLeftOpen { checkInBackground() }
    suggestionUpkeep.wake()
  }

  /// Closes both files, after what is under way.
  ///
  /// Not needed before a process ends, but saves the next one from checking the files. Forgets up to 500 copies when their file
  /// is over its limit by a quarter.
  /// - Throws: ``StoreError`` when something still uses the files.
  package func close() throws(StoreError) {
    suggestionUpkeep.pause()
    let isChecked = upkeep.stop()
    trimBeforeClosing()
    do {
      try files.close(inGoodOrder: isChecked)
      if configuration.events == nil { files.events.finish() }
    } catch {
      throw StoreError(error, in: folder.path(percentEncoded: false))
    }
  }
}

extension MarketStore {
  /// Committed changes from now on: of this process at once, of others within
  /// ``Configuration/pollInterval``.
  ///
  /// Ends when the store is closed. What a slow listener has not taken is merged, not queued.
  package func changes() -> AsyncStream<StoreChange> {
    let changes = files.changeHub.stream()
    watchOtherProcesses()
    return changes
  }

  /// The events of the files: the latest first, then those to come. Ends when the store is closed, or with the market that it is part of.
  package var events: AsyncStream<MarketEvent> { files.events.stream() }

  /// The server's latest responses to writes.
  package var responses: ResponseLog { files.responses }
}
