// One import is enough for an app: `import OpenMarket`.
@_exported public import OpenMarketAPI
@_exported public import OpenMarketPacing
@_exported public import OpenMarketStore

#if Images
  @_exported public import OpenMarketImages
#endif
