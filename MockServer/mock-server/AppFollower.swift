import Foundation
import MockConsole
import OpenMarket
import OpenMarketHTTP

/// Follows an app at its inspector's socket, for the console; again and again, as an app is started many times in a day, and
/// suspended more often.
struct AppFollower: Sendable {
  private let path: String
  private let recorder: ConsoleRecorder

  /// Makes one, and says in the record that there may be an app, which a reader is to find there from the beginning.
  init(path: String, recorder: ConsoleRecorder) {
    (self.path, self.recorder) = (path, recorder)
    recorder.followApp()
  }

  /// Begins to follow, on a thread of its own, until the process ends.
  /// - Parameter warn: Takes a sentence when what is at the path cannot be followed; the same one once.
  func start(warn: @escaping @Sendable (String) -> Void) {
    let thread = Thread {
      var said: String?
      var run = FollowedRun()
      while true {
        do {
          let source = try InspectionSource(path)
          guard source.isSocket else {
            throw HTTPError(.invalidInput, "\(path) is a file: name the socket of an app")
          }
          var isAccepted = false
          defer { if isAccepted { recorder.note(app: .gone) } }
          try follow(source, &run) {
            isAccepted = true
            said = nil
          }
        } catch let error as HTTPError where error.code != .unreachable {
          if said != error.message { warn(error.message) }
          said = error.message
        } catch {}
        Thread.sleep(forTimeInterval: 0.25)
      }
    }
    thread.name = "inspection"
    thread.start()
  }

  /// Reads until the app ends; calls `accept` once it is known to be an app that can be followed.
  private func follow(
    _ source: borrowing InspectionSource, _ run: inout FollowedRun, accept: () -> Void
  ) throws(HTTPError) {
    var splitter = LineSplitter()
    while let bytes = source.read() {
      for line in splitter.lines(in: bytes) {
        // Read and written anew: the page gets nothing but what events have.
        guard let line = InspectedLine(line), let json = try? EventJSON.line(line).dropLast() else {
          continue
        }
        switch line {
        case .hello(let hello):
          try hello.requireKnownFormat(of: path)
          run.begin(hello)
          accept()
          recorder.note(app: .hello(Array(json)))
        case .snapshot: recorder.note(app: .snapshot(Array(json)))
        case .event(let record) where !run.isNew(record): break
        case .gap, .event: recorder.note(app: .event(Array(json)))
        }
      }
    }
  }
}

/// The process whose events were recorded last, and how far: after a suspension it tells them again.
private struct FollowedRun {
  private var process: Int32?
  private var number: UInt64 = 0
  private var date = Date.distantPast

  mutating func begin(_ hello: InspectionHello) {
    if hello.process != process { self = FollowedRun(process: hello.process) }
  }

  /// Whether an event was not recorded before. Another market of the same process counts from 1 again, but later.
  mutating func isNew(_ record: EventRecord) -> Bool {
    guard record.number > number || record.date > date else { return false }
    (number, date) = (record.number, max(date, record.date))
    return true
  }
}
