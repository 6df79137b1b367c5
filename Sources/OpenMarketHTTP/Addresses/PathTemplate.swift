/// Fills a path template and appends the query.
enum PathTemplate {
  /// Servers refuse longer ones, most of them far shorter ones, and some by breaking the connection, which
  /// does not tell the caller why.
  private static let longest = 32 << 10

  /// Makes the percent-encoded path and query.
  /// - Parameters:
  ///   - prefix: The server's path prefix, percent-encoded.
  ///   - template: The path with parameters in braces.
  ///   - parameters: A value for each parameter, not yet encoded.
  ///   - query: The query's items, not yet encoded.
  /// - Returns: What stands in the request's `:path`.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code-swift.struct/invalidInput`` when a parameter is
  ///   missing, empty or a dot segment: the request would reach another address than the one meant. Also when
  ///   the result is longer than servers take.
  static func fill(
    prefix: String, template: String, parameters: [String: String], query: [QueryItem]
  ) throws -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    bytes.append(contentsOf: prefix.utf8)
    var rest = template.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      bytes.append(contentsOf: rest[..<open])
      let start = rest.index(after: open)
      guard let close = rest[start...].firstIndex(of: UInt8(ascii: "}")) else {
        throw HTTPError(.invalidInput, "The path template lacks a closing brace.")
      }
      let name = String(Substring(rest[start..<close]))
      PercentEncoding.append(try value(of: name, in: parameters), to: &bytes)
      rest = rest[rest.index(after: close)...]
    }
    bytes.append(contentsOf: rest)
    var separator = UInt8(ascii: "?")
    for item in query {
      bytes.append(separator)
      separator = UInt8(ascii: "&")
      PercentEncoding.append(item.name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      PercentEncoding.append(item.value, to: &bytes)
    }
    guard bytes.count <= longest else {
      throw HTTPError(
        .invalidInput,
        "The address would have \(bytes.count) bytes, more than servers take (\(longest)): shorten the query."
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func value(of name: String, in parameters: [String: String]) throws -> String {
    guard let value = parameters[name] else {
      throw HTTPError(.invalidInput, "The endpoint gives no value for its path parameter {\(name)}.")
    }
    // Servers and proxies remove dot segments even when they are percent-encoded.
    guard !value.isEmpty, value != ".", value != ".." else {
      throw HTTPError(.invalidInput, "The path parameter {\(name)} must not be empty, \".\" or \"..\".")
    }
    return value
  }
}
