public import HTTPTypes

/// A transport's response: any status is a response, also 404 or 302.
public struct TransportResponse: Sendable {
  /// Status and fields.
  public var head: HTTPResponse
  /// The bytes, in the form that the request's destination asked for.
  public var body: ResponseBody

  /// Makes a response.
  public init(head: HTTPResponse, body: ResponseBody) {
    self.head = head
    self.body = body
  }
}
