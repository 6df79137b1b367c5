#if canImport(SwiftUI)
  import OpenMarket
  import SwiftUI

  struct OutboxScreen: View {
    private let market: Marketplace
    @State private var outbox: OutboxModel
    @State private var form: OpenForm?
    @Environment(Actions.self) private var actions

    init(_ market: Marketplace) {
      self.market = market
      _outbox = State(initialValue: OutboxModel(market))
    }

    var body: some View {
      NavigationStack {
        List {
          if !outbox.questions.isEmpty {
            Section("확인이 필요해요") { ForEach(outbox.questions) { question($0) } }
          }
          if !outbox.refused.isEmpty {
            Section("보내지 못했어요") { ForEach(outbox.refused) { refused($0) } }
          }
          Section("보내는 중") {
            ForEach(outbox.pending) { pending($0) }
            if outbox.isLoaded, outbox.pending.isEmpty { Text("모두 보냈어요.").foregroundStyle(.secondary) }
          }
          if outbox.lastDiscarded != nil {
            Button("버린 것 되돌리기") { actions { try await outbox.undoDiscard() } }
          }
        }
        .navigationTitle("보낼 것")
        .refreshable { await actions.run { try await outbox.retryAll() } }
      }
      .sheet(item: $form) { FormScreen(open: $0, market: market) }
    }

    private func row<Buttons: View>(_ submission: Submission, @ViewBuilder buttons: () -> Buttons)
      -> some View
    {
      VStack(alignment: .leading) {
        Text(verbatim: submission.title)
        Text(verbatim: submission.stateText).font(.footnote).foregroundStyle(.secondary)
        HStack { buttons() }.buttonStyle(.bordered)
      }
    }

    private func pending(_ submission: Submission) -> some View {
      row(submission) {
        if let upload = outbox.uploads[submission.id] { ProgressView(value: upload.fraction) }
        Button("지금 보내기") { actions { try await outbox.retry(submission.id) } }
        Button("취소", role: .cancel) { actions { try await outbox.cancel(submission.id) } }
      }
    }

    private func refused(_ submission: Submission) -> some View {
      row(submission) {
        if submission.isCorrectable { Button("수정") { form = .correction(submission) } }
        Button("다시 보내기") { actions { try await outbox.retry(submission.id) } }
        Button("버리기", role: .destructive) { actions { try await outbox.discard(submission.id) } }
      }
    }

    private func question(_ submission: Submission) -> some View {
      row(submission) {
        if submission.isConflict {
          Button("내 것으로") { actions { try await outbox.resolve(submission.id, keepingMine: true) } }
          Button("서버 것으로") { actions { try await outbox.resolve(submission.id, keepingMine: false) } }
        } else {
          ForEach(submission.candidates) { product in
            Button("‘\(product.name)’ 상품이 맞아요") {
              actions { try await outbox.resolve(submission.id, carriedOut: true, as: product.id) }
            }
          }
          if submission.isChange {
            Button(submission.isDeletion ? "삭제됐어요" : "반영됐어요") {
              actions { try await outbox.resolve(submission.id, carriedOut: true) }
            }
          }
          Button(submission.againTitle) {
            actions { try await outbox.resolve(submission.id, carriedOut: false) }
          }
          Button("버리기", role: .destructive) { actions { try await outbox.discard(submission.id) } }
        }
      }
    }
  }
#endif
