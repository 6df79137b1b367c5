import Foundation
import MockConsole
import OpenMarket
import OpenMarketHTTP

/// Follows an app at its inspector's socket, for the console; again and again, as an app is started many times in a day.
struct AppFollower: Sendable {
  let path: String
  let recorder: ConsoleRecorder

  /// Begins to follow, on a thread of its own, until the process ends.
  /// - Parameter warn: Takes a sentence when what is at the path cannot be followed; the same one once.
  func start(warn: @escaping @Sendable (String) -> Void) {
    recorder.followApp()
    let thread = Thread {
      var said: String?
      while true {
        do {
          let source = try InspectionSource(path)
          guard source.isSocket else {
            throw HTTPError(.invalidInput, "\(path) is a file: name the socket of an app")
          }
          said = nil
          defer { recorder.note(app: .gone) }
          try follow(source)
        } catch let error as HTTPError {
          if error.code != .unreachable, said != error.message { warn(error.message) }
          said = error.message
        } catch {}
        Thread.sleep(forTimeInterval: 0.25)
      }
    }
    thread.name = "inspection"
    thread.start()
  }

  /// Reads until the app ends.
  private func follow(_ source: borrowing InspectionSource) throws(HTTPError) {
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
          recorder.note(app: .hello(Array(json)))
        case .snapshot: recorder.note(app: .snapshot(Array(json)))
        case .gap, .event: recorder.note(app: .event(Array(json)))
        }
      }
    }
  }
}
