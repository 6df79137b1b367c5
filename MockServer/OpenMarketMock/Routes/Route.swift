import HTTPTypes

/// The places of the market's address space.
enum Route: Hashable {
  case health
  case products
  /// A product's id, or in DELETE the key that `/archived` gave out.
  case product(String)
  case archived(String)
  case suggestions
  case image(vendor: String, day: String, name: String)
  /// The control plane, with the segments after `/__mock`.
  case control([String])

  /// The place that `segments` lead to; `nil` when there is none.
  init?(_ segments: [String]) {
    switch (segments.count, segments.first) {
    case (_, "__mock"): self = .control(Array(segments.dropFirst()))
    case (1, "healthChecker"): self = .health
    case (2, "api") where segments[1] == "products": self = .products
    case (2, "api") where segments[1] == "suggestions": self = .suggestions
    case (3, "api") where segments[1] == "products" && !segments[2].isEmpty: self = .product(segments[2])
    case (4, "api") where segments[1] == "products" && segments[3] == "archived":
      self = .archived(segments[2])
    case (4, "images"): self = .image(vendor: segments[1], day: segments[2], name: segments[3])
    default: return nil
    }
  }

  /// The methods that mean something here, HEAD wherever GET is.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .health, .suggestions, .image: [.get, .head]
    case .products: [.get, .head, .post]
    case .product: [.get, .head, .patch, .delete]
    case .archived: [.post]
    case .control: []
    }
  }
}

extension Refusal {
  /// 405 with the `Allow` field.
  static func methodNotAllowed(_ method: HTTPRequest.Method, allowed: [HTTPRequest.Method]) -> Refusal {
    let list = allowed.map(\.rawValue).joined(separator: ", ")
    return Refusal(
      .methodNotAllowed, "\(method.rawValue) is not possible here; use one of \(list).",
      fields: [.allow: list])
  }
}
