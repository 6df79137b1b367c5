import Foundation

/// The code blocks of an article of the documentation that files of tests, where they would be compiled, do not hold
/// word for word.
///
/// - Parameters:
///   - article: The article's path from the root of the package.
///   - samples: The text of the files that hold the samples: of `file`, unless given.
///   - file: The caller's.
/// - Returns: The blocks that are missing, and how many there are in all.
/// - Throws: Whatever reading the files throws.
public func uncompiledSamples(
  of article: String, in samples: String? = nil, file: String = #filePath
) throws -> (missing: [String], total: Int) {
  let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  func read(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }
  let compiled = withoutIndentation(try samples ?? read(URL(filePath: file)))
  let blocks = try read(root.appending(path: article)).components(separatedBy: "```swift\n").dropFirst()
    .map { $0.components(separatedBy: "```")[0] }
  return (blocks.filter { !compiled.contains(withoutIndentation($0)) }, blocks.count)
}

private func withoutIndentation(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.drop { $0 == " " } }.joined(separator: "\n")
}
