import Foundation
import HTTPTypes
import OpenMarketMock

/// The latest exchanges: a line of very many, and fields and bodies of the last, within a number of bytes.
///
/// Numbered by order of their responses, so that whoever has read up to a number misses none. A value without effects.
struct ExchangeLog: Sendable {
  /// Fields and the beginnings of the bodies.
  struct Detail: Sendable {
    var requestFields: HTTPFields
    var requestBody: KeptBody
    var responseFields: HTTPFields
    var responseBody: KeptBody

    /// Bytes that it holds, about.
    fileprivate var cost: Int {
      requestBody.count + responseBody.count
        + (Array(requestFields) + Array(responseFields)).reduce(512) {
          $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
        }
    }
  }

  private let limits: ConsoleRecorder.Limits
  private(set) var lines: RecentEntries<ExchangeSummary>
  /// Fields and bodies by the number of the exchange.
  private(set) var details: [Int: Detail] = [:]
  private var firstDetail = 1
  /// Bytes that the details hold, about.
  private(set) var detailBytes = 0

  init(limits: ConsoleRecorder.Limits) {
    self.limits = limits
    lines = RecentEntries(limit: limits.lines)
  }

  /// The number of the last exchange; 0 when there was none.
  var last: Int { lines.nextSequence - 1 }

  /// Adds an exchange, in place of the oldest when full.
  mutating func append(_ summary: ExchangeSummary, _ detail: Detail) {
    lines.append(summary)
    details[last] = detail
    detailBytes += detail.cost
    while details.count > limits.details || detailBytes > limits.detailBytes, firstDetail < last {
      detailBytes -= details.removeValue(forKey: firstDetail)?.cost ?? 0
      firstDetail += 1
    }
  }
}
