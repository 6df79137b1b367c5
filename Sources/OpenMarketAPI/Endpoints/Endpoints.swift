/// The calls of the marketplace API, as values; ``MarketClient`` has a method for each.
package enum Endpoints {}
