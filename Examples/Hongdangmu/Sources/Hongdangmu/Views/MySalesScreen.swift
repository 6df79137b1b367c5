#if canImport(SwiftUI)
  import OpenMarket
  import SwiftUI

  struct MySalesScreen: View {
    private let market: Marketplace
    @State private var sales: MySalesModel
    @State private var showsSold = false

    init(_ market: Marketplace) {
      self.market = market
      _sales = State(initialValue: MySalesModel(market))
    }

    var body: some View {
      ProductStack(market: market) {
        Group {
          if let list = showsSold ? sales.sold : sales.onSale {
            ProductList(list, in: market) { header }
          } else {
            ContentUnavailableView("아직 판매한 상품이 없어요.", systemImage: "bag")
          }
        }
        .navigationTitle("나의 판매")
      }
    }

    private var header: some View {
      Picker("상태", selection: $showsSold) {
        Text("판매 중").tag(false)
        Text("판매 완료").tag(true)
      }
      .pickerStyle(.segmented)
      .labelsHidden()
      .padding()
      .background(.bar)
    }
  }
#endif
