import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponse {
  /// Status and fields of `response`; `nil` when its status is not one of HTTP.
  ///
  /// Repeated fields arrive joined by commas, and the spelling of names is not kept: URLSession has done that.
  init?(_ response: HTTPURLResponse) {
    guard 100...999 ~= response.statusCode else { return nil }
    var fields = HTTPFields()
    let all = response.allHeaderFields
    fields.reserveCapacity(all.count)
    for (key, value) in all {
      guard let key = key.base as? String, let value = value as? String, let name = HTTPField.Name(key)
      else { continue }
      fields.append(HTTPField(name: name, value: value.withUTF8Read))
    }
    self.init(status: Status(code: response.statusCode), headerFields: fields)
  }
}

extension String {
  /// The text that a field has, of which Apple's system makes a character of each byte: as a rule, what is not ASCII is UTF-8,
  /// such as an address in `Location`.
  var withUTF8Read: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    guard bytes.count == unicodeScalars.count else { return self }
    return String(validating: bytes, as: UTF8.self) ?? self
  }
}
