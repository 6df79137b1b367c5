import Dispatch
import Foundation
import Testing

/// Runs the tests on Linux. There are none of XCTest, for which SwiftPM would write this file by itself and have the
/// compiler index every test target first, at up to twice its time.
@main
struct TestRunner {
  // Not asynchronous: the functions that a compiler makes of such ones have one name in all programs that are linked here.
  static func main() {
    guard CommandLine.arguments.contains("swift-testing") else {
      // As XCTest's, of which there would be none to run.
      FileHandle.standardError.write(
        Data("The tests are run by: swift test --enable-swift-testing --disable-xctest\n".utf8))
      exit(64)
    }
    Task { await Testing.__swiftPMEntryPoint() as Never }
    dispatchMain()
  }
}
