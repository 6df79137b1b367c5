// The same as `send(_:options:)` for any endpoint. Swift looks up `.products(…)` only in the protocol that
// the parameter names, so that static members on a verb's protocol need a method that names the verb.

extension HTTPClient {
  /// Sends `endpoint` and decodes its response; see ``send(_:options:)``.
  @concurrent public func send<E: GetRequest>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    try await send(any: endpoint, options: options)
  }

  /// Sends `endpoint` and decodes its response; see ``send(_:options:)``.
  @concurrent public func send<E: PostRequest>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    try await send(any: endpoint, options: options)
  }

  /// Sends `endpoint` and decodes its response; see ``send(_:options:)``.
  @concurrent public func send<E: PutRequest>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    try await send(any: endpoint, options: options)
  }

  /// Sends `endpoint` and decodes its response; see ``send(_:options:)``.
  @concurrent public func send<E: PatchRequest>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    try await send(any: endpoint, options: options)
  }

  /// Sends `endpoint` and decodes its response; see ``send(_:options:)``.
  @concurrent public func send<E: DeleteRequest>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    try await send(any: endpoint, options: options)
  }

  private func send<E: HTTPEndpoint>(any endpoint: E, options: RequestOptions) async throws -> E.Response {
    try await send(endpoint, options: options)
  }
}
