// See OpenMarketHTTP/Exports.swift.
@_exported public import OpenMarketAPI
