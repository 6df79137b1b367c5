package import OpenMarketHTTP

extension StoreError: CodedError {
  package var codeText: String { code.rawValue }
}

extension MarketEvent {
  package static func storeFailed(_ error: StoreError) -> MarketEvent {
    MarketEvent(.storeFailed, reason: error.message, error: error)
  }
}
