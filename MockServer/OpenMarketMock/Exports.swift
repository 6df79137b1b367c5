// See OpenMarketHTTP/Exports.swift.
@_exported public import OpenMarketAPI

#if Store
  @_exported public import OpenMarket
#endif
