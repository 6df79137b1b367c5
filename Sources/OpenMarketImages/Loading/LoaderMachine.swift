import Foundation
import OpenMarketPacing

/// The requests for each source and the work for them: requests and results in, actions out.
///
/// All sizes of one source are a *flight*: it has one download and one copy of the bytes. A *want* is a size in
/// it (or the file itself), with everybody who waits for it. No clock, no task, no lock.
struct LoaderMachine {
  typealias ID = UInt64

  /// The results that can be requested of a source.
  enum Want: Hashable, Sendable {
    case image(ImageTarget)
    /// The file in the disk cache.
    case file
  }

  /// The bytes of a file, or as many of them as suffice for some targets.
  struct File: Sendable {
    var bytes: Data
    /// The targets that the bytes suffice for; `nil` when they are the whole file.
    var targets: Set<ImageTarget>?
    /// The validity that the server has stated, for everything that is made of the file and kept.
    var validity = FileValidity()
    /// The address that it was downloaded from.
    var url: URL?

    func suffices(for target: ImageTarget) -> Bool { targets?.contains(target) ?? true }
  }

  /// The contents of the caches for a request.
  enum Found: Sendable {
    case image(DecodedImage)
    /// The whole file, fresh.
    case file(File)
    case nothing
  }

  /// An instruction to the driver.
  enum Action: Sendable {
    /// Ask the caches, and report with ``LoaderMachine/found(_:for:in:)``.
    case lookUp(flight: ID, source: String, want: Want, allowsStale: Bool, priority: RequestPriority)
    /// Download, and report with ``LoaderMachine/downloaded(_:_:at:)``.
    case download(ID, source: String, url: URL, priority: RequestPriority)
    /// Stop it; it reports all the same.
    case stopDownload(ID)
    /// Decode, and report with ``LoaderMachine/decoded(_:_:at:)``.
    case decode(ID, source: String, file: File, targets: [ImageTarget], priority: RequestPriority)
    /// Stop it; it reports all the same.
    case stopDecode(ID)
    /// Tell those who wait; there is no image when the file was wanted.
    case deliver([ID], Result<DecodedImage?, ImageError>)
  }

  enum Phase: Hashable {
    case lookingUp
    case needsFile
    /// There are bytes; a decode slot is needed.
    case ready
    case decoding(ID)
    /// A decode is under way whose result this one can be made from.
    case awaiting(ID)
  }

  struct WantState {
    var phase: Phase
    var waiters: [ID]
  }

  enum Download: Hashable {
    case none
    case queued
    case running(ID)
  }

  struct Flight {
    let id: ID
    var url: URL
    var isCacheOnly: Bool
    var wants: [Want: WantState] = [:]
    var download = Download.none
    var file: File?

    func lookUp(_ want: Want, of source: String, _ priority: RequestPriority) -> Action {
      .lookUp(flight: id, source: source, want: want, allowsStale: isCacheOnly, priority: priority)
    }
  }

  struct Lookup: Hashable {
    var source: String
    var want: Want
  }

  struct Waiter {
    var source: String
    var want: Want
    var priority: RequestPriority
  }

  struct DownloadJob {
    var source: String
    var url: URL
    var host: String { url.host() ?? "" }
  }

  struct DecodeJob {
    var source: String
    var url: URL
    var flight: ID
    var targets: [ImageTarget]
    /// Whether it was stopped because no caller waits for it any more.
    var isStopped = false
  }

  /// How much may happen at the same time.
  struct Slots: Sendable, Hashable {
    /// Downloads from one host.
    var downloads: Int
    var prefetches: Int
    var decodes: Int
    /// Lookups that are under way or next; half of them for prefetches.
    var lookups = 4
    /// The bytes of files that wait for a decode from which on no download and no lookup begins: a network, or a disk, that is
    /// faster than the processor would fill the memory with files.
    var waitingBytes = 40_000_000

    /// Downloads from all hosts: one that does not respond leaves half of them to others.
    var allDownloads: Int { downloads * 2 }
  }

