// With what is in its overlay for SwiftUI.
public import SwiftUI
public import UniformTypeIdentifiers

@available(iOS 14.0, macOS 13.0, *) @available(tvOS, unavailable)
public struct PHPickerFilter: Equatable, Hashable, Sendable {
  public static let images = PHPickerFilter(), videos = PHPickerFilter(), livePhotos = PHPickerFilter()
  public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter { .images }
}
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *) @available(tvOS, unavailable)
public struct PhotosPickerItem: Equatable, Hashable, Sendable {
  public struct EncodingDisambiguationPolicy: Sendable {
    public static let automatic = Self(), current = Self(), compatible = Self()
  }
  public var itemIdentifier: String? { nil }
  public var supportedContentTypes: [UTType] { [] }
  public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? { nil }
}
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *) @available(tvOS, unavailable)
public struct PhotosPickerSelectionBehavior: Equatable, Hashable, Sendable {
  public static let `default` = Self(), ordered = Self()
}
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *) @available(tvOS, unavailable)
@MainActor @preconcurrency public struct PhotosPicker<Label: View>: View {
  public typealias Body = Never
  nonisolated public init(
    selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic, @ViewBuilder label: () -> Label
  ) {}
}
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *) @available(tvOS, unavailable)
extension PhotosPicker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) {}
}
