import Foundation
import HTTPTypes
import OpenMarketMock

enum SwiftSource {
  /// A literal of `text` in which nothing is hidden: controls and overrides of direction are escaped.
  static func literal(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"" + scalars.joined() + "\""
  }

  /// A decimal integer, grouped by thousands.
  static func integer(_ number: some BinaryInteger) -> String {
    number.formatted(IntegerFormatStyle(locale: Locale(identifier: "en_US"))).replacing(",", with: "_")
  }

  /// A `Duration` in the greatest unit in which it is a whole number.
  static func duration(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    let (milli, nano) = (1_000_000_000_000_000, 1_000_000_000) as (Int64, Int64)
    if rest == 0 { return ".seconds(\(integer(seconds)))" }
    let (thousands, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    if rest % milli == 0, !overflows { return ".milliseconds(\(integer(thousands + rest / milli)))" }
    if rest % nano == 0, seconds == 0 { return ".nanoseconds(\(integer(rest / nano)))" }
    return ".seconds(\(Double(seconds) + Double(rest) * 1e-18))"
  }

  /// The name of a usual method, with its dot; `nil` for others.
  static func method(_ method: HTTPRequest.Method) -> String? {
    let usual: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
    return usual.contains(method) ? "." + method.rawValue.lowercased() : nil
  }
}

extension Unicode.Scalar {
  /// Whether it stands for itself in source.
  fileprivate var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}

extension Fault {
  /// The call that adds it; `nil` when no app can write it.
  var swiftSource: String? {
    var arguments = [action.swiftSource]
    if let method = match.method {
      guard let name = SwiftSource.method(method) else { return nil }
      arguments.append("on: \(name)")
    }
    if let path = match.path {
      // Path and method are one argument after the other.
      if match.method == nil { arguments.append("on: nil") }
      arguments.append(SwiftSource.literal(path))
    }
    if !match.query.isEmpty {
      let items = match.query.sorted { $0.key < $1.key }
        .map { "\(SwiftSource.literal($0.key)): \(SwiftSource.literal($0.value))" }
      arguments.append("query: [\(items.joined(separator: ", "))]")
    }
    if phase == .after { arguments.append("phase: .after") }
    if times != 1 { arguments.append("times: \(SwiftSource.integer(times))") }
    return "mock.addFault(Fault(\(arguments.joined(separator: ", "))))"
  }
}

extension Fault.Action {
  fileprivate var swiftSource: String {
    switch self {
    case .status(let status, nil): ".status(\(status.code))"
    case .status(let status, let retryAfter?):
      ".status(\(status.code), retryAfter: \(SwiftSource.duration(retryAfter)))"
    case .delay(let duration): ".delay(\(SwiftSource.duration(duration)))"
    case .truncate(let count): ".truncate(afterBytes: \(SwiftSource.integer(count)))"
    case .resetMidBody(let count): ".resetMidBody(afterBytes: \(SwiftSource.integer(count)))"
    case .drip(let count, let interval):
      ".drip(bytes: \(SwiftSource.integer(count)), every: \(SwiftSource.duration(interval)))"
    case .redirect(let status, let location):
      ".redirect(\(status.code), location: \(SwiftSource.literal(location)))"
    case .contentType(let type): ".contentType(\(SwiftSource.literal(type)))"
    case .replaceBody(let text, let type):
      ".replaceBody(\(SwiftSource.literal(text)), contentType: \(SwiftSource.literal(type)))"
    case .field(let name, let value):
      ".field(\(SwiftSource.literal(name)), value: \(SwiftSource.literal(value)))"
    case .disconnect, .close, .hang, .garbage, .unauthorizedBasic, .duplicate: "." + name
    }
  }
}
