import Foundation
import OpenMarketAPI
import OpenMarketPacing
import OpenMarketStore

// What an outbox writes down between its attempts.
extension SubmissionSender {
  /// Writes down what came of a round, and claims more.
  func commit(_ deliveries: [Delivery], claiming limit: Int) async throws -> DeliveryRound {
    let isOthers = try await isOthersQueue
    let count = isOthers ? 0 : limit
    // Without a lock nothing may be claimed; what came of what was claimed is written down all the same.
    let lock = Result { try count > 0 ? holder.acquire() : holder.name }
    var round = try await store.deliver(
      deliveries.map(\.verdict), claiming: (try? lock.get()) == nil ? 0 : count, as: holder.name,
      at: time.date(), uptime: time.uptime())
    if deliveries.isEmpty { _ = try lock.get() }
    if isOthers { round.nextDue = nil }
    guard round.othersHold else { return round }
    // A failure leaves for later what others hold: what is claimed by now must not get lost.
    if round.claims.count < count, (try? await store.reclaimAbandoned(besides: holder)) == true,
      let more = try? await store.deliver(
        [], claiming: count - round.claims.count, as: holder.name, at: time.date(), uptime: time.uptime())
    {
      (round.claims, round.nextDue, round.othersHold) = (
        round.claims + more.claims, more.nextDue, more.othersHold
      )
    }
    if round.othersHold {
      // They may end.
      let look = time.date() + Self.checkInterval
      round.nextDue = round.nextDue.map { min($0, look) } ?? look
    }
    return round
  }

  /// Whether the queue is an account's, and this market has none: one that can only read, such as a widget's, would have
  /// the writes wait for credentials that their account has.
  var isOthersQueue: Bool {
    get async throws { client.credentials == nil ? try await store.hasOwner : false }
  }

  /// The longest time, in seconds, before others take over the claims of an ended process.
  private static let checkInterval = TimeInterval(1)

  /// Ends without claims; those that could not be released can be reclaimed by others.
  func releaseClaims() async {
    guard holder.isAcquired else { return }
    do {
      try await store.putBackClaims(of: holder.name)
      holder.release()
    } catch {
      holder.abandon()
    }
  }

  /// Keeps what the server has shown, as of when the first of the attempts ended: copies may have been read since.
  func keep(_ deliveries: [Delivery]) async throws {
    var saved: [Product] = []
    var removed: [Product.ID] = []
    var ended = time.date()
    for delivery in deliveries {
      switch delivery.effect {
      case .none: break
      case .save(let product):
        saved.append(product)
        ended = min(ended, delivery.verdict.endedAt ?? ended)
      case .remove(let id): removed.append(id)
      }
    }
    if !saved.isEmpty || !removed.isEmpty { store.responses.note(saved.map(\.id) + removed) }
    if !saved.isEmpty { try await store.save(saved, completeness: .detailed, fetchedAt: ended) }
    if !removed.isEmpty { try await store.remove(removed) }
  }
}
