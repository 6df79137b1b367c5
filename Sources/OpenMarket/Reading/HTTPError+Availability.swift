import OpenMarketHTTP

extension ReadMachine.NetworkFact {
  /// Whether `error` is the server's word on the question, or only says that there was none.
  ///
  /// Anything but an API response, such as the login page of a hotel's network, counts as none.
  init(_ error: any Error) {
    switch (error as? HTTPError)?.code {
    case .notFound, .invalidInput, .unauthorized, .forbidden, .conflict: self = .refused
    default: self = .unavailable
    }
  }

  /// Classifies a response, `nil` being none so far.
  init<Value>(_ response: Result<Value, any Error>?) {
    switch response {
    case .success: self = .responded
    case .failure(let error): self.init(error)
    case nil: self = .late
    }
  }
}
