#if canImport(SwiftUI) && Images
  public import OpenMarket
  import OpenMarketImages
  public import SwiftUI

  /// A photo of a product: a placeholder, then its thumbnail, then the photo itself, or a button to try again; in Low
  /// Data Mode the thumbnail, and a button to load the photo.
  ///
  /// ```swift
  /// ProductPhoto(product.thumbnail, size: CGSize(width: 80, height: 80), label: product.name, in: market)
  /// ```
  ///
  /// It is decoded at the size of the view, off the main thread; when the size changes, the picture is stretched until it is
  /// decoded again. When it disappears it stops loading and releases the pixels, which stay in the market's cache for a
  /// while. VoiceOver's hints for the buttons are in Korean, unless the app's strings have others under the same keys.
  public struct ProductPhoto: View {
    private let url: URL?
    private let thumbnail: URL?
    private let size: CGSize
    private let contentMode: ContentMode
    private let label: Text
    private let market: Marketplace
    @Environment(\.displayScale) private var displayScale

    /// Makes a view of a photo.
    /// - Parameters:
    ///   - url: The photo's address, also a file of this device; `nil` shows that there is none.
    ///   - thumbnail: The address of the thumbnail, displayed until the photo is loaded; `nil` for none.
    ///   - size: The size of the view in points.
    ///   - contentMode: Whether the photo fills the view, so that its edges are cut off, or fits into it.
    ///   - label: The photo's name for VoiceOver, such as that of the product.
    ///   - market: The market that loads it.
    public init(
      _ url: URL?, thumbnail: URL? = nil, size: CGSize, contentMode: ContentMode = .fill, label: String,
      in market: Marketplace
    ) {
      (self.url, self.thumbnail, self.size, self.contentMode) = (url, thumbnail, size, contentMode)
      (self.label, self.market) = (Text(verbatim: label), market)
    }

    /// The photo, or its placeholder.
    public var body: some View {
      ZStack {
        Rectangle().fill(.quaternary)
        if let url, size.width > 0, size.height > 0 {
          let request = PhotoRequest(url: url, thumbnail: thumbnail, market: ObjectIdentifier(market))
          // Another photo, or another account's market, as this one is closed, begins anew.
          LoadedPhoto(request, fitting: target, contentMode, displayScale, in: market).id(request)
        } else if url == nil {
          Image(systemName: "photo").foregroundStyle(.secondary)
        }
      }
      .frame(width: size.width, height: size.height)
      .clipped()
      .accessibilityElement(children: .combine)
      .accessibilityLabel(label)
      .accessibilityAddTraits(.isImage)
    }

    private var target: ImageTarget {
      .points(size.width, by: size.height, scale: displayScale, mode: contentMode == .fill ? .crop : .fit)
    }
  }

  /// Everything that makes a photo another one.
  private struct PhotoRequest: Hashable {
    let url: URL
    let thumbnail: URL?
    let market: ObjectIdentifier
  }

  /// A photo that there is. It has the picture, which so stays while the photo is loaded at another size.
  private struct LoadedPhoto: View {
    private let request: PhotoRequest
    private let target: ImageTarget
    private let contentMode: ContentMode
    private let displayScale: CGFloat
    private let market: Marketplace
    /// Drawn once for each image: every `cgImage` copies its pixels.
    @State private var pixels: CGImage?
    @State private var settledTarget: ImageTarget

    init(
      _ request: PhotoRequest, fitting target: ImageTarget, _ contentMode: ContentMode,
      _ displayScale: CGFloat, in market: Marketplace
    ) {
      (self.request, self.target, self.market) = (request, target, market)
      (self.contentMode, self.displayScale) = (contentMode, displayScale)
      _settledTarget = State(initialValue: target)
    }

    var body: some View {
      ZStack {
        if let pixels {
          Image(decorative: pixels, scale: displayScale).resizable().aspectRatio(contentMode: contentMode)
        }
        PhotoAtSize(request, fitting: settledTarget, in: market, pixels: $pixels).id(settledTarget)
      }
      .onDisappear { pixels = nil }
      .task(id: target) {
        guard target != settledTarget else { return }
        // While a window is resized, each frame has another size: only one that stays for a moment is loaded.
        try? await Task.sleep(for: .milliseconds(100))
        if !Task.isCancelled { settledTarget = target }
      }
    }
  }

  /// The loading of a photo at one size, and what is to be displayed over the picture.
  private struct PhotoAtSize: View {
    @State private var photo: PhotoModel
    @State private var drawn: DecodedImage?
    @Binding private var pixels: CGImage?

    init(
      _ request: PhotoRequest, fitting target: ImageTarget, in market: Marketplace, pixels: Binding<CGImage?>
    ) {
      _photo = State(
        initialValue: PhotoModel(request.url, thumbnail: request.thumbnail, fitting: target, in: market))
      _pixels = pixels
    }

    var body: some View {
      ZStack {
        switch photo.phase {
        case .placeholder: if pixels == nil { ProgressView() }
        case .failed: retryButton("arrow.clockwise", hint: "사진을 다시 불러와요.")
        case .thumbnailOnly: retryButton("arrow.down.circle", hint: "큰 사진을 불러와요.")
        case .thumbnail, .full: EmptyView()
        }
      }
      .onAppear {
        photo.appear()
        // A photo in memory is here by now. A small one, of 1 MB at most, is drawn at once, in about a millisecond: where
        // a list is scrolled back, the placeholder would be seen for a frame otherwise.
        if let image = wanted, image.width * image.height <= 250_000 {
          (pixels, drawn) = (image.cgImage, image)
        }
      }
      .onDisappear {
        photo.disappear()
        drawn = nil
      }
      .task(id: photo.image) {
        guard let image = wanted, image != drawn else { return }
        let picture = await Self.draw(image)
        if !Task.isCancelled, let picture { pixels = picture }
      }
    }

    /// The image to be drawn: no thumbnail over a picture, which then is the photo at its former size.
    private var wanted: DecodedImage? {
      if case .thumbnail = photo.phase, pixels != nil { nil } else { photo.image }
    }

    private func retryButton(_ symbol: String, hint: LocalizedStringKey) -> some View {
      Button {
        photo.retry()
      } label: {
        Image(systemName: symbol).padding().background(.thinMaterial, in: .circle)
      }
      .buttonStyle(.borderless)
      .accessibilityHint(hint)
    }

    @concurrent private static func draw(_ image: DecodedImage) async -> sending CGImage? { image.cgImage }
  }
#endif
