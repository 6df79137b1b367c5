/// The triggers of a typical list.
extension String {
  static let appeared = "appeared"
  static let tabSelected = "tabSelected"
  static let button = "button"
  static let pullToRefresh = "pullToRefresh"
  static let detailClosed = "detailClosed"
  static let foreground = "foreground"
}
