package import OpenMarketHTTP

/// The reason why a submission was not accepted, or not yet.
///
/// Shows no secret.
public struct SubmissionFailure: Error, Sendable, Hashable {
  /// The kinds of failures.
  ///
  /// An open set; compare with `==` or in a `switch` with a default.
  public struct Code: Sendable, Hashable, NamedCode {
    /// The stable text of the code, as scripts see it.
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The listing was sold or deleted meanwhile.
    public static let gone = Code(rawValue: "gone")
    /// The secret is wrong, or the listing belongs to another vendor.
    public static let forbidden = Code(rawValue: "forbidden")
    /// The server refuses the content: correct it and resubmit.
    public static let invalid = Code(rawValue: "invalid")
    /// The photos are too large for the server.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The credentials are missing or unknown to the server: change them.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// The server could not be reached.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The connection broke or the time ran out, so that it is not known what the server did.
    package static let responseLost = Code(rawValue: "responseLost")
    /// The server asks to come back later.
    package static let rateLimited = Code(rawValue: "rateLimited")
    /// The server failed.
    public static let serverFailure = Code(rawValue: "serverFailure")
    /// The response is not the one to this write.
    package static let invalidResponse = Code(rawValue: "invalidResponse")
    /// A photo's file is missing or differs from the enqueued one.
    public static let photoDamaged = Code(rawValue: "photoDamaged")
    /// This device cannot make the file that is to be sent now, say for lack of room: nothing was sent.
    package static let cannotWriteFile = Code(rawValue: "cannotWriteFile")
    /// Damage to this device's storage has taken away what is needed to send it: look whether the server has it.
    package static let storageDamaged = Code(rawValue: "storageDamaged")
    /// The entry was written by a version of this library that this one does not understand.
    package static let unreadable = Code(rawValue: "unreadable")
    /// The write was cancelled, made void by a later one, or given up.
    public static let withdrawn = Code(rawValue: "withdrawn")
    /// Whether the server has carried it out cannot be determined, and the user has not decided yet.
    package static let indeterminate = Code(rawValue: "indeterminate")
    /// The listing has changed on the server meanwhile, and the user has not decided yet.
    public static let conflict = Code(rawValue: "conflict")
    /// There is no such submission, or not any more.
    public static let notFound = Code(rawValue: "notFound")
    /// The operation is not possible in the present state of the submission.
    public static let notPossible = Code(rawValue: "notPossible")
    /// A status that nothing else covers.
    package static let refused = Code(rawValue: "refused")
  }

  /// The kind of failure, by the user's remedy.
  public var code: Code
  /// A description of the failure and its remedy, in one sentence.
  public var message: String
  /// The status of the server's response, if there was one.
  package var status: Int?
  /// The errors of single fields, by the field's name in the API.
  public var fields: [String: String]

  package init(_ code: Code, _ message: String, status: Int? = nil, fields: [String: String] = [:]) {
    self.code = code
    self.message = message
    self.status = status
    self.fields = fields
  }

  /// The failure of what is asked about a submission that is not there, or no more.
  package static func unknown(_ id: Int64) -> SubmissionFailure {
    SubmissionFailure(.notFound, "There is no submission \(id).")
  }
}

extension SubmissionFailure: CodedError {}
