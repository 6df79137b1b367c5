import Foundation
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

@Suite("LoaderMachine") struct LoaderMachineTests {
  /// Performs what the machine says, in any order that the generator likes, and holds it to its promises.
  private struct World {
    var machine: LoaderMachine
    var generator: SeededGenerator
    var waiting: Set<UInt64> = []
    var delivered: Set<UInt64> = []
    var lookups: [(flight: UInt64, source: String, want: LoaderMachine.Want)] = []
    var downloads: [UInt64: String] = [:]
    var stoppedDownloads: Set<UInt64> = []
    var decodes: [UInt64: [ImageTarget]] = [:]
    var stoppedDecodes: Set<UInt64> = []
    let now = Moment(nanoseconds: 0)
    let seed: UInt64

    init(seed: UInt64) {
      self.seed = seed
      generator = SeededGenerator(seed: seed)
      machine = LoaderMachine(
        slots: LoaderMachine.Slots(downloads: 3, prefetches: 1, decodes: 2), failureLifetime: .zero)
    }

    mutating func perform(_ actions: [LoaderMachine.Action]) {
      for action in actions {
        switch action {
        case .lookUp(let flight, let source, let want, _, _): lookups.append((flight, source, want))
        case .download(let id, let source, _, _):
          #expect(
            !downloads.contains { $0.value == source && !stoppedDownloads.contains($0.key) },
            "a second download of one source, seed \(seed)")
          downloads[id] = source
        case .stopDownload(let id):
          let isNew = stoppedDownloads.insert(id).inserted
          #expect(downloads[id] != nil && isNew, "seed \(seed)")
        case .decode(let id, _, _, let targets, _):
          #expect(!targets.isEmpty, "seed \(seed)")
          decodes[id] = targets
        case .stopDecode(let id):
          let isNew = stoppedDecodes.insert(id).inserted
          #expect(decodes[id] != nil && isNew, "seed \(seed)")
        case .deliver(let ids, _):
          for id in ids {
            let isWaiting = waiting.remove(id) != nil
            #expect(isWaiting, "told twice, or after leaving, seed \(seed)")
            delivered.insert(id)
          }
        }
      }
      #expect(downloads.count <= 3 && decodes.count <= 2, "seed \(seed)")
    }

    mutating func request() {
      let id = machine.nextID()
      let source = "\(Int.random(in: 0..<4, using: &generator))"
      let sizes = [50, 100, 110, 220, 440]
      let want: LoaderMachine.Want =
        Int.random(in: 0..<6, using: &generator) == 0
        ? .file : .image(.pixels(sizes[.random(in: 0..<5, using: &generator)]))
      waiting.insert(id)
      let policies: [ImageCachePolicy] = [.standard, .standard, .revalidate, .cacheOnly]
      perform(
        machine.request(
          id, source: source, url: LoaderBench.url("chair"), want: want,
          priority: RequestPriority.allCases.randomElement(using: &generator) ?? .visible,
          policy: policies.randomElement(using: &generator) ?? .standard, at: now))
    }

    mutating func leave() {
      guard let id = waiting.sorted().randomElement(using: &generator) else { return }
      waiting.remove(id)
      perform(machine.leave(id))
    }

    mutating func reprioritise() {
      guard let id = waiting.sorted().randomElement(using: &generator) else { return }
      perform(
        machine.setPriority(RequestPriority.allCases.randomElement(using: &generator) ?? .visible, of: id))
    }

