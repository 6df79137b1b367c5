#if canImport(SwiftUI)
  import OpenMarket
  import SwiftUI

  struct BrowseScreen: View {
    private let market: Marketplace
    @State private var browsing: Browsing
    @State private var form: OpenForm?

    init(_ market: Marketplace) {
      self.market = market
      _browsing = State(initialValue: Browsing(market))
    }

    var body: some View {
      ProductStack(market: market) {
        ProductList(browsing.list, isGrid: browsing.isGrid, in: market) { header }
          .navigationTitle("홍당무")
          .toolbar {
            ToolbarItem(placement: .primaryAction) {
              Button("등록", systemImage: "plus") { form = .new }
            }
          }
      }
      .sheet(item: $form) { FormScreen(open: $0, market: market) }
    }

    private var header: some View {
      HStack {
        Picker("보기", selection: $browsing.isGrid) {
          Image(systemName: "list.bullet").accessibilityLabel("목록").tag(false)
          Image(systemName: "square.grid.2x2").accessibilityLabel("격자").tag(true)
        }
        .pickerStyle(.segmented)
        .labelsHidden()
        Toggle("판매 중만", isOn: $browsing.isOnSaleOnly).fixedSize()
      }
      .padding()
      .background(.bar)
    }
  }
#endif
