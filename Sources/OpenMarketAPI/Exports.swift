// See OpenMarketHTTP/Exports.swift.
@_exported public import OpenMarketHTTP
