import Foundation
import HTTPTypes
import OpenMarketPacing
import Synchronization

/// Responds to reads from a store while they are fresh, and asks the server with conditions when they are not.
final class RevalidationMiddleware: HTTPMiddleware {
  private let store: any RevalidationStore
  private let rules: RevalidationRules
  private let date: @Sendable () -> Date
  private let writes = Atomic<UInt64>(0)

  init(store: any RevalidationStore, rules: RevalidationRules, date: @escaping @Sendable () -> Date) {
    self.store = store
    self.rules = rules
    self.date = date
  }

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    guard request.head.method.isSafe else { return try await write(request, next) }
    guard rules.concern(request) else { return try await next(request) }
    let url = request.head.address
    let stored = request.cachePolicy == .reload ? nil : await match(for: request.head, at: url)
    if let stored, request.cachePolicy == .standard, rules.isFresh(stored, at: date()) {
      request.call.verdict = .fresh
      return TransportResponse(head: stored.head, body: .data(stored.body))
    }
    let writesBefore = writes.load(ordering: .sequentiallyConsistent)
    var response = try await ask(request, stored, next)
    if response.head.status == .notModified {
      if let stored, let confirmed = rules.confirmed(stored, by: response.head, at: date()) {
        request.call.verdict = .revalidated
        await keep(confirmed, for: url, writesBefore)
        return TransportResponse(head: confirmed.head, body: .data(confirmed.body))
      }
      // A 304 to a question that was not asked, or about another response: ask again, once, plainly.
      response = try await next(request)
    }
    if let entry = rules.entry(for: response, to: request.head, at: date()) {
      await keep(entry, for: url, writesBefore)
    } else if [200, 404, 410].contains(response.head.status.code) {
      await store.removeResponse(for: url)
    }
    return response
  }

  private func match(for request: HTTPRequest, at url: String) async -> StoredResponse? {
    guard let stored = await store.response(for: url), rules.matches(stored, request) else { return nil }
    return stored
  }

  private func ask(
    _ request: TransportRequest, _ stored: StoredResponse?, _ next: Next
  ) async throws -> TransportResponse {
    guard let stored else { return try await next(request) }
    var request = request
    request.head = rules.conditional(request.head, on: stored)
    return try await next(request)
  }

  /// Keeps `entry` unless a write has ended since its request began: it may show the state before.
  private func keep(_ entry: StoredResponse, for url: String, _ writesBefore: UInt64) async {
    await store.store(entry, for: url)
    // Checked afterwards: a write that ends later than this check removes the entry by itself.
    if writes.load(ordering: .sequentiallyConsistent) != writesBefore {
      await store.removeResponse(for: url)
    }
  }

  /// Sends a write and forgets what it may have changed, also when it failed: the server may have acted.
  private func write(_ request: TransportRequest, _ next: Next) async throws -> TransportResponse {
    let result = await Result { try await next(request) }
    writes.add(1, ordering: .sequentiallyConsistent)
    await store.removeResponse(for: request.head.address)
    return try result.get()
  }
}
