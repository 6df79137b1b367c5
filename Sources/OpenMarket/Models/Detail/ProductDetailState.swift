import OpenMarketAPI
import OpenMarketHTTP

/// One product on a screen, from two sources at once: the store on this device, followed live, and reads of the server.
///
/// A pure state machine. What the store says comes later than what was read before, so it decides, and a read whose value
/// was overtaken changes nothing but the phase.
struct ProductDetailState {
  private(set) var product: Product?
  private(set) var phase = ProductDetailModel.Phase.loading
  private var failureCount: UInt64 = 0
  /// How often the store has said something.
  private(set) var version = 0
  private var isStored = false

  /// The store has another value for the product, or none.
  /// - Returns: Whether the server is to be asked why.
  mutating func changed(to live: Product?) -> Bool {
    version += 1
    if let live {
      product = live
      isStored = true
      if phase == .gone { phase = .loaded }
      return false
    }
    // Not there yet; or deleted, here or in the market, or only dropped from the store.
    guard isStored else { return false }
    isStored = false
    if phase == .gone { return false }
    readBegan()
    return true
  }

  /// The server is asked again.
  mutating func readBegan() { phase = .loading }

  /// A read has a value, of the store or of the server.
  /// - Parameters:
  ///   - read: The value.
  ///   - version: What ``version`` was when the read went on to it.
  mutating func read(_ read: Product, since version: Int) {
    if version == self.version || product == nil { product = read }
  }

  /// The server has responded, and its value was taken.
  mutating func readEnded() { phase = .loaded }

  /// The server has responded with an error, or not at all.
  mutating func failed(_ error: any Error) {
    guard (error as? HTTPError)?.code != .notFound else { return phase = .gone }
    failureCount += 1
    phase = .failed(LoadFailure(error, number: failureCount))
  }
}
