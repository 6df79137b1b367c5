import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Drives a ``LoaderMachine``: holds it in a lock and does outside of it what it says.
final class LoaderEngine: Sendable {
  private struct State {
    var machine: LoaderMachine
    var loads: [UInt64: ImageLoadPart] = [:]
    var downloads: [UInt64: Task<Void, Never>] = [:]
    var decodes: [UInt64: StopFlag] = [:]
    /// Downloads that were stopped, to be continued when the image is wanted again.
    var partials: LRUTable<String, PartialDownload>
    var counters = ImageLoaderCounters()
    var isClosed = false
  }

  let source: ImageLoader.Source
  let configuration: ImageLoader.Configuration
  let limiter: RateLimiter
  private let state: Mutex<State>
  /// Lookups one after another, those for what is on the screen beside those for prefetches.
  private let lookups = DispatchQueue(label: "openmarket.images.lookups", qos: .userInitiated)
  private let prefetchLookups = DispatchQueue(label: "openmarket.images.prefetch", qos: .utility)
  /// Not on Swift's own threads: a decode keeps its thread for as long as it takes.
  private let decodes = DispatchQueue(
    label: "openmarket.images.decodes", qos: .userInitiated, attributes: .concurrent)
  private let writes = DispatchQueue(label: "openmarket.images.writes", qos: .utility)
  /// The bytes that wait for ``writes``.
  private let unwrittenBytes = Atomic(0)

  init(source: @escaping ImageLoader.Source, configuration: ImageLoader.Configuration) {
    self.source = source
    self.configuration = configuration
    limiter = RateLimiter(configuration.startRate, clock: configuration.time.clock)
    let slots = LoaderMachine.Slots(
      downloads: max(1, configuration.maxDownloads), prefetches: max(1, configuration.maxPrefetches),
      decodes: max(1, configuration.maxDecodes), waitingBytes: configuration.waitingBytes)
    state = Mutex(
      State(
        machine: LoaderMachine(slots: slots, failureLifetime: configuration.failureLifetime),
        partials: LRUTable(costLimit: configuration.resumableBytes)))
  }

  var counters: ImageLoaderCounters {
    state.withLock { state in
      var counters = state.counters
      counters.coalesced = state.machine.coalesced
      return counters
    }
  }

  var now: Moment { configuration.time.clock.now }

  // MARK: What callers do

  func cachedImage(for request: ImageRequest) -> DecodedImage? {
    let key = request.key
    guard let image = configuration.memory.image(for: key) else { return nil }
    note(.memoryHit, key.source)
    return image
  }

  func load(_ request: ImageRequest, want: LoaderMachine.Want) -> ImageLoadPart {
    let cause = configuration.onEvent == nil ? nil : MarketEvent.Cause.current
    let now = now
    let source = request.source
    let (load, isClosed) = state.withLock { state in
      state.counters.requests += 1
      let load = ImageLoadPart(state.machine.nextID(), of: source, cause: cause, by: self)
      state.loads[load.id] = load
      return (load, state.isClosed)
    }
    let closed = isClosed ? ImageError(.closed, "the loader was closed: make a new one") : nil
    if let error = closed ?? refusal(of: request, want: want) {
      end([load.id], .failure(error))
      return load
    }
    perform { machine in
      machine.request(
        load.id, source: source, url: request.url, want: want, priority: request.priority,
        policy: request.cachePolicy, at: now)
    }
    // Closed meanwhile: it has been told, but the machine did not know of it yet.
    if state.withLock({ $0.isClosed }) { perform { $0.leave(load.id) } }
    return load
  }

  func leave(_ id: UInt64) {
    let load = state.withLock { $0.loads.removeValue(forKey: id) }
    guard let load else { return }
    perform { $0.leave(id) }
    load.end(.failure(CancellationError()))
  }

  func close() {
    let ids = state.withLock { state in
      state.isClosed = true
      return Array(state.loads.keys)
    }
    for id in ids { leave(id) }
  }

  /// Returns when everything that was to be written is.
  func written() async { await inTheEnd {} }

