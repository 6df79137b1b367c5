import OpenMarket

#if canImport(SwiftUI)
  import SwiftUI

  /// The SwiftUI code of the article "Screens".
  private enum SwiftUISamples {
    struct ProductsScreen: View {
      @State private var list: ProductListModel

      init(_ market: Marketplace) {
        _list = State(initialValue: ProductListModel(market.feed()))
      }

      var body: some View {
        List {
          if list.offline != nil { Label("오프라인이에요. 저장된 상품을 보여 드려요.", systemImage: "wifi.slash") }
          ForEach(list.pending + list.items) { product in
            Text(verbatim: product.name).onAppear { list.itemAppeared(product.id) }
          }
        }
        .refreshable { await list.refresh() }
      }
    }

    struct ProductScreen: View {
      let id: Product.ID
      let market: Marketplace
      @State private var detail: ProductDetailModel?

      var body: some View {
        Text(verbatim: detail?.product?.name ?? "")
          .onChange(of: id, initial: true) { detail = ProductDetailModel(id, in: market) }
      }
    }
  }
#endif

#if os(iOS)
  import UIKit

  /// The UIKit code of the article "Screens".
  private enum UIKitSamples {
    final class ProductsController: UIViewController {
      var feed: ProductFeed?
      private var drawing: Task<Void, Never>?

      override func viewDidLoad() {
        super.viewDidLoad()
        guard let feed else { return }
        drawing = Task { [weak self] in
          for await state in feed.states { self?.draw(state.pending + state.items, state.phase) }
        }
      }

      deinit { drawing?.cancel() }
    }
  }

  // What the samples call.
  extension UIKitSamples.ProductsController {
    fileprivate func draw(_ products: [Product], _ phase: FeedPhase) {}
  }
#endif
