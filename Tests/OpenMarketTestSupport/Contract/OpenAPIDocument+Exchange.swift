public import Foundation
public import HTTPTypes
import OpenMarketHTTP

extension OpenAPIDocument {
  /// Every way in which a request breaks the document.
  ///
  /// Multipart bodies are checked part by part.
  public func violations(ofRequest head: HTTPRequest, body: Data) throws -> [String] {
    let target = Target(head.path ?? "/")
    guard let (operation, pathValues) = operation(method: head.method.rawValue, path: target.path) else {
      return ["\(head.method.rawValue) \(target.path): the document has no such operation"]
    }
    var found: [String] = []
    for parameter in operation.parameters {
      guard let name = parameter["name"]?.string, let schema = parameter["schema"] else {
        throw ContractError("\(operation.id): a parameter lacks its name or its schema")
      }
      let text: String? =
        switch parameter["in"]?.string {
        case "path": pathValues[name]
        case "query": target.query.first { $0.name == name }?.value
        case "header": HTTPField.Name(name).flatMap { head.headerFields[$0] }
        default: nil
        }
      if let text {
        let value = JSONValue(parameter: text, of: schema["type"]?.string)
        found += try violations(of: value, against: schema, at: "\(operation.id) parameter \(name)")
      } else if parameter["required"] == .bool(true) {
        found.append("\(operation.id): parameter \(name) is missing")
      }
    }
    let known = Set(
      operation.parameters.filter { $0["in"]?.string == "query" }.compactMap { $0["name"]?.string })
    for item in target.query where !known.contains(item.name) {
      found.append("\(operation.id): query key \(item.name) is not in the document")
    }
    return try found + violations(ofRequestBody: body, type: head.headerFields[.contentType], of: operation)
  }

  private func violations(ofRequestBody body: Data, type: String?, of operation: Operation) throws -> [String]
  {
    guard let content = operation.body["requestBody"]?["content"]?.members else {
      return body.isEmpty ? [] : ["\(operation.id): sends a body where the document has none"]
    }
    let mediaType = MediaType(type ?? "")
    guard let schema = content[mediaType.essence]?["schema"] else {
      return ["\(operation.id): sends \(mediaType.essence), not in the document"]
    }
    if mediaType.essence == "multipart/form-data" {
      let parts = try MultipartDecoder.parts(of: body, contentType: type ?? "")
      var members: [String: JSONValue] = [:]
      var images: [JSONValue] = []
      for part in parts {
        if part.header.name == "images" {
          images.append(.string(""))
        } else {
          members[part.header.name] = try JSONValue(json: part.content)
        }
      }
      members["images"] = .array(images)
      return try violations(of: .object(members), against: schema, at: "\(operation.id) request")
    }
    return try violations(of: JSONValue(json: body), against: schema, at: "\(operation.id) request")
  }

  /// Every way in which the response to `request` breaks the document.
  public func violations(ofResponse head: HTTPResponse, body: Data, to request: HTTPRequest) throws
    -> [String]
  {
    let path = Target(request.path ?? "/").path
    guard let (operation, _) = operation(method: request.method.rawValue, path: path) else { return [] }
    let responses = operation.body["responses"]?.members ?? [:]
    let place = "\(operation.id) → \(head.status.code)"
    guard let declared = responses[String(head.status.code)] ?? responses["default"] else {
      return ["\(place): not in the document"]
    }
    let response = try dereference(declared)
    var found: [String] = []
    for (name, reference) in response["headers"]?.members ?? [:] {
      let header = try dereference(reference)
      if let text = HTTPField.Name(name).flatMap({ head.headerFields[$0] }), let schema = header["schema"] {
        found += try violations(
          of: JSONValue(parameter: text, of: schema["type"]?.string), against: schema, at: "\(place) \(name)")
      } else if header["required"] == .bool(true) {
        found.append("\(place): header \(name) is missing")
      }
    }
    let content = response["content"]?.members ?? [:]
    if request.method == .head || content.isEmpty {
      if !body.isEmpty { found.append("\(place): has a body where none is allowed") }
      return found
    }
    let type = head.headerFields[.contentType] ?? ""
    let mediaType = MediaType(type)
    guard let schema = content[mediaType.essence]?["schema"] else {
      return found + ["\(place): Content-Type \(type) is not in the document"]
    }
    if mediaType.essence == "application/json" {
      if type != "application/json" {
        found.append("\(place): Content-Type is \(type), not exactly application/json")
      }
      found += try violations(of: JSONValue(json: body), against: schema, at: place)
    } else if mediaType.essence.hasPrefix("text/") {
      found += try violations(of: .string(String(decoding: body, as: UTF8.self)), against: schema, at: place)
    }
    return found
  }
}

/// A request target taken apart: path, and query items decoded.
private struct Target {
  var path: String
  var query: [QueryItem] = []

  init(_ target: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    guard parts.count == 2 else { return }
    query = parts[1].split(separator: "&").map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.replacing("+", with: " ").removingPercentEncoding ?? String($0)
      }
      return QueryItem(pair[0], pair.count == 2 ? pair[1] : "")
    }
  }
}

/// The type of a Content-Type value, without its parameters.
private struct MediaType {
  var essence: String

  init(_ value: String) {
    essence = value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }
}

extension JSONValue {
  /// Reads a parameter's text as the type that its schema wants; a text that does not fit stays a string,
  /// which the type rule then reports.
  fileprivate init(parameter text: String, of type: String?) {
    if type == "integer" || type == "number", let number = try? JSONValue(json: Data(text.utf8)),
      number.number != nil
    {
      self = number
    } else {
      self = .string(text)
    }
  }
}
