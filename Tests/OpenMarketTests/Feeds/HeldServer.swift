import Foundation
import OpenMarket
import Synchronization

/// A server whose responses come when a test gives them.
final class HeldServer: Sendable {
  struct Request: Sendable {
    var page: Int
    var size: Int
    fileprivate let response: AsyncStream<Result<ProductPage, any Error>>.Continuation

    /// Responses from a list, newest first.
    func give(_ list: [Int64]) {
      let (start, end) = ((page - 1) * size, page * size)
      let ids = list[min(start, list.count)..<min(end, list.count)]
      response.yield(
        .success(
          ProductPage(
            page: page, itemsPerPage: size, totalCount: list.count, offset: start, limit: size, lastPage: 0,
            hasNext: end < list.count, hasPrevious: page > 1, products: ids.map { .sample($0) })))
    }

    func fail(_ error: any Error) { response.yield(.failure(error)) }
  }

  let requests: AsyncStream<Request>
  private let arrived: AsyncStream<Request>.Continuation
  /// One element for each request that was cancelled.
  let cancellations: AsyncStream<Void>
  private let cancelled: AsyncStream<Void>.Continuation

  init() {
    (requests, arrived) = AsyncStream.makeStream()
    (cancellations, cancelled) = AsyncStream.makeStream()
  }

  @Sendable func window(page: Int, size: Int) async throws -> ProductPage {
    let (responses, response) = AsyncStream<Result<ProductPage, any Error>>.makeStream()
    arrived.yield(Request(page: page, size: size, response: response))
    for await result in responses { return try result.get() }
    cancelled.yield()
    throw CancellationError()
  }

  func request() async -> Request? {
    for await request in requests { return request }
    return nil
  }
}
