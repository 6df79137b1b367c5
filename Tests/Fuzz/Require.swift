/// Ends the process, which the fuzzer reports with its input, unless `condition` holds.
///
/// Unlike `precondition` it says why in optimised code too.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard condition else { fatalError(message()) }
}
