import ArgumentParser
import OpenMarket

/// A listing on the command line: the server's number, or `new-3` for one that the server has not numbered yet.
struct ListingArgument: ExpressibleByArgument, Hashable {
  let id: Product.ID

  init?(argument: String) {
    let isLocal = argument.hasPrefix(Self.localPrefix)
    guard let number = Int64(isLocal ? String(argument.dropFirst(Self.localPrefix.count)) : argument),
      number > 0
    else { return nil }
    id = Product.ID(rawValue: isLocal ? -number : number)
  }

  fileprivate static let localPrefix = "new-"
}

extension Product.ID {
  /// The number as the command line has it.
  var listingText: String { isLocal ? "\(ListingArgument.localPrefix)\(rawValue.magnitude)" : description }
}
