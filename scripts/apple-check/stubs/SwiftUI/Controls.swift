public import Observation

// MARK: Collections

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
}
extension ForEach: View where Content: View { public typealias Body = Never }
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
  }
}
extension ForEach where Content: View {
  nonisolated public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
  }
}
@MainActor @preconcurrency public protocol DynamicViewContent: View {}
extension ForEach: DynamicViewContent where Content: View {}
extension DynamicViewContent {
  nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
  nonisolated public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}
extension ForEach where Data == Range<Int>, ID == Int, Content: View {
  nonisolated public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.data = data
    self.content = content
  }
}
@MainActor @preconcurrency public struct List<SelectionValue: Hashable, Content: View>: View {
  public typealias Body = Never
  nonisolated public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {}
  nonisolated public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {}
  nonisolated public init<Data, RowContent: View>(
    _ data: Data, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection, Data.Element: Identifiable {}
}
extension List where SelectionValue == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  nonisolated public init<Data, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection, Data.Element: Identifiable {}
  nonisolated public init<Data, ID, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection, ID: Hashable {}
}
@MainActor @preconcurrency public struct Section<Parent, Content, Footer> {}
extension Section: View where Parent: View, Content: View, Footer: View {
  public typealias Body = Never
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer) {}
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public struct Form<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public struct LabeledContent<Label, Content> {}
extension LabeledContent: View where Label: View, Content: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
extension LabeledContent where Label == Text, Content == Text {
  nonisolated public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {}
}

// MARK: Controls

public struct ButtonRole: Equatable, Sendable { public static let destructive = Self(), cancel = Self() }
@MainActor @preconcurrency public struct Button<Label: View>: View {
  public typealias Body = Never
  nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  nonisolated public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
  nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}
extension Button where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {}
}
@MainActor @preconcurrency public struct Label<Title: View, Icon: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}
extension Label where Title == Text, Icon == Image {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}
@MainActor @preconcurrency public struct TextField<Label: View>: View { public typealias Body = Never }
extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {}
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {}
  nonisolated public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {}
  nonisolated public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {}
}
@MainActor @preconcurrency public struct SecureField<Label: View>: View { public typealias Body = Never }
extension SecureField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {}
}
@MainActor @preconcurrency public struct TextEditor: View {
  public typealias Body = Never
  nonisolated public init(text: Binding<String>) {}
}
@MainActor @preconcurrency public struct Toggle<Label: View>: View {
  public typealias Body = Never
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}
extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
}
@MainActor @preconcurrency public struct Stepper<Label: View>: View { public typealias Body = Never }
extension Stepper where Label == Text {
  nonisolated public init<V: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1) {}
}
@MainActor @preconcurrency public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  public typealias Body = Never
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
extension Picker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public struct Menu<Label: View, Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
extension Menu where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}
@MainActor @preconcurrency public struct Link<Label: View>: View { public typealias Body = Never }
extension Link where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {}
}
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *) @available(tvOS, unavailable)
@MainActor @preconcurrency public struct ShareLink<Data, PreviewImage, PreviewIcon, Label: View>: View
where
  Data: RandomAccessCollection, Data.Element: Transferable, PreviewImage: Transferable, PreviewIcon: Transferable
{
  public typealias Body = Never
}
@MainActor @preconcurrency public struct DefaultShareLinkLabel: View { public typealias Body = Never }
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *) @available(tvOS, unavailable)
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
  nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil) where Data == CollectionOfOne<URL> {}
  nonisolated public init(item: String, subject: Text? = nil, message: Text? = nil)
  where Data == CollectionOfOne<String> {}
}
@MainActor @preconcurrency public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  public typealias Body = Never
}
extension ProgressView where CurrentValueLabel == EmptyView {
  nonisolated public init() where Label == EmptyView {}
  nonisolated public init(@ViewBuilder label: () -> Label) {}
  nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text {}
  nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {}
  nonisolated public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0)
  where Label == Text {}
}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@MainActor @preconcurrency public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  public typealias Body = Never
  nonisolated public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }) {}
}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  nonisolated public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct SearchUnavailableContent: Sendable {
  public struct Label: View { public typealias Body = Never }
  public struct Description: View { public typealias Body = Never }
  public struct Actions: View { public typealias Body = Never }
}
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  public static var search: ContentUnavailableView<Label, Description, Actions> { fatalError() }
  public static func search(text: String) -> ContentUnavailableView<Label, Description, Actions> { fatalError() }
}

// MARK: Navigation

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath: Equatable {
  public init() {}
  public var count: Int { 0 }
  public var isEmpty: Bool { true }
  public mutating func append<V: Hashable>(_ value: V) {}
  public mutating func removeLast(_ k: Int = 1) {}
}
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
  nonisolated public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {}
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable {}
}
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
@MainActor @preconcurrency public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  public typealias Body = Never
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail) {}
  nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {}
}
@MainActor @preconcurrency public struct NavigationLink<Label: View, Destination: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
}
extension NavigationLink where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {}
}
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationLink where Destination == Never {
  nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {}
  nonisolated public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {}
}
@MainActor @preconcurrency public struct TabView<SelectionValue: Hashable, Content: View>: View {
  public typealias Body = Never
  nonisolated public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
  nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Int {}
}

// MARK: Toolbars

@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}
extension Never: ToolbarContent {}
extension ToolbarContent where Body == Never { public var body: Never { fatalError() } }
@resultBuilder public struct ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
  public static func buildBlock<A: ToolbarContent, B: ToolbarContent>(_ a: A, _ b: B) -> some ToolbarContent { a }
  public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent>(
    _ a: A, _ b: B, _ c: C) -> some ToolbarContent { a }
}
public struct ToolbarItemPlacement: Sendable {
  public static let automatic = Self(), principal = Self(), navigation = Self(), primaryAction = Self(), status = Self()
  public static let confirmationAction = Self(), cancellationAction = Self(), destructiveAction = Self()
  @available(macOS, unavailable) public static let topBarLeading = ToolbarItemPlacement()
  @available(macOS, unavailable) public static let topBarTrailing = ToolbarItemPlacement()
  @available(macOS, unavailable) public static let bottomBar = ToolbarItemPlacement()
  public static let keyboard = ToolbarItemPlacement()
}
@MainActor @preconcurrency public struct ToolbarItem<ID, Content: View>: ToolbarContent {
  public typealias Body = Never
  nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) where ID == () {}
}
@MainActor @preconcurrency public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  public typealias Body = Never
  nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

// MARK: Animation

public struct Transaction { public init() {} }
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation(), linear = Animation(), easeIn = Animation(), easeOut = Animation()
  public static let easeInOut = Animation(), spring = Animation()
  public static func easeInOut(duration: TimeInterval) -> Animation { .init() }
}
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
#if os(iOS)
  @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    @MainActor @preconcurrency func makeUIView(context: UIViewRepresentableContext<Self>) -> UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: UIViewRepresentableContext<Self>)
  }
  extension UIViewRepresentable { public typealias Context = UIViewRepresentableContext<Self> }
  @MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}
#endif