  let slots: Slots
  /// Addresses that are known to give no image, so that a list does not ask for them at every pass. Not sources: the next
  /// address of one may be signed anew.
  var failures: AgingCache<URL, ImageError>
  var flights: [String: Flight] = [:]
  var waiters: [ID: Waiter] = [:]
  var downloadQueue = DownloadQueue()
  var decodeQueue = PriorityQueue<String>()
  /// The lengths of the files of those in ``decodeQueue``, in bytes.
  private var waitingLengths: [String: Int] = [:]
  var lookupQueue = PriorityQueue<Lookup>()
  /// The number of lookups that have not reported.
  var lookups = 0
  private(set) var waitingBytes = 0
  /// Downloads that have not reported.
  var downloads: [ID: DownloadJob] = [:]
  /// Decodes that have not reported.
  var decodes: [ID: DecodeJob] = [:]
  private(set) var coalesced = 0
  private var lastID: ID = 0

  init(slots: Slots, failureLifetime: Duration) {
    self.slots = slots
    failures = AgingCache(capacity: 1000, maxAge: Interval(failureLifetime))
  }

  /// A number that was not used before.
  mutating func nextID() -> ID {
    lastID += 1
    return lastID
  }

  mutating func request(
    _ id: ID, source: String, url: URL, want: Want, priority: RequestPriority,
    policy: ImageCachePolicy, at now: Moment
  ) -> [Action] {
    if policy == .revalidate {
      failures.remove(url)
    } else if !url.isFileURL, case .fresh(let error) = failures.find(url, at: now) {
      return [.deliver([id], .failure(error))]
    }
    waiters[id] = Waiter(source: source, want: want, priority: priority)
    var flight = flights[source] ?? Flight(id: nextID(), url: url, isCacheOnly: true)
    flight.url = url
    if policy != .cacheOnly { flight.isCacheOnly = false }
    if flight.wants[want]?.waiters.append(id) != nil {
      coalesced += 1
    } else {
      let phase = firstPhase(of: want, in: flight, policy: policy)
      flight.wants[want] = WantState(phase: phase, waiters: [id])
      if phase == .lookingUp { lookupQueue.set(Lookup(source: source, want: want), priority) }
    }
    flights[source] = flight
    return arrange(source)
  }

  /// The caches have been searched.
  mutating func found(_ found: Found, for want: Want, in source: String, flight id: ID) -> [Action] {
    lookups -= 1
    guard var flight = flights[source], flight.id == id, let state = flight.wants[want],
      state.phase == .lookingUp
    else { return start() }
    switch found {
    case .image(let image):
      flight.wants[want] = nil
      flights[source] = flight
      return finish(state.waiters, .success(image)) + arrange(source)
    case .file(let file):
      if flight.file?.targets != nil || flight.file == nil { flight.file = file }
      flight.wants[want]?.phase = .needsFile
    case .nothing where flight.isCacheOnly && flight.file == nil:
      flight.wants[want] = nil
      flights[source] = flight
      let error = ImageError(.network, "the image is not in the caches, and nothing else was to be asked")
      return finish(state.waiters, .failure(error)) + arrange(source)
    case .nothing:
      flight.wants[want]?.phase = .needsFile
    }
    flights[source] = flight
    return arrange(source)
  }

  /// A download has ended. Lasting failures are remembered.
  mutating func downloaded(
    _ id: ID, _ result: Result<File, ImageError>, isLasting: Bool = false, at now: Moment
  ) -> [Action] {
    guard let job = downloads.removeValue(forKey: id) else { return [] }
    let source = job.source
    guard var flight = flights[source], flight.download == .running(id) else { return start() }
    flight.download = .none
    switch result {
    case .success(let file):
      flight.file = file
      flight.file?.url = job.url
      flights[source] = flight
      return arrange(source)
    case .failure(let error):
      if isLasting { failures.store(error, for: job.url, at: now) }
      var waiting: [ID] = []
      // Another address has come meanwhile: it may do.
      if isLasting, flight.url != job.url {
        flights[source] = flight
        return arrange(source)
      }
      for (want, state) in flight.wants where state.phase == .needsFile {
        waiting += state.waiters
        flight.wants[want] = nil
      }
      flights[source] = flight
      return finish(waiting, .failure(error)) + arrange(source)
    }
  }

