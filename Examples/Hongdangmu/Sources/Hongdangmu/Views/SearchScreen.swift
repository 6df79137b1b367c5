#if canImport(SwiftUI)
  import OpenMarket
  import SwiftUI

  struct SearchScreen: View {
    private let market: Marketplace
    @State private var search: SearchModel
    @Environment(Actions.self) private var actions

    init(_ market: Marketplace) {
      self.market = market
      _search = State(initialValue: SearchModel(market))
    }

    var body: some View {
      ProductStack(market: market) {
        Group {
          if let results = search.results {
            ProductList(results, in: market) { header }
          } else {
            recents
          }
        }
        .navigationTitle("검색")
        .searchable(text: $search.text, prompt: "무엇을 찾으세요?")
        .searchSuggestions {
          if search.text != search.submittedText {
            ForEach(search.suggestions) { suggestion in
              Button {
                search.submit(suggestion.text)
              } label: {
                Highlighted(suggestion: suggestion)
              }
            }
          }
        }
        .onSubmit(of: .search) { search.submit() }
        .onChange(of: search.text) { if search.text.isEmpty { search.clear() } }
      }
    }

    private var header: some View {
      VStack(alignment: .leading) {
        if let correction = search.correction {
          Text(verbatim: correction.text).font(.footnote)
        }
        HStack {
          Picker("정렬", selection: $search.sort) {
            ForEach(ProductSort.allCases, id: \.self) { Text(verbatim: $0.title).tag($0) }
          }
          Picker("거래 상태", selection: $search.filter.availability) {
            Text("전체").tag(ProductFilter.Availability.any)
            Text("판매 중").tag(ProductFilter.Availability.onSale)
          }
        }
        .pickerStyle(.menu)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      .padding()
      .background(.bar)
    }

    private var recents: some View {
      List {
        Section("최근 검색어") {
          ForEach(search.recents, id: \.self) { recent in
            Button(recent) { search.submit(recent) }
          }
          .onDelete { offsets in
            let deleted = offsets.map { search.recents[$0] }
            actions { for recent in deleted { try await search.deleteRecent(recent) } }
          }
          if search.recents.isEmpty {
            Text("아직 없어요.").foregroundStyle(.secondary)
          } else {
            Button("모두 지우기", role: .destructive) { actions { try await search.deleteAllRecents() } }
          }
        }
      }
    }
  }

  struct Highlighted: View {
    let suggestion: SearchSuggestion

    var body: some View {
      let parts = suggestion.parts
      Label {
        Text(verbatim: "\(parts.before)") + Text(verbatim: "\(parts.match)").bold()
          + Text(verbatim: "\(parts.after)")
      } icon: {
        Image(systemName: suggestion.kind == .recent ? "clock" : "magnifyingglass")
      }
    }
  }
#endif
