import OpenMarket

#if os(iOS)
  import BackgroundTasks
  import UIKit

  /// The code of the section on work in the background.
  private enum Samples {
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
      @State private var market: Marketplace
      @Environment(\.scenePhase) private var phase

      init() {
        let market = makeMarket()  // with $0.suspendsInBackground = false
        _market = State(initialValue: market)
        register(market)
      }

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
    func register(_ market: Marketplace) {
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

#if canImport(Security)
  import Foundation

  /// The market of an app and its extensions.
  private func sharedMarket(_ url: URL, _ userID: Int) throws -> Marketplace? {
    let group = FileManager.default.containerURL(
      forSecurityApplicationGroupIdentifier: "group.example.market")
    guard let group else { return nil }  // The entitlement is missing.
    let signIns = CredentialsStore.keychain(accessGroup: "ABCDE12345.example.market")
    return try Marketplace(server: url, folder: group.appending(path: "market-\(userID)")) {
      $0.credentials = try signIns.credentials(for: url)
    }
  }
#endif

/// The samples of the README on lifecycle.
private func background(_ market: Marketplace) async {
  await market.suspend(gracePeriod: .seconds(2))
  await market.resume()
}