  /// A decode has ended, with one image for each of its targets.
  mutating func decoded(
    _ id: ID, _ result: Result<[DecodedImage], ImageError>, at now: Moment
  ) -> [Action] {
    guard let job = decodes.removeValue(forKey: id) else { return [] }
    guard var flight = flights[job.source], flight.id == job.flight else { return start() }
    var actions: [Action] = []
    if case .failure(let error) = result, error.isLasting {
      failures.store(error, for: job.url, at: now)
    }
    for (index, target) in job.targets.enumerated() {
      guard let state = flight.wants[.image(target)], state.phase == .decoding(id) else { continue }
      flight.wants[.image(target)] = nil
      actions += finish(state.waiters, result.map { Optional($0[index]) })
    }
    for (want, state) in flight.wants where state.phase == .awaiting(id) {
      if case .failure(let error) = result {
        flight.wants[want] = nil
        actions += finish(state.waiters, .failure(error))
      } else {
        flight.wants[want]?.phase = .lookingUp
        let priority = state.waiters.compactMap { waiters[$0]?.priority }.max() ?? .visible
        lookupQueue.set(Lookup(source: job.source, want: want), priority)
      }
    }
    flights[job.source] = flight
    return actions + arrange(job.source)
  }

  /// Removes a request that was cancelled.
  mutating func leave(_ id: ID) -> [Action] {
    guard let waiter = waiters.removeValue(forKey: id) else { return [] }
    flights[waiter.source]?.wants[waiter.want]?.waiters.removeAll { $0 == id }
    if flights[waiter.source]?.wants[waiter.want]?.waiters.isEmpty == true {
      flights[waiter.source]?.wants[waiter.want] = nil
    }
    return arrange(waiter.source)
  }

  mutating func setPriority(_ priority: RequestPriority, of id: ID) -> [Action] {
    guard let waiter = waiters[id], waiter.priority != priority else { return [] }
    waiters[id]?.priority = priority
    return arrange(waiter.source)
  }

  /// Whether a caller waits for a download.
  func isRunning(download id: ID) -> Bool {
    downloads[id].flatMap { flights[$0.source]?.download } == .running(id)
  }

  /// The targets that a running download is for; `nil` when the whole file is wanted.
  func targets(ofDownload id: ID) -> Set<ImageTarget>? {
    guard isRunning(download: id), let source = downloads[id]?.source, let flight = flights[source] else {
      return []
    }
    var targets: Set<ImageTarget> = []
    for (want, state) in flight.wants where state.phase == .needsFile || state.phase == .lookingUp {
      guard case .image(let target) = want else { return nil }
      targets.insert(target)
    }
    return targets
  }

  /// Notes how many bytes of a source wait for a decode.
  mutating func note(waiting length: Int, of source: String) {
    waitingBytes += length - (waitingLengths[source] ?? 0)
    waitingLengths[source] = length == 0 ? nil : length
  }

  private func firstPhase(
    of want: Want, in flight: Flight, policy: ImageCachePolicy
  ) -> Phase {
    if case .image(let target) = want {
      let larger = decodes.filter { _, job in
        job.flight == flight.id && !job.isStopped
          && job.targets.contains { Derivation.isLikely(of: target, from: $0) }
      }
      // The first one: its pixels depend on what it is made from, which a dictionary would leave to chance.
      if let id = larger.keys.min() { return .awaiting(id) }
    }
    // A file that is on its way, or here, was not in the cache a moment ago or has just been read from it.
    if flight.download != .none || flight.file != nil { return .needsFile }
    return policy == .revalidate && !flight.url.isFileURL ? .needsFile : .lookingUp
  }

  mutating func finish(_ ids: [ID], _ result: Result<DecodedImage?, ImageError>) -> [Action] {
    for id in ids { waiters[id] = nil }
    return ids.isEmpty ? [] : [.deliver(ids, result)]
  }
}

extension ImageError {
  /// Whether asking again soon would end in the same way.
  var isLasting: Bool {
    [.notAnImage, .unsupportedFormat, .codecMissing, .tooLarge, .damaged, .truncated].contains(code)
  }
}
