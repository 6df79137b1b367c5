/// Which calls are due when, and for when the one alarm must be set.
struct TimetableMachine<Call> {
  private var agenda = Agenda<UInt64>()
  private var calls: [UInt64: Call] = [:]
  private var lastID: UInt64 = 0
  private var alarmedFor: Moment?

  /// How many calls are still to be made.
  var count: Int { calls.count }
  /// How many moments are kept, those of calls taken back included.
  var agendaCount: Int { agenda.count }

  /// Adds a call; `wake` is when to set the alarm for, if it must be set anew.
  mutating func add(_ call: Call, at moment: Moment) -> (id: UInt64, wake: Moment?) {
    lastID += 1
    calls[lastID] = call
    agenda.insert(lastID, at: moment)
    guard alarmedFor.map({ moment < $0 }) ?? true else { return (lastID, nil) }
    alarmedFor = moment
    return (lastID, moment)
  }

  /// Takes a call back and leaves the alarm as it is: ringing for nothing is cheaper than setting it anew.
  mutating func remove(_ id: UInt64) -> Call? {
    guard let call = calls.removeValue(forKey: id) else { return nil }
    // Moments of calls taken back stay in the agenda until they are most of it.
    if agenda.count > 2 * calls.count + 64 { agenda.removeAll { calls[$0] == nil } }
    return call
  }

  /// The alarm rang: the calls to make now, in order, and when to set it for next.
  mutating func ring(at now: Moment) -> (due: [Call], wake: Moment?) {
    var due: [Call] = []
    while let first = agenda.popFirst(dueAt: now) {
      if let call = calls.removeValue(forKey: first.key) { due.append(call) }
    }
    if calls.isEmpty { agenda = Agenda() }
    alarmedFor = agenda.first?.moment
    return (due, alarmedFor)
  }
}
