import OpenMarket

#if os(iOS)
  import BackgroundTasks
  import UIKit

  /// The code of the section on work in the background.
  private enum Samples {
    // As in the initializer of an app.
    @MainActor static func register(_ market: Marketplace) {
      _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "market.deliver", using: nil) {
        @Sendable task in
        // Any thread may complete it, though it is not declared Sendable.
        nonisolated(unsafe) let task = task
        let delivery = Task {
          let unsent = await market.performBackgroundTask {
            try? await market.outbox.flush(timeout: .seconds(60))
          }
          unsafe task.setTaskCompleted(success: unsent?.isEmpty ?? false)
        }
        unsafe task.expirationHandler = { delivery.cancel() }
      }
    }

    static func submitRequest() throws {
      let request = BGProcessingTaskRequest(identifier: "market.deliver")
      request.requiresNetworkConnectivity = true
      try BGTaskScheduler.shared.submit(request)
    }
  }
#endif

#if os(iOS)
  import SwiftUI

  extension Samples {
    struct MarketApp: App {
      @State private var market = makeMarket()  // with $0.suspendsInBackground = false
      @Environment(\.scenePhase) private var phase

      var body: some Scene {
        WindowGroup { Screens(market: market) }
          .onChange(of: phase) {
            switch phase {
            case .active: Task { await market.resume() }
            case .background:
              try? submitRequest()
              Task { await finishUploads(market) }
            default: break
            }
          }
      }
    }

    // What the sample calls.
    static func makeMarket() -> Marketplace { fatalError("the app's own") }
    struct Screens: View {
      let market: Marketplace
      var body: some View { EmptyView() }
    }
  }

  extension Samples.MarketApp {
    @MainActor func finishUploads(_ market: Marketplace) async {
      let assertion = UIApplication.shared.beginBackgroundTask {
        // Ends the wait below.
        Task { await market.suspend(gracePeriod: .zero) }
      }
      await market.suspend(gracePeriod: assertion == .invalid ? .zero : .seconds(25))
      UIApplication.shared.endBackgroundTask(assertion)
    }
  }
#endif

/// The samples of the README on lifecycle.
private func background(_ market: Marketplace) async {
  await market.suspend(gracePeriod: .seconds(2))
  await market.resume()
}
