import Foundation
import OpenMarketAPI

/// A list of the server.
enum ListKind: Hashable {
  /// All products of the neighbourhood, newest first.
  case home
  /// Those that match a text.
  case results(Int)
  /// Those of the account.
  case sales
}

/// Where a device is: it sees the list of its neighbourhood.
enum Neighbourhood: Int, CaseIterable {
  /// Shared by 2,000 devices: some 66 new products between two visits of a user.
  case town
  /// Shared by 60: two new products between two visits.
  case village

  /// How many devices share it.
  var neighbours: Int { self == .town ? 2_000 : 60 }
  /// How many changes its list has, as a share of a town's.
  var pace: Double { Double(neighbours) / Double(Self.town.neighbours) }
}

/// The lists of a market of neighbourhoods, as they change over the day.
struct Market {
  /// The share of the devices that are in villages.
  private static let villageShare = 0.1
  /// How many products a neighbourhood can have had by the end of the day.
  static let capacity = 512
  static let countAtMidnight = 300
  private static let dailyListings = 200.0
  private static let dailyRemovals = 60.0
  private static let dailyEdits = 300.0
  /// One of so many products matches a text.
  private static let selectivity = 7

  struct Page {
    var products: [Product]
    var total: Int
    var tag: UInt64
  }

  private struct Board {
    /// The numbers of the products in the list, ascending.
    var listed = Array(0..<UInt16(Market.countAtMidnight))
    /// How often each was changed.
    var versions = [UInt8](repeating: 0, count: Market.capacity)
    var products = [Product?](repeating: nil, count: Market.capacity)
    var count = Market.countAtMidnight
    var nextChange = 0.0
    var pace: Double
    var random: Seeded
  }

  private var boards: [Board] = []
  /// The devices below it are in towns.
  private let firstVillager: Int
  private let firstVillage: Int
  private let day: Day

  init(devices: Int, seed: UInt64, day: Day) {
    self.day = day
    firstVillager = Int(Double(devices) * (1 - Self.villageShare))
    firstVillage = Self.count(of: .town, for: firstVillager)
    let villages = Self.count(of: .village, for: devices - firstVillager)
    boards = (0..<firstVillage + villages).map {
      let place = $0 < firstVillage ? Neighbourhood.town : .village
      return Board(pace: place.pace, random: Seeded(seed, 1, $0))
    }
    for index in boards.indices { scheduleChange(of: index, after: 0) }
  }

  private static func count(of place: Neighbourhood, for devices: Int) -> Int {
    (devices + place.neighbours - 1) / place.neighbours
  }

  func neighbourhood(of device: Int) -> Neighbourhood { device < firstVillager ? .town : .village }

  private func board(of device: Int) -> Int {
    switch neighbourhood(of: device) {
    case .town: device / Neighbourhood.town.neighbours
    case .village: firstVillage + (device - firstVillager) / Neighbourhood.village.neighbours
    }
  }

  /// A page of a list as it is at a time, for a device that has written so often.
  mutating func page(_ page: Int, size: Int, of list: ListKind, device: Int, writes: Int, at time: Double)
    -> Page
  {
    let board = board(of: device)
    bringUpToDate(board, time)
    let numbers: [UInt16]
    switch list {
    case .home: numbers = boards[board].listed
    case .results(let text):
      numbers = boards[board].listed.filter { Int($0) % Self.selectivity == text % Self.selectivity }
    case .sales: numbers = (0..<3).map { UInt16(device % 97 + $0 * 100) }
    }
    let range = max(0, numbers.count - page * size)..<max(0, numbers.count - (page - 1) * size)
    var tag = UInt64(writes) &+ UInt64(size)
    var products: [Product] = []
    products.reserveCapacity(range.count)
    for number in numbers[range].reversed() {
      tag = (tag &* 0x100_0000_01B3) ^ (UInt64(number) << 8 | UInt64(boards[board].versions[Int(number)]))
      products.append(product(Int(number), of: board))
    }
    return Page(products: products, total: numbers.count, tag: tag)
  }

  /// The tag of a product's detail.
  mutating func tag(of number: Int, device: Int, at time: Double) -> UInt64 {
    let board = board(of: device)
    bringUpToDate(board, time)
    return UInt64(number) << 8 | UInt64(boards[board].versions[number])
  }

  /// The newest listed products of a set, those below one.
  mutating func newest(
    device: Int, below last: Product.ID?, limit: Int, where isIncluded: (Int) -> Bool
  ) -> [Product] {
    let board = board(of: device)
    var found: [Product] = []
    for number in boards[board].listed.reversed()
    where last.map({ Int64(number) < $0.rawValue }) ?? true && isIncluded(Int(number)) {
      found.append(product(Int(number), of: board))
      if found.count == limit { break }
    }
    return found
  }

  private mutating func product(_ number: Int, of board: Int) -> Product {
    if let product = boards[board].products[number] { return product }
    let product = Product(
      id: Product.ID(rawValue: Int64(number)), vendorID: Vendor.ID(rawValue: Int64(number % 50)),
      name: "상품 \(number)", currency: .krw,
      price: 10_000, stock: 1)
    boards[board].products[number] = product
    return product
  }

  private mutating func bringUpToDate(_ board: Int, _ time: Double) {
    while boards[board].nextChange <= time { change(board) }
  }

  private mutating func change(_ index: Int) {
    let changes = Self.dailyListings + Self.dailyRemovals + Self.dailyEdits
    let choice = boards[index].random.fraction() * changes
    let place = Int(boards[index].random.next() % UInt64(max(1, boards[index].listed.count)))
    if choice < Self.dailyListings {
      if boards[index].count < Self.capacity {
        boards[index].listed.append(UInt16(boards[index].count))
        boards[index].count += 1
      }
    } else if choice < Self.dailyListings + Self.dailyRemovals {
      if boards[index].listed.count > 100 { boards[index].listed.remove(at: place) }
    } else {
      boards[index].versions[Int(boards[index].listed[place])] &+= 1
    }
    scheduleChange(of: index, after: boards[index].nextChange)
  }

  private mutating func scheduleChange(of index: Int, after time: Double) {
    let mean = Day.length / (Self.dailyListings + Self.dailyRemovals + Self.dailyEdits) / boards[index].pace
    boards[index].nextChange = time + boards[index].random.wait(mean: mean / max(0.1, day.weight(at: time)))
  }
}
