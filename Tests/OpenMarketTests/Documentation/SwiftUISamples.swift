import OpenMarket

#if canImport(SwiftUI)
  import SwiftUI

  /// The SwiftUI code of the article "Screens".
  private enum SwiftUISamples {
    struct MarketApp: App {
      @State private var market = Result { try makeMarket() }

      var body: some Scene {
        WindowGroup {
          switch market {
          case .success(let market): ProductsScreen(market)
          case .failure(let error):
            ContentUnavailableView {
              Text(error.koreanText)
            } actions: {
              Button("다시 시도") { market = Result { try makeMarket() } }
            }
          }
        }
      }
    }

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

    struct SearchScreen: View {
      @State var search: SearchModel

      var body: some View {
        ProductRows(search.results?.items ?? [])
          .searchable(text: $search.text)
          .searchSuggestions {
            ForEach(search.suggestions) { suggestion in
              Button(suggestion.text) { search.submit(suggestion.text) }
            }
          }
          .onSubmit(of: .search) { search.submit() }
          .onChange(of: search.text) { if search.text.isEmpty { search.clear() } }
      }
    }

    // What the samples call.
    static func makeMarket() throws -> Marketplace { throw CancellationError() }
    struct ProductRows: View {
      init(_ products: [Product]) {}
      var body: some View { EmptyView() }
    }
  }
#endif

#if os(iOS) || os(macOS)
  import Foundation
  import PhotosUI

  private struct PickerSample: View {
    let form: ListingFormModel
    @State private var picked: [PhotosPickerItem] = []
    @State private var message: String?

    var body: some View {
      PhotosPicker(
        "사진 고르기", selection: $picked, maxSelectionCount: form.remainingPhotoCount, matching: .images
      )
      .onChange(of: picked) {
        let items = picked
        guard !items.isEmpty else { return }
        picked = []
        Task {
          do {
            try await form.addPhotos(count: items.count) {
              var uploads: [PhotoUpload] = []
              for item in items {
                guard let data = try await item.loadTransferable(type: Data.self) else { break }
                uploads.append(PhotoUpload(data))
              }
              return uploads  // Fewer than were picked are an error.
            }
          } catch {
            message = error.koreanText
          }
        }
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
