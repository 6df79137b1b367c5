#if canImport(SwiftUI)
  import OpenMarket
  import OpenMarketUI
  import PhotosUI
  import SwiftUI

  struct FormScreen: View {
    let open: OpenForm
    let market: Marketplace
    /// Made when the screen appears, as that of ``DetailScreen``.
    @State private var form: ListingFormModel?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      NavigationStack {
        Group {
          if let failure = form?.failure {
            Text(failure.koreanText).padding()
          } else if let form, !form.isLoading {
            FormFields(form: form, market: market).disabled(form.isSubmitting)
          } else {
            ProgressView()
          }
        }
        .navigationTitle(open.title)
        // Also of a form that is loading or has failed: on a Mac nothing else closes a sheet.
        .toolbar { ToolbarItem(placement: .cancellationAction) { Button("닫기") { dismiss() } } }
      }
      .onAppear { if form == nil { form = open.model(in: market) } }
      .modifier(FailureAlert())
    }
  }

  private struct FormFields: View {
    @Bindable var form: ListingFormModel
    let market: Marketplace
    @Environment(Actions.self) private var actions
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      Form {
        FormPhotos(form: form, market: market)
        Section {
          ForEach(form.texts, id: \.key) { FieldRow(key: $0.key, field: $0.field) }
          Button("무료 나눔으로") {
            form.price.text = "0"
            form.discount.text = ""
          }
          Picker("화폐", selection: $form.currency) {
            ForEach(Currency.allCases, id: \.self) { Text(verbatim: $0.rawValue).tag($0) }
          }
        }
      }
      .toolbar {
        ToolbarItem(placement: .destructiveAction) {
          Button("비우기") { actions { try await form.discard() } }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("완료") {
            actions {
              try await form.submit()
              dismiss()
            }
          }
        }
      }
    }
  }

  private struct FormPhotos: View {
    let form: ListingFormModel
    let market: Marketplace
    @State private var picked: [PhotosPickerItem] = []
    @Environment(Actions.self) private var actions

    var body: some View {
      Section("사진") {
        ForEach(form.photos) { photo in
          HStack {
            ProductPhoto(photo.url, size: CGSize(width: 64, height: 64), label: "등록할 사진", in: market)
            if photo.isMissing { Text("사진이 없어졌어요. 지우고 다시 골라 주세요.").foregroundStyle(.red) }
          }
          .contextMenu {
            Button("대표 사진으로") { form.moveToFront(photo) }
            Button("지우기", role: .destructive) { form.remove(photo) }
          }
        }
        .onMove { form.movePhotos(from: $0, to: $1) }
        .onDelete { form.removePhotos(at: $0) }
        if form.remainingPhotoCount > 0 {
          PhotosPicker(
            "사진 고르기 (\(form.remainingPhotoCount)장 더)", selection: $picked,
            maxSelectionCount: form.remainingPhotoCount, matching: .images)
        }
        if form.isAddingPhotos { ProgressView("사진을 준비하고 있어요.") }
        if let error = form.photosError { Text(verbatim: error.koreanText).foregroundStyle(.red) }
      }
      .onChange(of: picked) {
        let items = picked
        guard !items.isEmpty else { return }
        picked = []
        actions {
          try await form.addPhotos(count: items.count) {
            var uploads: [PhotoUpload] = []
            for item in items {
              guard let data = try await item.loadTransferable(type: Data.self) else { break }
              uploads.append(PhotoUpload(data))
            }
            // Fewer than the user has picked are an error.
            return uploads
          }
        }
      }
    }
  }

  private struct FieldRow: View {
    let key: ListingField
    @Bindable var field: ListingFormField

    var body: some View {
      VStack(alignment: .leading) {
        TextField(key.title, text: $field.text, axis: key == .description ? .vertical : .horizontal)
        if let error = field.error { Text(verbatim: error.koreanText).font(.footnote).foregroundStyle(.red) }
      }
    }
  }
#endif
