#if canImport(SwiftUI)
  import OpenMarket
  import SwiftUI

  struct RootView: View {
    let market: Marketplace

    var body: some View {
      TabView {
        BrowseScreen(market).tabItem { Label("홈", systemImage: "house") }
        SearchScreen(market).tabItem { Label("검색", systemImage: "magnifyingglass") }
        MySalesScreen(market).tabItem { Label("나의 판매", systemImage: "bag") }
        OutboxScreen(market).tabItem { Label("보낼 것", systemImage: "tray") }
      }
      .modifier(FailureAlert())
    }
  }

  /// Says what went wrong with an action; around each screen that covers others.
  struct FailureAlert: ViewModifier {
    @State private var actions = Actions()

    func body(content: Content) -> some View {
      content
        .environment(actions)
        .alert("알림", isPresented: $actions.hasFailed) {
          Button("확인") {}
        } message: {
          Text(actions.failure)
        }
    }
  }

  /// A stack of screens that opens products.
  struct ProductStack<Content: View>: View {
    let market: Marketplace
    @ViewBuilder let content: () -> Content

    var body: some View {
      NavigationStack {
        content().navigationDestination(for: Product.ID.self) { DetailScreen(id: $0, market: market) }
      }
    }
  }
#endif
