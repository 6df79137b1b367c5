#if canImport(SwiftUI)
  import OpenMarket
  import OpenMarketUI
  import SwiftUI

  /// A list or grid with a header that stays on top, which reads on as one scrolls.
  struct ProductList<Header: View>: View {
    private let list: ProductListModel
    private let isGrid: Bool
    private let market: Marketplace
    private let header: Header
    @State private var position = ScrollPosition(edge: .top)

    init(
      _ list: ProductListModel, isGrid: Bool = false, in market: Marketplace,
      @ViewBuilder header: () -> Header
    ) {
      (self.list, self.isGrid, self.market, self.header) = (list, isGrid, market, header())
    }

    private var columns: [GridItem] {
      [GridItem(isGrid ? .adaptive(minimum: 160) : .flexible(), alignment: .top)]
    }

    var body: some View {
      ScrollView {
        LazyVGrid(columns: columns, spacing: 12, pinnedViews: .sectionHeaders) {
          Section {
            ForEach(list.products) { product in
              NavigationLink(value: product.id) {
                ProductCell(product: product, isGrid: isGrid, market: market)
              }
              .buttonStyle(.plain)
              .onAppear { list.itemAppeared(product.id) }
            }
          } header: {
            VStack(spacing: 0) {
              header
              notices
            }
          }
        }
        FeedFooter(list: list).padding()
      }
      .scrollPosition($position)
      .refreshable { [list] in await list.refresh() }
      // Another list begins at its top, not where the one before was left.
      .onChange(of: ObjectIdentifier(list)) { position.scrollTo(edge: .top) }
    }

    @ViewBuilder private var notices: some View {
      if list.offline != nil {
        Label("오프라인이에요. 저장된 상품을 보여 드려요.", systemImage: "wifi.slash").font(.footnote)
      }
      if list.newCount > 0 {
        Button("새 상품 \(list.newCount)개 보기") {
          position.scrollTo(edge: .top)
          Task { await list.refresh() }
        }
        .buttonStyle(.borderedProminent)
      }
    }
  }

  /// The row after the last product.
  struct FeedFooter: View {
    let list: ProductListModel

    var body: some View {
      switch list.phase {
      case .idle, .refreshing: EmptyView()
      case .loadingFirst, .loadingNext: ProgressView()
      case .failed(let failure):
        VStack {
          Text(failure.error.koreanText).foregroundStyle(.secondary)
          Button("다시 시도") { list.retry() }
        }
      case .endReached: Text(list.products.isEmpty ? "상품이 없어요." : "모두 보았어요.").foregroundStyle(.secondary)
      case .endOfStored:
        VStack {
          Text("저장된 상품은 여기까지예요.").foregroundStyle(.secondary)
          Button("다시 시도") { list.retry() }
        }
      }
    }
  }

  struct ProductCell: View {
    let product: Product
    var isGrid = false
    let market: Marketplace

    var body: some View {
      if isGrid {
        VStack(alignment: .leading) {
          photo(160)
          texts
        }
        .frame(maxWidth: .infinity)
      } else {
        HStack(alignment: .top, spacing: 12) {
          photo(96)
          texts
          Spacer()
        }
        .padding(.horizontal)
      }
    }

    private func photo(_ side: CGFloat) -> some View {
      ProductPhoto(
        product.thumbnail, size: CGSize(width: side, height: side), label: "\(product.name) 사진", in: market
      )
      .clipShape(.rect(cornerRadius: 8))
    }

    private var texts: some View {
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: product.name).lineLimit(2)
        PriceTag(product: product)
        Text(verbatim: product.koreanListingAge() ?? "").font(.footnote).foregroundStyle(.secondary)
        if product.isSoldOut { Text("판매 완료").font(.footnote).bold() }
      }
    }
  }

  struct PriceTag: View {
    let product: Product

    var body: some View {
      let tag = KoreanPriceTag(product)
      HStack(alignment: .firstTextBaseline) {
        if let discount = tag.discount { Text(verbatim: discount).foregroundStyle(.red) }
        Text(verbatim: tag.price).bold()
        if let original = tag.original {
          Text(verbatim: original).strikethrough().font(.footnote).foregroundStyle(.secondary)
        }
      }
    }
  }
#endif
