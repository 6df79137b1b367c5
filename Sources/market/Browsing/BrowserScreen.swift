import OpenMarket

/// One screen of `market browse`: draws what its models say, and makes effects of keys.
@MainActor protocol BrowserScreen: AnyObject {
  var title: String { get }
  /// The present activity, at the right of the heading.
  var status: Line { get }
  /// The keys of this screen for the last line, the most important first.
  var hints: [KeyHint] { get }
  /// Draws into `area` of `canvas`, which is blank there, whatever its size.
  func draw(on canvas: inout Canvas, in area: Area, photos: PhotoShelf)
  /// Whether there is nothing more to do here, after an action: the screen is left.
  var isDone: Bool { get }
  func press(_ key: Key, in area: Area, photos: PhotoShelf) -> ScreenEffect
}

extension BrowserScreen {
  var isDone: Bool { false }
}

enum ScreenEffect {
  /// The key means nothing here.
  case ignored
  /// All that is to be done is to draw again.
  case handled
  case open(any BrowserScreen)
  /// Does something, of which the returned sentence tells; an error tells why not.
  case perform(@MainActor () async throws -> String)
  case confirm(String, @MainActor () async throws -> String)

  /// Does something, of which `done` tells afterwards; asks `question` first, if there is one.
  static func action(
    _ question: String? = nil, done: String = "", _ action: @escaping @MainActor () async throws -> Void
  ) -> ScreenEffect {
    let perform: @MainActor () async throws -> String = {
      try await action()
      return done
    }
    return question.map { .confirm($0, perform) } ?? .perform(perform)
  }
}

/// A key and its use, for the last line, where the mouse can press it.
struct KeyHint: Equatable {
  var name: String
  var use: String
  var key: Key

  init(_ name: String, _ use: String, _ key: Key) { (self.name, self.use, self.key) = (name, use, key) }

  /// A letter.
  init(_ letter: String, _ use: String) { self.init(letter, use, .text(letter)) }

  static let open = KeyHint("Enter", "open", .enter)
  static let back = KeyHint("Esc", "back", .escape)
}

extension Key {
  /// The keys that were pressed for Hangul, by a user who meant a command; `nil` for other keys.
  var latinKeys: [Key]? {
    guard case .text(let text) = self, let scalar = text.unicodeScalars.first else { return nil }
    return TwoSetKeyboard.latin(typedAs: scalar)?.map { .text(String($0)) }
  }

  /// Whether the key only moves through what a screen shows already.
  var isScrolling: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end, .mouse: true
    case .text(let letter): letter == "j" || letter == "k"
    default: false
    }
  }
}

extension Error {
  var sentence: String {
    switch self {
    case let error as SubmissionFailure: error.message.printable
    case let error as StoreError: error.message.printable
    case let error as ImageError: error.message.printable
    default: String(describing: self).printable
    }
  }
}