  /// Does `body` behind everything that is to be written.
  private func inTheEnd(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      writes.async {
        body()
        // Resumed elsewhere: who removes all images in a cancellation handler waits for this queue.
        DispatchQueue.global().async { continuation.resume() }
      }
    }
  }

  /// Returns when everything that was to be written is; nothing is stored from then on.
  func pause() async {
    await inTheEnd { [disk = configuration.disk] in disk?.pause() }
  }

  func setPriority(_ priority: RequestPriority, of id: UInt64) {
    perform { $0.setPriority(priority, of: id) }
  }

  func relieve(_ pressure: MemoryPressure) {
    configuration.memory.relieve(pressure)
    if pressure == .critical { state.withLock { $0.partials.removeAll() } }
  }

  func forgetAll() {
    state.withLock { state in
      state.partials.removeAll()
      state.machine.failures.removeAll()
    }
    // Behind what is still to be written: it would come back otherwise.
    writes.sync { configuration.disk?.removeAll() }
  }

  private func refusal(of request: ImageRequest, want: LoaderMachine.Want) -> ImageError? {
    do { try request.target.validate() } catch { return error }
    guard want == .file, configuration.disk == nil || !configuration.diskContents.contains(.originals)
    else { return nil }
    return ImageError(.invalidInput, "to prefetch files, configure a disk cache that keeps originals")
  }

  // MARK: What the machine says

  func perform(_ change: (inout LoaderMachine) -> [LoaderMachine.Action]) {
    for action in state.withLock({ change(&$0.machine) }) {
      switch action {
      case .lookUp(let flight, let source, let want, let allowsStale, let priority):
        (priority == .prefetch ? prefetchLookups : lookups).async { [self] in
          let found = lookUp(want, of: source, allowsStale: allowsStale)
          perform { $0.found(found, for: want, in: source, flight: flight) }
        }
      case .download(let id, let source, let url, let priority):
        let task = Task(priority: priority == .prefetch ? .utility : .userInitiated) {
          await MarketEvent.Cause.$current.withValue(cause(of: source)) {
            await download(id, source: source, url: url, priority: priority)
          }
        }
        // A caller may have left since the machine was asked, or the task may have ended already.
        let isWanted = state.withLock { state in
          if state.machine.downloads[id] != nil { state.downloads[id] = task }
          return state.machine.isRunning(download: id)
        }
        if !isWanted { task.cancel() }
      case .stopDownload(let id):
        state.withLock { $0.downloads[id] }?.cancel()
      case .decode(let id, let source, let file, let targets, let priority):
        let flag = StopFlag()
        let isWanted = state.withLock { state in
          state.decodes[id] = flag
          return state.machine.decodes[id]?.isStopped == false
        }
        if !isWanted { flag.stop() }
        decodes.async(qos: priority == .prefetch ? .utility : .userInitiated) { [self] in
          decode(id, source: source, file: file, targets: targets, flag)
        }
      case .stopDecode(let id):
        state.withLock { $0.decodes[id] }?.stop()
      case .deliver(let ids, let result):
        end(ids, result)
      }
    }
  }

  private func end(_ ids: [UInt64], _ result: Result<DecodedImage?, ImageError>) {
    let loads = state.withLock { state in ids.compactMap { state.loads.removeValue(forKey: $0) } }
    let result = result.mapError { $0 as any Error }
    for load in loads { load.end(result) }
  }

  // MARK: What the parts report

  func endDownload(
    _ id: UInt64, _ result: Result<LoaderMachine.File, ImageError>, isLasting: Bool = false
  ) {
    let now = now
    state.withLock { _ = $0.downloads.removeValue(forKey: id) }
    perform { $0.downloaded(id, result, isLasting: isLasting, at: now) }
  }

  func endDecode(_ id: UInt64, _ result: Result<[DecodedImage], ImageError>) {
    let now = now
    state.withLock { _ = $0.decodes.removeValue(forKey: id) }
    perform { $0.decoded(id, result, at: now) }
  }

  /// The address that a source was last requested by.
  func url(of source: String) -> URL? { state.withLock { $0.machine.flights[source]?.url } }

  func targets(ofDownload id: UInt64) -> Set<ImageTarget>? {
    state.withLock { $0.machine.targets(ofDownload: id) }
  }

  func takePartial(of source: String) -> PartialDownload? {
    state.withLock { $0.partials.removeValue(for: source) }
  }

  func keepPartial(of download: FileDownload, _ source: String) {
    guard let partial = download.partial else { return }
    state.withLock { state in
      state.partials.removeValue(for: source)
      guard partial.bytes.count <= state.partials.costLimit / 2 else { return }
      state.partials.insert(partial, cost: partial.bytes.count, for: source)
    }
  }

  func count(_ change: (inout ImageLoaderCounters) -> Void) { state.withLock { change(&$0.counters) } }

  func note(
    _ kind: ImageLoaderEvent.Kind, _ source: String, count: Int = 1, duration: Duration = .zero,
    error: ImageError? = nil
  ) {
    var event = ImageLoaderEvent(kind: kind, source: "", count: count, duration: duration, error: error)
    state.withLock { $0.counters.note(event) }
    guard let report = configuration.onEvent else { return }
    event.source = String(source.prefix { $0 != "?" && $0 != "#" })
    event.cause = MarketEvent.Cause.current ?? cause(of: source)
    report(event)
  }

  /// Why a source is loaded; of several loads, for one of them.
  private func cause(of source: String) -> MarketEvent.Cause? {
    guard configuration.onEvent != nil else { return nil }
    return state.withLock { state in
      state.loads.values.first { $0.source == source && $0.cause != nil }?.cause
    }
  }

  /// Removes from the disk cache, also what is still to be written.
  func forget(_ key: String) {
    guard let disk = configuration.disk else { return }
    writes.async { disk.remove(key) }
  }

  /// Removes all that was made of a file that another one replaces, and the file; also what is still to be written.
  func forgetAll(of source: String) async {
    await inTheEnd { [disk = configuration.disk] in disk?.removeAll(like: Self.fileKey(source)) }
    // Afterwards, as what is still on disk comes back into memory.
    configuration.memory.removeImages(of: source)
  }

  /// Writes so many bytes to the disk cache, later; not when so much waits already that a slow disk would fill the memory.
  func write(_ entry: @escaping @Sendable () -> DiskEntry, byteCount: Int, for key: String) {
    guard let disk = configuration.disk else { return }
    let waiting = unwrittenBytes.add(byteCount, ordering: .relaxed).newValue
    guard waiting <= configuration.waitingBytes || waiting == byteCount else {
      unwrittenBytes.subtract(byteCount, ordering: .relaxed)
      return
    }
    writes.async { [self] in
      disk.store(entry(), for: key)
      unwrittenBytes.subtract(byteCount, ordering: .relaxed)
    }
  }
}

/// Tells a decode that no caller waits for it any more.
final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func stop() { flag.store(true, ordering: .relaxed) }
}
