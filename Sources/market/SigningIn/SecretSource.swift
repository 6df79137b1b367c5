import ArgumentParser
import Foundation
import OpenMarket
import OpenMarketHTTP

/// Where `market login` gets the secret: never from the command line or the environment, which others can see.
enum SecretSource {
  /// A file, `-` being standard input.
  case file(String)
  case prompt(HiddenPrompt)
  case standardInput

  /// `file` says which, else `OPENMARKET_SECRET_FILE`; else whatever standard input is.
  init(file: String?, environment: [String: String]) {
    let named = [file, environment["OPENMARKET_SECRET_FILE"]].compactMap(\.self).first { !$0.isEmpty }
    self =
      if let named { named == "-" ? .standardInput : .file(named) } else if let prompt = HiddenPrompt() {
        .prompt(prompt)
      } else {
        .standardInput
      }
  }

  /// Gets the secret; of what is not typed, one line end at the end is no part of it.
  /// - Throws: `ValidationError` when there is none, also at the end of input; `StoreError` for what is no secret.
  func read() async throws -> Secret {
    let bytes: Data?
    switch self {
    case .prompt(let prompt): bytes = try await prompt.ask("Secret (not displayed): ")
    case .standardInput: bytes = Self.withoutLineEnd(try StandardStreams.input(upTo: 1 << 20))
    case .file(let path):
      bytes = Self.withoutLineEnd(
        try RegularFile.read(
          URL(argument: path), named: path, upTo: 1 << 20, hint: "; --secret-file - reads standard input"))
      if bytes == Data() { throw StoreError(.invalidInput, "'\(path.printable)' has no secret: it is empty") }
    }
    guard let bytes, !bytes.isEmpty else { throw ValidationError("no secret was given") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StoreError(.invalidInput, "the secret is no UTF-8 text")
    }
    // Mostly a file of something else.
    guard !text.contains(where: \.isNewline) else {
      throw StoreError(.invalidInput, "the secret must be one line")
    }
    return Secret(text)
  }

  private static func withoutLineEnd(_ data: Data) -> Data {
    guard data.last == UInt8(ascii: "\n") else { return data }
    let line = data.dropLast()
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
