/// The names under which responses are stored, short.
enum Address {
  static func page(_ list: ListKind, _ page: Int, _ size: Int) -> UInt32 {
    let kind: UInt32 =
      switch list {
      case .home: 1
      case .sales: 2
      case .results(let text): 3 + UInt32(text)
      }
    return kind << 20 | UInt32(min(page, 1_023)) << 10 | UInt32(min(size, 1_023))
  }

  static func detail(_ number: Int) -> UInt32 { 1 << 31 | UInt32(number) }
}

/// The data stored on the devices: rows and thumbnails of the neighbourhood's products as bits, tags of the responses.
struct Devices {
  private static let words = Market.capacity / 64
  /// How many tags a device keeps; the oldest goes.
  private static let tagLimit = 24

  private struct Tag {
    var address: UInt32
    /// When the response came, in seconds of the day.
    var readAt: Float
    var tag: UInt64
  }

  private var rows: [UInt64]
  private var photos: [UInt64]
  private var tags: [[Tag]]
  private var writes: [UInt8]

  init(_ count: Int) {
    rows = [UInt64](repeating: 0, count: count * Self.words)
    photos = rows
    tags = [[Tag]](repeating: [], count: count)
    writes = [UInt8](repeating: 0, count: count)
    // Everybody was there yesterday, and saw the list's beginning.
    for device in 0..<count {
      for number in (Market.countAtMidnight - 40)..<Market.countAtMidnight { noteRow(number, of: device) }
    }
  }

  func hasRow(_ number: Int, of device: Int) -> Bool {
    rows[device * Self.words + number / 64] >> (number % 64) & 1 == 1
  }

  mutating func noteRow(_ number: Int, of device: Int) {
    rows[device * Self.words + number / 64] |= 1 << (number % 64)
  }

  /// Notes a thumbnail. Returns whether it was not there.
  mutating func notePhoto(_ number: Int, of device: Int) -> Bool {
    let (place, bit) = (device * Self.words + number / 64, UInt64(1) << (number % 64))
    defer { photos[place] |= bit }
    return photos[place] & bit == 0
  }

  func tag(of address: UInt32, _ device: Int) -> UInt64? {
    tags[device].first { $0.address == address }?.tag
  }

  /// How long ago the response was read or confirmed.
  func age(of address: UInt32, _ device: Int, at time: Double) -> Double? {
    tags[device].first { $0.address == address }.map { max(0, time - Double($0.readAt)) }
  }

  mutating func setTag(_ tag: UInt64, of address: UInt32, _ device: Int, at time: Double) {
    tags[device].removeAll { $0.address == address }
    if tags[device].count == Self.tagLimit { tags[device].removeFirst() }
    tags[device].append(Tag(address: address, readAt: Float(time), tag: tag))
  }

  func writes(of device: Int) -> Int { Int(writes[device]) }

  mutating func noteWrite(of device: Int) { writes[device] &+= 1 }
}
