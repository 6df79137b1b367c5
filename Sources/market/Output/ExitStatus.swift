import OpenMarket

/// The exit codes of `market`, those of sysexits.h, so that scripts can branch on what went wrong.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case failure = 1
  case usage = 64
  case invalidInput = 65
  case notFound = 66
  case unreachable = 69
  case invalidResponse = 70
  case storeFailure = 74
  case temporaryFailure = 75
  case notAllowed = 77
  case configuration = 78
  /// Not of sysexits.h: a script that takes it for "try again" would sell twice.
  case kept = 79
  case interrupted = 130

  init(_ error: any Error) {
    switch error {
    case let error as HTTPError: self.init(error.code)
    case let error as ListingValidationError:
      // Photos that cannot be read, and nothing else that is wrong.
      self = error.failures.allSatisfy { $0.rule == .unreadable } ? .notFound : .invalidInput
    case let error as SubmissionFailure: self.init(error.code)
    case let error as StoreError: self.init(error.code)
    case let error as CredentialsError: self.init(error.code)
    case let error as ImageError: self.init(error)
    case is SettingsError: self = .configuration
    case is OutputError: self = .storeFailure
    default: self = .failure
    }
  }

  init(_ code: HTTPError.Code) {
    switch code {
    case .invalidInput: self = .invalidInput
    case .notFound: self = .notFound
    case .unreachable: self = .unreachable
    case .invalidResponse, .unexpectedStatus: self = .invalidResponse
    case .connectionLost, .timedOut, .rateLimited, .serverFailure, .conflict: self = .temporaryFailure
    case .unauthorized, .forbidden: self = .notAllowed
    default: self = .failure
    }
  }

  init(_ code: StoreError.Code) {
    switch code {
    case .invalidInput: self = .invalidInput
    case .notStored: self = .notFound
    case .busy: self = .temporaryFailure
    case .notPermitted: self = .notAllowed
    case .diskFull, .damaged, .newerSchema, .failed: self = .storeFailure
    default: self = .failure
    }
  }

  init(_ code: CredentialsError.Code) {
    switch code {
    case .exposed, .failed: self = .notAllowed
    case .unavailable: self = .temporaryFailure
    case .damaged, .newerVersion, .diskFull: self = .storeFailure
    default: self = .failure
    }
  }

  init(_ error: ImageError) {
    switch error.code {
    case .network, .timedOut: self = (error.cause as? HTTPError).map { Self($0.code) } ?? .temporaryFailure
    case .storage, .closed: self = .storeFailure
    case .cancelled, .failed: self = .failure
    default: self = .invalidInput
    }
  }

  /// The table that `--help` shows.
  static let help = """
    EXIT CODES (sysexits.h):
      0    done
      1    failed for another reason
      64   the command line is wrong, or input ended (Ctrl-D) where something
           was to be typed
      65   the input was refused, here or by the server; what a file holds is
           wrong, such as no image that can be decoded; or a recording cannot
           be written
      66   there is no such product, submission or file, a file cannot be read,
           or nothing is stored
      69   the server cannot be reached
      70   the server's response violates the API
      74   the store on this device cannot be used: disk full or failing,
           damaged, or written by a newer version; or standard output cannot
           be written, whatever was done
      75   a temporary failure: timed out, too many requests, connection lost,
           server failure, or the terminal is another job's
      77   not allowed: not signed in, the identifier or the secret is wrong,
           or a file or folder cannot be written or used
      78   no server is configured, or the configuration is wrong
      79   queued: the write is saved on this device, and 'market outbox run'
           sends it; do not repeat it
      130  left with Ctrl-C or Esc, or not confirmed; another signal is 128 + its
           number, such as 143 for SIGTERM, or 141 when the reader of a pipe
           has ended
    """
}
