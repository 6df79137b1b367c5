import ArgumentParser
import Foundation
import OpenMarket

/// Asks at the terminal for what a form lacks, and again for what breaks a rule.
struct ListingPrompts {
  private let terminal = Terminal()

  /// `nil` when not at a terminal.
  init?() {
    guard terminal.canAsk else { return nil }
  }

  func complete(_ form: inout ListingForm) throws {
    if form.name == nil {
      form.name = try ask("Name: ") { text in try ProductChanges(name: text).validate() }
    }
    if form.price == nil {
      let currency = form.listingCurrency
      let text = try ask("Price (\(currency.rawValue.printable)): ") { text in
        let amount = try Amount(argument: text)
        try amount.require(currency, of: "the price")
        try ProductChanges(price: amount.value).validate()
      }
      form.price = try Amount(argument: text).value
    }
    if form.description == nil {
      form.description = try ask("Description: ") { text in try ProductChanges(description: text).validate() }
    }
    if form.photos.isEmpty { form.photos = try askPhotos() }
  }

  private func askPhotos() throws -> [String] {
    var paths: [String] = []
    let most = ListingRules.photoCount.upperBound
    while paths.count < most {
      let note = paths.isEmpty ? "" : ", or nothing for no more"
      let text = try ask("Photo \(paths.count + 1) of at most \(most) (a file\(note)): ") { text in
        if text.isEmpty, !paths.isEmpty { return }
        guard FileManager.default.isReadableFile(atPath: Self.path(text)) else {
          throw ValidationError("there is no file '\(text.printable)' that can be read")
        }
      }
      if text.isEmpty { break }
      paths.append(Self.path(text))
    }
    return paths
  }

  /// Asks until `check` takes the response.
  private func ask(_ question: String, check: (String) throws -> Void) throws -> String {
    while true {
      guard let line = try terminal.ask(question) else {
        throw ValidationError("the form was not completed: nothing is stored")
      }
      let text = line.trimmingCharacters(in: .whitespaces)
      do {
        try check(text)
        return text
      } catch let error as ListingValidationError {
        terminal.note(error.description)
      } catch let error as ValidationError {
        terminal.note(error.message)
      }
    }
  }

  /// Files dropped onto a terminal come in quotes, or with spaces escaped.
  private static func path(_ text: String) -> String {
    let (typed, dropped) = (URL(argument: text).path, text.droppedFiles)
    let isTyped = FileManager.default.fileExists(atPath: typed) || dropped.count != 1
    return isTyped ? typed : dropped[0].path
  }
}

extension String {
  /// The files that a terminal pastes when they are dropped on it: paths in quotes, or with a backslash before what is
  /// special to a shell, with spaces between.
  var droppedFiles: [URL] {
    var paths: [String] = []
    var (path, quote, isEscaped): (String?, Character?, Bool) = (nil, nil, false)
    for character in self {
      if isEscaped {
        path = (path ?? "") + String(character)
        isEscaped = false
      } else if character == quote {
        quote = nil
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        path = path ?? ""
      } else if quote == nil, character.isWhitespace {
        if let path { paths.append(path) }
        path = nil
      } else {
        path = (path ?? "") + String(character)
      }
    }
    return (paths + [path].compactMap(\.self)).map { URL(argument: $0) }
  }
}
