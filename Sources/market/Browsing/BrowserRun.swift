import Foundation
import Observation
import OpenMarket

/// Lets the user browse in the terminal at standard output: keys and changes of models go in, pictures come out.
///
/// Draws when something has changed that the last picture displays, at most once in 16 ms.
@MainActor final class BrowserRun {
  private enum Event: Sendable {
    case typed([UInt8])
    /// Nothing has followed, it seems.
    case quiet(isPasting: Bool)
    case signalled(Int32)
    /// A value that a picture displays has changed; pictures are counted.
    case changed(picture: Int)
    case draw
  }

  private let send: AsyncStream<Event>.Continuation
  private let events: AsyncStream<Event>
  private let browser: Browser
  private let session: TerminalSession
  private let signals: TerminalSignals
  private let throttler = Throttler(.milliseconds(16))
  private var renderer: CanvasRenderer
  /// The number of the picture whose models are being observed, and its screen.
  private var observed: (picture: Int, screen: any BrowserScreen)?
  private var pictures = 0
  private var isQuitting = false

  /// Takes the terminal; without `graphics` no pictures are displayed.
  init(_ market: Marketplace, keyboard: KeyboardMode, graphics: TerminalGraphics?, isGrid: Bool) async {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    if let keys = graphics?.keys, !keys.isEmpty { send.yield(.typed(keys)) }
    (self.events, self.send) = (events, send)
    // Changes that come from nothing observed.
    let redraw: @MainActor () -> Void = { send.yield(.changed(picture: 0)) }
    let photos = PhotoShelf(market, graphics: graphics, onChange: redraw)
    browser = Browser(market, BrowserPreferences(isGrid: isGrid), photos: photos, onChange: redraw)
    renderer = CanvasRenderer(depth: ColourDepth(environment: ProcessInfo.processInfo.environment))
    // Before the terminal is changed, so that no signal leaves it so.
    signals = await TerminalSignals { send.yield(.signalled($0)) }
    var requests = TerminalSession.Requests.everything
    if graphics?.mode == .kitty { requests.end = KittyGraphics.removalOfAll + requests.end }
    session = TerminalSession(output: .standardOutput, style: .plain, keyboard: keyboard, requests: requests)
  }

  /// Runs until the user quits.
  /// - Throws: `EndedBySignal`; that of Ctrl-C for it.
  func run() async throws {
    let send = send
    let reader = KeyboardReader(STDIN_FILENO) { send.yield(.typed($0)) }
    defer {
      reader.stop()
      signals.stop()
      throttler.cancel()
      session.end()
    }
    let silence = KeySilence()
    var decoder = KeyDecoder()
    wake()
    for await event in events {
      switch event {
      case .typed([]): throw EndedBySignal(number: SIGHUP)
      case .typed(let bytes):
        try press(decoder.take(bytes))
        silence.await(decoder) { send.yield(.quiet(isPasting: $0)) }
      case .quiet(let isPasting): if isPasting == decoder.isPasting { try press(decoder.quiet()) }
      case .signalled(let number): try react(to: number)
      case .changed(let picture):
        // An older picture observes in vain.
        if picture == observed?.picture { observed = nil } else if picture != 0 { continue }
        wake()
      case .draw: draw()
      }
      if isQuitting { return }
    }
  }

  private func press(_ keys: [Key]) throws {
    for key in keys {
      // What is not only moved through may display what is not observed yet.
      if !key.isScrolling { observed = nil }
      switch browser.press(key) {
      case .none: break
      case .quit: isQuitting = true
      case .interrupted: throw EndedBySignal(number: SIGINT)
      case .suspend: if signals.catches(SIGTSTP) { session.suspend() }
      case .redraw: renderer.forgetScreen()
      }
    }
    if !keys.isEmpty { wake() }
  }

  private func react(to number: Int32) throws {
    switch session.react(to: number) {
    case .nothing: break
    case .redraw:
      renderer.forgetScreen()
      observed = nil
      wake()
    case .end(let number): throw EndedBySignal(number: number)
    }
  }

  private func wake() {
    throttler { [send] in send.yield(.draw) }
  }

  private func draw() {
    let canvas: Canvas
    if let observed, observed.screen === browser.top {
      canvas = browser.canvas(session.size)
    } else {
      pictures += 1
      let number = pictures
      canvas = withObservationTracking {
        browser.canvas(session.size)
      } onChange: { [send] in
        send.yield(.changed(picture: number))
      }
      observed = (number, browser.top)
    }
    session.draw(renderer.bytes(for: canvas))
  }
}
