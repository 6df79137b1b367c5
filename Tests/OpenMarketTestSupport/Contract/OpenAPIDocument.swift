public import Foundation
package import OpenMarketHTTP

/// `Schemas/openapi.yaml` as the tests see it: operations by method and path, and the checks of one exchange.
public struct OpenAPIDocument: Sendable {
  /// One method of one path.
  public struct Operation: Sendable, Hashable {
    /// The method in capitals.
    public var method: String
    /// The path with its parameters in braces.
    public var template: String
    /// What the document says of it.
    var body: JSONValue
    /// The parameters of the operation and of its path, references resolved.
    var parameters: [JSONValue]

    /// The document's name for it.
    public var id: String { body["operationId"]?.string ?? "\(method) \(template)" }
    /// Ours rather than the original API's.
    public var isExtension: Bool { body["x-extension"] == .bool(true) }
  }

  /// Every operation, in the order of path and method.
  public let operations: [Operation]
  /// The folder of the document.
  public let folder: URL
  private let files: [String: JSONValue]
  private static let root = "openapi.yaml"

  /// The document of this repository.
  public static func ofRepository(from file: String = #filePath) throws -> OpenAPIDocument {
    var folder = URL(filePath: file)
    repeat {
      folder.deleteLastPathComponent()
    } while folder.path != "/"
      && !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    return try OpenAPIDocument(folder: folder.appending(path: "Schemas"))
  }

  /// Reads `openapi.yaml` and `json/*.schema.json` in `folder`.
  public init(folder: URL) throws {
    self.folder = folder
    var files: [String: JSONValue] = [:]
    files[Self.root] = try JSONValue(
      yaml: String(contentsOf: folder.appending(path: Self.root), encoding: .utf8))
    let schemas = folder.appending(path: "json")
    for name in try FileManager.default.contentsOfDirectory(atPath: schemas.path) {
      files["json/\(name)"] = try JSONValue(json: Data(contentsOf: schemas.appending(path: name)))
    }
    self.files = files
    var operations: [Operation] = []
    for (template, path) in files[Self.root]?["paths"]?.members ?? [:] {
      for (method, body) in path.members
      where ["get", "head", "post", "put", "patch", "delete"].contains(method) {
        let parameters = (path["parameters"]?.elements ?? []) + (body["parameters"]?.elements ?? [])
        operations.append(
          Operation(
            method: method.uppercased(), template: template, body: body,
            parameters: try parameters.map { try Self.dereference($0, in: files) }))
      }
    }
    self.operations = operations.sorted { ($0.template, $0.method) < ($1.template, $1.method) }
  }

  /// The operation that serves `method` at `path` (percent-encoded, without query); a template without
  /// parameters wins over one with.
  public func operation(method: String, path: String) -> (operation: Operation, parameters: [String: String])?
  {
    let segments = path.split(separator: "/", omittingEmptySubsequences: true)
    for operation in operations.sorted(by: { $0.template.count(of: "{") < $1.template.count(of: "{") })
    where operation.method == method {
      let pattern = operation.template.split(separator: "/")
      guard pattern.count == segments.count else { continue }
      var parameters: [String: String] = [:]
      let matches = zip(pattern, segments).allSatisfy { part, segment in
        guard part.hasPrefix("{") else { return part == segment }
        parameters[String(part.dropFirst().dropLast())] = segment.removingPercentEncoding ?? String(segment)
        return true
      }
      if matches { return (operation, parameters) }
    }
    return nil
  }

  /// Every way in which `value` breaks `schema`, a part of `openapi.yaml`.
  func violations(of value: JSONValue, against schema: JSONValue, at place: String) throws -> [String] {
    let files = files
    let checker = JSONSchemaChecker { reference, file in try Self.find(reference, from: file, in: files) }
    return try checker.violations(of: value, against: schema, in: Self.root, at: place)
  }

  /// Follows `value`'s `$ref` within `openapi.yaml`, if it has one.
  func dereference(_ value: JSONValue) throws -> JSONValue { try Self.dereference(value, in: files) }

  private static func dereference(_ value: JSONValue, in files: [String: JSONValue]) throws -> JSONValue {
    guard let reference = value["$ref"]?.string else { return value }
    return try find(reference, from: root, in: files).schema
  }

  private static func find(_ reference: String, from file: String, in files: [String: JSONValue])
    throws -> (schema: JSONValue, file: String)
  {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = file.hasPrefix("json/") ? "json/" : ""
    let target = parts[0].isEmpty ? file : folder + String(parts[0])
    guard var schema = files[target] else {
      throw ContractError("\(file): there is no \(target) for \(reference)")
    }
    for key in parts.dropFirst().first?.split(separator: "/") ?? [] {
      guard let inner = schema[String(key)] else {
        throw ContractError("\(file): \(reference) leads nowhere")
      }
      schema = inner
    }
    return (schema, target)
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { count { $0 == character } }
}

extension OpenAPIDocument.Operation {
  /// The statuses that the document promises by number.
  public var statuses: [Int] { (body["responses"]?.members.keys).map { $0.compactMap { Int($0) } } ?? [] }
}

extension OpenAPIDocument {
  /// Every way in which `value` breaks the schema in `file`, such as `json/cli-page.schema.json`.
  package func violations(of value: JSONValue, againstFile file: String) throws -> [String] {
    try violations(of: value, against: .object(["$ref": .string(file)]), at: file)
  }
}
