import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport

/// What a client does that has no queue on the disk, no keys and no look for lost effects: it sends each write at
/// once, up to three times, and forgets it when the process dies. Shows that the oracle can tell.
final class NaiveTrial {
  private struct Died: Error {}

  /// How often each promise was broken.
  struct Damage: Equatable {
    var writes = 0
    var lost = 0
    var doubled = 0

    static func + (a: Damage, b: Damage) -> Damage {
      Damage(writes: a.writes + b.writes, lost: a.lost + b.lost, doubled: a.doubled + b.doubled)
    }
  }

  private var random: SeededGenerator
  private let seed: UInt64
  private let mock: MarketplaceMock
  private let client: MarketClient

  init(seed: UInt64, mock: MarketplaceMock, client: MarketClient) {
    random = SeededGenerator(seed: seed)
    (self.seed, self.mock, self.client) = (seed, mock, client)
  }

  /// The same mix of faults as in a ``Trial``, on as many writes.
  func run() async -> Damage {
    var damage = Damage()
    var listed: [Product.ID] = []
    for number in 0..<(3 + Int(seed % 5)) {
      let before = mock.ledger.last?.sequence ?? 0
      do {
        if let id = listed.randomElement(using: &random), Bool.random(using: &random) {
          _ = try await persist {
            try await self.client.edit(id, ProductChanges(price: Decimal(2_000 + number)))
          }
        } else {
          let draft = NewListing(
            name: "naive \(seed)-\(number)", description: "as good as new, no scratches", price: 1_000)
          let product = try await persist {
            try await self.client.sell(draft, photos: [PhotoUpload(Data([0xFF, 0xD8, 0xFF, 0xE0]))])
          }
          listed.append(product.id)
        }
      } catch {
        // Forgotten.
      }
      let count = mock.ledger.filter { $0.sequence > before }.count
      damage.writes += 1
      if count == 0 { damage.lost += 1 }
      if count > 1 { damage.doubled += 1 }
    }
    return damage
  }

  private func persist(_ write: () async throws -> Product) async throws -> Product {
    for _ in 0..<2 {
      do {
        return try await attempt(write)
      } catch is Died {
        throw CancellationError()
      } catch {
        continue
      }
    }
    return try await attempt(write)
  }

  private func attempt(_ write: () async throws -> Product) async throws -> Product {
    guard Int.random(in: 0..<100, using: &random) < 42,
      let fault = TrialFault.all(of: [.network]).randomElement(using: &random)
    else { return try await write() }
    switch fault {
    case .unreachable, .lostRequest, .failsBefore, .rateLimited, .unauthorized, .held, .middleBefore,
      .refused, .greedy:
      throw HTTPError(fault: .connectionLost, "on purpose")
    case .lostResponse, .truncatedResponse, .failsAfter, .loginPage, .otherListing, .middleAfter:
      _ = try await write()
      throw HTTPError(fault: .connectionLost, "on purpose")
    case .duplicated: return try await write()
    case .crashBefore, .heldAndCrash, .heldByGateway: throw Died()
    case .crashAfter:
      _ = try await write()
      throw Died()
    }
  }
}
