/// The calls of the marketplace API, one struct each.
///
/// Most code names them by their short forms: `client.send(.products(page: 1, size: 20))`.
public enum Endpoints {}
