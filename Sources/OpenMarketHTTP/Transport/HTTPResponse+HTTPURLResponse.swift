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
      fields.append(HTTPField(name: name, value: value))
    }
    self.init(status: Status(code: response.statusCode), headerFields: fields)
  }
}
