#if canImport(SwiftUI)
  import OpenMarket
  import SwiftUI

  @main struct HongdangmuApp: App {
    @State private var market = Result { try Marketplace.ofApp() }

    #if os(macOS)
      init() {
        // Without a bundle, as Xcode runs it, it would get neither a menu nor the keyboard.
        Task {
          NSApplication.shared.setActivationPolicy(.regular)
          NSApplication.shared.activate()
        }
      }
    #endif

    var body: some Scene {
      WindowGroup {
        switch market {
        case .success(let market): RootView(market: market)
        case .failure(let error):
          // Also when the system has launched the app ahead of the user, and the device was not unlocked since it started.
          ContentUnavailableView {
            Text(error.koreanText)
          } actions: {
            Button("다시 시도") { market = Result { try Marketplace.ofApp() } }
          }
        }
      }
    }
  }
#else
  @main enum HongdangmuApp {
    static func main() { print("Hongdangmu needs SwiftUI.") }
  }
#endif
