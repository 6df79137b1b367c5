import OpenMarketAPI
import OpenMarketHTTP

/// The result of one of several queries, as `--json` shows it: `Schemas/json/cli-search.schema.json`.
struct SearchJSON: Encodable {
  struct Failure: Encodable {
    var code: String
    var message: String

    init(_ error: any Error) {
      code = (error as? HTTPError)?.code.rawValue ?? "failed"
      message = String(describing: error).printable
    }
  }

  var query: String
  /// Exactly one of `page` and `error` is there.
  var page: PageJSON?
  var error: Failure?
}
