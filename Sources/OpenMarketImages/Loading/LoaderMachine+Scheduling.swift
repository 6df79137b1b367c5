import Foundation

extension LoaderMachine {
  /// Brings a flight into line with who waits for what, and then starts what there are slots for.
  mutating func arrange(_ source: String) -> [Action] {
    var actions: [Action] = []
    if var flight = flights[source] {
      actions += hand(over: &flight)
      actions += stopUnwanted(in: flight)
      let priority = self.priority(of: flight)
      for (want, state) in flight.wants where state.phase == .lookingUp {
        let lookup = Lookup(source: source, want: want)
        if lookupQueue.contains(lookup) { lookupQueue.set(lookup, priority) }
      }
      let needsDownload = flight.wants.values.contains { $0.phase == .needsFile }
      switch flight.download {
      case .none where needsDownload, .queued where needsDownload:
        flight.download = .queued
        downloadQueue.set(source, flight.url.host() ?? "", priority)
      case .queued:
        flight.download = .none
        downloadQueue.remove(source)
      case .running(let id) where !needsDownload && !flight.wants.values.contains { $0.phase == .lookingUp }:
        flight.download = .none
        actions.append(.stopDownload(id))
      case .none, .running: break
      }
      if flight.wants.values.contains(where: { $0.phase == .ready }) {
        decodeQueue.set(source, priority)
        note(waiting: flight.file?.bytes.count ?? 0, of: source)
      } else {
        decodeQueue.remove(source)
        note(waiting: 0, of: source)
      }
      flights[source] = flight.wants.isEmpty ? nil : flight
    }
    return actions + start()
  }

  /// Gives the file to all wants that it suffices for.
  private mutating func hand(over flight: inout Flight) -> [Action] {
    guard let file = flight.file else { return [] }
    var actions: [Action] = []
    for (want, state) in flight.wants where state.phase == .needsFile {
      switch want {
      case .image(let target):
        if file.suffices(for: target) { flight.wants[want]?.phase = .ready }
      case .file where file.targets == nil:
        flight.wants[want] = nil
        actions += finish(state.waiters, .success(nil))
      case .file: break
      }
    }
    return actions
  }

  /// Stops decodes when no caller waits for their images or for what is made of these.
  private mutating func stopUnwanted(in flight: Flight) -> [Action] {
    var actions: [Action] = []
    for (id, job) in decodes where job.flight == flight.id && !job.isStopped {
      let isWanted = flight.wants.values.contains { $0.phase == .decoding(id) || $0.phase == .awaiting(id) }
      guard !isWanted else { continue }
      decodes[id]?.isStopped = true
      actions.append(.stopDecode(id))
    }
    return actions
  }

  /// Starts decodes, lookups and downloads while there are slots, and room for the files.
  mutating func start() -> [Action] {
    var actions: [Action] = []
    // Decodes first: what they take does not hold up downloads any more.
    while decodes.count < slots.decodes, let source = decodeQueue.pop() {
      note(waiting: 0, of: source)
      guard var flight = flights[source], let file = flight.file else { continue }
      let targets = flight.wants.compactMap { want, state -> ImageTarget? in
        guard case .image(let target) = want, state.phase == .ready else { return nil }
        return target
      }
      guard !targets.isEmpty else { continue }
      let id = nextID()
      decodes[id] = DecodeJob(
        source: source, url: file.url ?? flight.url, flight: flight.id, targets: targets)
      for target in targets { flight.wants[.image(target)]?.phase = .decoding(id) }
      flights[source] = flight
      actions.append(
        .decode(id, source: source, file: file, targets: targets, priority: priority(of: flight)))
    }
    let isFull = waitingBytes >= slots.waitingBytes
    // What is on the screen may have an image that waits for no decode: one at a time, whatever waits.
    while lookups < (isFull ? 1 : slots.lookups),
      let next = lookupQueue.pop(
        atLeast: isFull ? .visible : lookups < slots.lookups / 2 ? .prefetch : .outbox)
    {
      guard let flight = flights[next.source], flight.wants[next.want]?.phase == .lookingUp else { continue }
      lookups += 1
      actions.append(flight.lookUp(next.want, of: next.source, priority(of: flight)))
    }
    while !isFull, downloadQueue.count > 0, downloads.count < slots.allDownloads {
      let prefetches = downloads.values.count { flights[$0.source].map(priority) ?? .prefetch == .prefetch }
      let lowest: RequestPriority = prefetches < slots.prefetches ? .prefetch : .outbox
      let running = downloads.values.reduce(into: [:]) { $0[$1.host, default: 0] += 1 }
      guard let source = downloadQueue.pop(atLeast: lowest, running: running, limit: slots.downloads) else {
        break
      }
      guard let flight = flights[source], flight.download == .queued else { continue }
      let id = nextID()
      downloads[id] = DownloadJob(source: source, url: flight.url)
      flights[source]?.download = .running(id)
      actions.append(.download(id, source: source, url: flight.url, priority: priority(of: flight)))
    }
    return actions
  }

  /// Returns the highest priority of all requests in the flight.
  func priority(of flight: Flight) -> RequestPriority {
    var highest = RequestPriority.prefetch
    for state in flight.wants.values {
      for id in state.waiters { highest = max(highest, waiters[id]?.priority ?? .prefetch) }
    }
    return highest
  }
}
