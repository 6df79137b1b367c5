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
  /// It is decoded at the size of the view, off the main thread. When it disappears it stops loading and releases the
  /// pixels, which stay in the market's cache for a while.
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
          let request = PhotoRequest(
            url: url, thumbnail: thumbnail, target: target, market: ObjectIdentifier(market))
          // Another photo, another size, or another account's market, as this one is closed, begins anew.
          LoadedPhoto(request, contentMode, displayScale, in: market).id(request)
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
    let target: ImageTarget
    let market: ObjectIdentifier
  }

  /// A photo that there is, as its model has it.
  private struct LoadedPhoto: View {
    private let contentMode: ContentMode
    private let displayScale: CGFloat
    @State private var photo: PhotoModel
    /// Drawn once for each image: every `cgImage` copies its pixels.
    @State private var pixels: CGImage?

    init(_ request: PhotoRequest, _ contentMode: ContentMode, _ displayScale: CGFloat, in market: Marketplace)
    {
      (self.contentMode, self.displayScale) = (contentMode, displayScale)
      _photo = State(
        initialValue: PhotoModel(
          request.url, thumbnail: request.thumbnail, fitting: request.target, in: market))
    }

    var body: some View {
      ZStack {
        if let pixels {
          Image(decorative: pixels, scale: displayScale).resizable().aspectRatio(contentMode: contentMode)
        }
        switch photo.phase {
        case .placeholder: ProgressView()
        case .failed: retryButton("arrow.clockwise")
        case .thumbnailOnly: retryButton("arrow.down.circle")
        case .thumbnail, .full: EmptyView()
        }
      }
      .onAppear { photo.appear() }
      .onDisappear {
        photo.disappear()
        pixels = nil
      }
      .task(id: photo.image) {
        let drawn = await Self.draw(photo.image)
        if !Task.isCancelled { pixels = drawn }
      }
    }

    private func retryButton(_ symbol: String) -> some View {
      Button {
        photo.retry()
      } label: {
        Image(systemName: symbol).padding().background(.thinMaterial, in: .circle)
      }
      .buttonStyle(.borderless)
    }

    @concurrent private static func draw(_ image: DecodedImage?) async -> sending CGImage? { image?.cgImage }
  }
#endif
