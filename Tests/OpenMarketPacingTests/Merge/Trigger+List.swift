import OpenMarketPacing

/// The triggers of a typical list.
extension Trigger {
  static let appeared: Trigger = "appeared"
  static let tabSelected: Trigger = "tabSelected"
  static let button: Trigger = "button"
  static let pullToRefresh: Trigger = "pullToRefresh"
  static let detailClosed: Trigger = "detailClosed"
  static let foreground: Trigger = "foreground"
}
