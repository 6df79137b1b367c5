// One import is enough for an app: `import OpenMarket`. See OpenMarketHTTP/Exports.swift.
@_exported public import OpenMarketStore

#if Images
  @_exported public import OpenMarketImages
#endif
