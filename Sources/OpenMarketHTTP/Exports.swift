// Each module re-exports the modules whose types its public signatures name, so that one import is enough. A
// typealias would not do: members of a type, such as `HTTPRequest.Method.get`, are visible only where its module is.
@_exported public import HTTPTypes
@_exported public import OpenMarketPacing
