import OpenMarket

#if os(iOS)
  import BackgroundTasks
  import UIKit

  /// The code of the section on work in the background.
  private enum Samples {
    @MainActor final class BackgroundUploads {
      private var assertion = UIBackgroundTaskIdentifier.invalid

      func finish(_ market: Marketplace) async {
        assertion = UIApplication.shared.beginBackgroundTask {
          Task {
            await market.suspend(gracePeriod: .zero)
            self.end()
          }
        }
        await market.suspend(gracePeriod: assertion == .invalid ? .zero : .seconds(25))
        end()
      }

      private func end() {
        guard assertion != .invalid else { return }
        UIApplication.shared.endBackgroundTask(assertion)
        assertion = .invalid
      }
    }

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
    struct RootView: View {
      let market: Marketplace  // made with $0.suspendsInBackground = false
      @State private var uploads = BackgroundUploads()
      @Environment(\.scenePhase) private var phase

      var body: some View {
        Screens(market: market).onChange(of: phase) {
          switch phase {
          case .active: Task { await market.resume() }
          case .background:
            try? submitRequest()
            Task { await uploads.finish(market) }
          default: break
          }
        }
      }
    }

    // What the sample calls.
    struct Screens: View {
      let market: Marketplace
      var body: some View { EmptyView() }
    }
  }
#endif

/// The samples of the README on lifecycle.
private func background(_ market: Marketplace) async {
  await market.suspend(gracePeriod: .seconds(2))
  await market.resume()
}
