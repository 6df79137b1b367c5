import ArgumentParser
import Foundation
import OpenMarket

struct Inspect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what a program does: requests, what came from the store and why, and the outbox.",
    discussion: """
      Follows an app with an inspectorSocket, or a command with --inspect, until it ends, is suspended, or Ctrl-C; or \
      reads a file of events, from an eventFile or --events. Prints a line for each event, and at the end how things \
      stand. Every event names its cause, such as #5: --cause 5 shows only what follows from it, to the rows of a write \
      (exit code 66 when there is nothing).

      Events hold no texts, names, addresses or secrets: only numbers, codes and path templates. Only programs of the \
      same user can connect.
      """)

  @Argument(help: .value("socket-or-file", "A socket, or a file of events."), completion: .file())
  var source: String

  @Flag(help: "Print JSON, one document a line, for scripts.")
  var json = false

  @Option(help: .value("number", "Only what follows from this cause."))
  var cause: UInt64?

  @Option(help: .value("file", "Write the requests to a new file (HTTP Archive)."), completion: .file())
  var har: String?

  @Option(
    help: .value(
      "folder", "Write events, requests and a summary to a new folder, to be sent to whoever helps."),
    completion: .directory)
  var bundle: String?

  @Option(help: .value("seconds", "Wait so long for the program to start."))
  var wait = 0.0

  func validate() throws { try require("--wait", wait, in: 0...86_400, unit: " seconds") }

  func run() async throws {
    let source = try await opened()
    let end = source.end
    let signals = await TerminalSignals(source.isSocket ? TerminalSignals.ending : []) { _ in end() }
    defer { signals.stop() }
    let terminal = Terminal()
    var picture = InspectionPicture()
    var export = har == nil && bundle == nil ? nil : InspectionExport()
    var filter = cause.map { CauseFilter($0) }
    var (hasEvents, isSuspended) = (false, false)
    var splitter = LineSplitter()
    while let bytes = source.read() {
      for data in splitter.lines(in: bytes) where !data.isEmpty {
        guard let line = InspectedLine(data) else {
          try requireHello(picture)
          picture.unreadable += 1
          continue
        }
        picture.note(line)
        try requireHello(picture)
        if case .event(let record) = line {
          isSuspended = source.isSocket && record.kind == MarketEvent.Kind.suspended.rawValue
          if filter?.includes(record) == false { continue }
          hasEvents = true
        }
        try export?.note(line)
        try print(line, on: terminal)
      }
    }
    picture.unreadable += splitter.skipped
    try requireHello(picture)
    if let cause, !hasEvents {
      throw StoreError(.notStored, "\(self.source.printable) has no event of a cause \(cause)")
    }
    try finish(picture, export, isCutOff: splitter.isCutOff, on: terminal)
    if isSuspended {
      terminal.note("market: the program is suspended, and can be followed again when it has returned")
    }
  }

  /// Opens the source; what is not there, or cannot be read, is no program that does not respond.
  private func opened() async throws -> InspectionSource {
    do {
      return try await InspectionSource.opening(source, wait: .seconds(wait))
    } catch let error as HTTPError {
      var status = stat()
      guard unsafe stat(source, &status) == 0 else { throw StoreError(.notStored, error.message) }
      if status.st_mode & S_IFMT != S_IFSOCK { try RegularFile.requireReadable(source) }
      throw error
    }
  }

  private func finish(
    _ picture: InspectionPicture, _ export: InspectionExport?, isCutOff: Bool, on terminal: Terminal
  ) throws {
    if !json { try terminal.print([""] + picture.summary) }
    if let har { try export?.writeHAR(to: har, picture) }
    if let bundle { try export?.writeBundle(to: bundle, picture) }
    if isCutOff {
      terminal.note("market: warning: \(source.printable) is cut off: its last event is missing")
    }
  }

  /// Refuses what is no stream of events.
  private func requireHello(_ picture: InspectionPicture) throws {
    guard let hello = picture.hello else {
      throw HTTPError(
        .invalidInput, "\(source) holds no events: name a socket, or a file that --events has written")
    }
    try hello.requireKnownFormat(of: source)
  }

  private func print(_ line: InspectedLine, on terminal: Terminal) throws {
    if json { return try terminal.printJSON(line) }
    switch line {
    case .hello(let hello):
      let server = hello.server.map { ", server \($0)" } ?? ""
      try terminal.print("\(hello.program) \(hello.process)\(server)".printable)
    case .snapshot: break  // At the end.
    case .gap(let gap): try terminal.print("\(gap.count) events are missing: they were not read in time")
    case .event(let record):
      let time = EventJSON.text(of: record.date).dropFirst(11).dropLast()
      try terminal.print("\(terminal.style.dim(String(time)))  \(record.description.printable)")
    }
  }
}
