#if canImport(SwiftUI)
  import OpenMarket
  import OpenMarketUI
  import SwiftUI

  struct DetailScreen: View {
    let id: Product.ID
    let market: Marketplace
    /// Made when the screen appears: views are made often, and a model begins to read at once. Made again for another product, as
    /// the detail column of a split view stays.
    @State private var detail: ProductDetailModel?

    var body: some View {
      ZStack {
        if let detail {
          // What it asks, such as whether to delete, is about this product.
          ProductDetail(detail: detail, market: market).id(ObjectIdentifier(detail))
        } else {
          ProgressView()
        }
      }
      .onChange(of: id, initial: true) { detail = ProductDetailModel(id, in: market, shareURL: shareURL) }
    }
  }

  private struct ProductDetail: View {
    @Bindable var detail: ProductDetailModel
    let market: Marketplace
    @State private var form: OpenForm?
    @State private var asksToDelete = false
    @Environment(Actions.self) private var actions
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      ScrollView {
        if let product = detail.product {
          VStack(alignment: .leading, spacing: 12) {
            carousel(product)
            Text(verbatim: product.name).font(.title2)
            PriceTag(product: product).font(.title3)
            Text(product.isSoldOut ? "판매 완료" : "남은 수량 \(product.stock)개").foregroundStyle(.secondary)
            Text(verbatim: product.vendorName ?? "").foregroundStyle(.secondary)
            Divider()
            Text(verbatim: product.description ?? "")
          }
          .padding()
        }
        state
      }
      .refreshable { await detail.refresh() }
      .navigationTitle(detail.product?.name ?? "")
      .toolbar {
        ToolbarItemGroup(placement: .primaryAction) {
          if let url = detail.shareURL { ShareLink(item: url, message: Text(verbatim: detail.shareText)) }
          if detail.isMine, let product = detail.product { menu(product) }
        }
      }
      .sheet(item: $form) { FormScreen(open: $0, market: market) }
      .confirmationDialog("이 상품을 삭제할까요?", isPresented: $asksToDelete) {
        Button("삭제", role: .destructive) {
          actions {
            try await detail.delete()
            dismiss()
          }
        }
      }
    }

    private func carousel(_ product: Product) -> some View {
      GeometryReader { space in
        TabView(selection: $detail.photoIndex) {
          ForEach(0..<detail.photos.count, id: \.self) { index in
            let photo = detail.photos[index]
            ProductPhoto(
              photo.url, thumbnail: photo.thumbnailURL, size: space.size, contentMode: .fit,
              label: "\(product.name), 사진 \(detail.photos.count)장 중 \(index + 1)번째", in: market
            )
            .tag(index)
          }
        }
        #if os(iOS)
          .tabViewStyle(.page)
        #endif
      }
      .frame(height: 320)
    }

    @ViewBuilder private var state: some View {
      switch detail.phase {
      case .loading: if detail.product == nil { ProgressView() }
      case .loaded: EmptyView()
      case .gone: Label("삭제되었거나 없는 상품이에요.", systemImage: "trash")
      case .failed(let error):
        VStack {
          Text(error.koreanText).foregroundStyle(.secondary)
          Button("다시 시도") { Task { await detail.refresh() } }
        }
      }
    }

    private func menu(_ product: Product) -> some View {
      Menu("내 상품") {
        Button("수정") { form = .edit(product.id) }
        if product.isSoldOut {
          Button("다시 판매") { actions { try await detail.relist() } }
        } else {
          Button("판매 완료로 바꾸기") { actions { try await detail.markSold() } }
        }
        Button("삭제", role: .destructive) { asksToDelete = true }
      }
    }
  }
#endif
