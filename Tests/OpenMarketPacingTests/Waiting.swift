/// Waits until `condition` holds; the suite's time limit catches one that never does.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