    mutating func endLookup() {
      guard !lookups.isEmpty else { return }
      let lookup = lookups.remove(at: .random(in: 0..<lookups.count, using: &generator))
      var found: LoaderMachine.Found = .nothing
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: found = .file(LoaderMachine.File(bytes: Data()))
      case 1: if lookup.want != .file, let image = Self.image() { found = .image(image) }
      default: break
      }
      perform(machine.found(found, for: lookup.want, in: lookup.source, flight: lookup.flight))
    }

    mutating func endDownload() {
      guard let id = downloads.keys.sorted().randomElement(using: &generator) else { return }
      let targets = machine.targets(ofDownload: id)
      downloads[id] = nil
      let isStopped = stoppedDownloads.remove(id) != nil
      var result: Result<LoaderMachine.File, ImageError> = .success(LoaderMachine.File(bytes: Data()))
      if isStopped || Int.random(in: 0..<6, using: &generator) == 0 {
        result = .failure(ImageError(isStopped ? .cancelled : .network, ""))
      } else if let targets, Bool.random(using: &generator) {
        result = .success(
          LoaderMachine.File(bytes: Data(), targets: targets.filter { ($0.box?.width ?? .max) <= 220 }))
      }
      perform(machine.downloaded(id, result, at: now))
    }

    mutating func endDecode() {
      guard let id = decodes.keys.sorted().randomElement(using: &generator),
        let targets = decodes.removeValue(forKey: id)
      else { return }
      let isStopped = stoppedDecodes.remove(id) != nil
      if isStopped || Int.random(in: 0..<6, using: &generator) == 0 {
        perform(machine.decoded(id, .failure(ImageError(isStopped ? .cancelled : .damaged, "")), at: now))
      } else {
        perform(machine.decoded(id, .success(targets.compactMap { _ in Self.image() }), at: now))
      }
    }

    static func image() -> DecodedImage? {
      try? DecodedImage(size: PixelSize(width: 1, height: 1), format: .rgb888, bytes: [0, 0, 0])
    }

    /// Lets everything end that is under way.
    mutating func settle() {
      var steps = 0
      while !lookups.isEmpty || !downloads.isEmpty || !decodes.isEmpty, steps < 100_000 {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: endLookup()
        case 1: endDownload()
        default: endDecode()
        }
        steps += 1
      }
    }
  }

  @Test(
    "in any order of events everybody is told once, and nothing is left behind",
    arguments: 1...40 as ClosedRange<UInt64>)
  func randomSchedules(seed: UInt64) {
    var world = World(seed: seed)
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &world.generator) {
      case 0..<4: world.request()
      case 4: world.leave()
      case 5: world.reprioritise()
      case 6: world.endLookup()
      case 7: world.endDownload()
      case 8: world.endDecode()
      default: break
      }
    }
    world.settle()
    #expect(world.waiting.isEmpty, "seed \(seed)")
    #expect(world.machine.flights.isEmpty && world.machine.waiters.isEmpty, "seed \(seed)")
    #expect(world.machine.downloadQueue.count == 0 && world.machine.decodeQueue.count == 0, "seed \(seed)")
  }

  @Test("of several images under way that a smaller one can be made from, the first one is awaited")
  func awaited() throws {
    var machine = LoaderMachine(
      slots: LoaderMachine.Slots(downloads: 1, prefetches: 1, decodes: 100), failureLifetime: .zero)
    for source in (0..<20).map({ "\($0)" }) {
      func request(_ size: Int) -> [LoaderMachine.Action] {
        machine.request(
          machine.nextID(), source: source, url: LoaderBench.url("chair"), want: .image(.pixels(size)),
          priority: .visible, policy: .standard, at: Moment(nanoseconds: 0))
      }
      _ = request(110)
      let flight = try #require(machine.flights[source]?.id)
      var actions = machine.found(
        .file(LoaderMachine.File(bytes: Data())), for: .image(.pixels(110)), in: source, flight: flight)
      actions += request(440)
      let decodes = actions.compactMap { if case .decode(let id, _, _, _, _) = $0 { id } else { nil } }
      #expect(decodes.count == 2)
      _ = request(50)
      #expect(
        machine.flights[source]?.wants[.image(.pixels(50))]?.phase == decodes.first.map { .awaiting($0) })
    }
  }

  @Test("hosts that do not respond hold up no other")
  func silentHosts() throws {
    var machine = LoaderMachine(
      slots: LoaderMachine.Slots(downloads: 2, prefetches: 1, decodes: 1), failureLifetime: .zero)
    var begun: [String] = []
    for address in ["http://dead/1", "http://dead/2", "http://dead/3", "http://gone/1", "http://live/1"] {
      let actions = machine.request(
        machine.nextID(), source: address, url: try #require(URL(string: address)), want: .file,
        priority: .visible, policy: .revalidate, at: Moment(nanoseconds: 0))
      begun += actions.compactMap { if case .download(_, let source, _, _) = $0 { source } else { nil } }
    }
    #expect(begun == ["http://dead/1", "http://dead/2", "http://gone/1", "http://live/1"])
  }

  @Test("files that wait for a decode hold up downloads, until they are decoded or no caller waits for them")
  func backlog() throws {
    var machine = LoaderMachine(
      slots: LoaderMachine.Slots(downloads: 1, prefetches: 1, decodes: 1, waitingBytes: 100),
      failureLifetime: .zero)
    var (loads, downloads, decodes): ([UInt64], [UInt64], [UInt64]) = ([], [], [])
    func note(_ actions: [LoaderMachine.Action]) {
      for action in actions {
        switch action {
        case .download(let id, _, _, _): downloads.append(id)
        case .decode(let id, _, _, _, _): decodes.append(id)
        default: break
        }
      }
    }
    func download() throws {
      let file = LoaderMachine.File(bytes: Data(count: 60))
      note(machine.downloaded(try #require(downloads.last), .success(file), at: .zero))
    }
    for number in 1...6 {
      let id = machine.nextID()
      loads.append(id)
      note(
        machine.request(
          id, source: "\(number)", url: LoaderBench.url("\(number)"), want: .image(.pixels(50)),
          priority: .visible, policy: .revalidate, at: .zero))
    }
    for _ in 1...3 { try download() }
    // One is being decoded, two wait.
    #expect(downloads.count == 3 && decodes.count == 1 && machine.waitingBytes == 120)
    let image = try #require(World.image())
    note(machine.decoded(try #require(decodes.last), .success([image]), at: .zero))
    #expect(downloads.count == 4 && decodes.count == 2 && machine.waitingBytes == 60)
    try download()
    #expect(downloads.count == 4 && machine.waitingBytes == 120)
    note(machine.leave(loads[3]))
    #expect(downloads.count == 5 && machine.waitingBytes == 60)
  }

  @Test("of many photos that are on the disk no more files are read than are decoded soon")
  func manyLookups() throws {
    var machine = LoaderMachine(
      slots: LoaderMachine.Slots(downloads: 1, prefetches: 1, decodes: 1, lookups: 4, waitingBytes: 100),
      failureLifetime: .zero)
    var (lookups, decodes): ([(flight: UInt64, source: String)], [UInt64]) = ([], [])
    func note(_ actions: [LoaderMachine.Action]) {
      for action in actions {
        switch action {
        case .lookUp(let flight, let source, _, _, _): lookups.append((flight, source))
        case .decode(let id, _, _, _, _): decodes.append(id)
        default: break
        }
      }
    }
    func find(_ number: Int) {
      let file = LoaderMachine.File(bytes: Data(count: 60))
      let (flight, source) = lookups[number]
      note(machine.found(.file(file), for: .image(.pixels(50)), in: source, flight: flight))
    }
    func request(_ number: Int, _ priority: RequestPriority) {
      note(
        machine.request(
          machine.nextID(), source: "\(number)", url: LoaderBench.url("\(number)"), want: .image(.pixels(50)),
          priority: priority, policy: .standard, at: .zero))
    }
    for number in 1...9 { request(number, number < 9 ? .prefetch : .visible) }
    // Half of them for prefetches.
    #expect(lookups.map(\.source) == ["1", "2", "9"])
    find(0)
    #expect(lookups.map(\.source) == ["1", "2", "9"] && decodes.count == 1)
    find(1)
    find(2)
    #expect(lookups.count == 4 && machine.waitingBytes == 120)
    // But what is on the screen is looked up, once no other is.
    request(10, .visible)
    #expect(lookups.count == 4)
    note(machine.found(.nothing, for: .image(.pixels(50)), in: lookups[3].source, flight: lookups[3].flight))
    #expect(lookups.last?.source == "10" && machine.waitingBytes == 120)
    let image = try #require(World.image())
    note(machine.decoded(try #require(decodes.last), .success([image]), at: .zero))
    #expect(lookups.count == 6 && decodes.count == 2 && machine.waitingBytes == 60)
  }

  @Test("a queue gives the highest priority first, in it the first; a change of priority keeps nobody twice")
  func queue() {
    var queue = PriorityQueue<Int>()
    for id in 1...3 { queue.set(id, .visible) }
    queue.set(4, .prefetch)
    queue.set(3, .user)
    queue.set(1, .prefetch)
    queue.set(1, .visible)
    queue.remove(2)
    #expect(queue.count == 3)
    let order = [
      queue.pop(), queue.pop(atLeast: .visible), queue.pop(atLeast: .visible), queue.pop(), queue.pop(),
    ]
    #expect(order == [3, 1, nil, 4, nil])
    #expect(queue.count == 0)
  }
}
