import OpenMarketHTTP

extension ImageError: CodedError {
  package var codeText: String { code.rawValue }
}
