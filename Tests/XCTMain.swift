import Testing

/// Runs the tests on Linux. There are none of XCTest, for which SwiftPM would write this file by itself and have the
/// compiler index every test target first, at up to twice its time.
@main
struct TestRunner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
