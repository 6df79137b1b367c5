#if canImport(UIKit) && !os(watchOS)
  import Dispatch
  import Foundation
  import OpenMarketHTTP
  import Synchronization
  import UIKit

  /// Suspends a market when the app enters the background, and resumes it when the app returns.
  ///
  /// The notifications are named by their texts: extensions, which have no application of their own, hear of the app that
  /// they run in.
  final class BackgroundObserver: Sendable {
    private let observers = Mutex<[any NSObjectProtocol]>([])

    /// - Parameters:
    ///   - lifecycle: The market's.
    ///   - folder: That of its store.
    init(_ lifecycle: Lifecycle, _ folder: URL) {
      lifecycle.awaitUse()
      observe("DidEnterBackground", lifecycle) { Self.suspend($0) }
      observe("WillEnterForeground", lifecycle) { $0.resume {} }
      // Also for an app that the user has launched, which does not return.
      observe("DidBecomeActive", lifecycle) { $0.noteUse() }
      // As the system names the containers that several processes share.
      let isShared = folder.path.contains("/Shared/AppGroup/")
      // A market that is made while the app is open hears of no activation, and one that is made in the background, or while
      // the app goes there, of no entering.
      Task { @MainActor [weak lifecycle] in
        guard let lifecycle, Self.hasScreen else { return }
        if Self.application?.applicationState != .background { return lifecycle.noteUse() }
        if isShared { Self.suspendInTime(lifecycle) }
      }
    }

    /// Whether a user may see what this process displays: not an extension such as a widget or a notification service, which no
    /// host tells that it is left.
    private static var hasScreen: Bool {
      guard Bundle.isOfExtension else { return true }
      let properties = Bundle.main.infoDictionary?["NSExtension"] as? [String: Any]
      let point = properties?["NSExtensionPointIdentifier"] as? String
      return point.map { screens.contains($0) } ?? false
    }

    private static let screens: Set = [
      "com.apple.share-services", "com.apple.ui-services", "com.apple.message-payload-provider",
      "com.apple.keyboard-service", "com.apple.usernotifications.content-extension",
    ]

    /// The application; `nil` in an extension. By its name: extensions may not link it.
    @MainActor private static var application: UIApplication? {
      let shared = NSSelectorFromString("sharedApplication")
      guard !Bundle.isOfExtension, UIApplication.responds(to: shared) else {
        return nil
      }
      return unsafe UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }

    deinit {
      observers.withLock { observers in
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
      }
    }

    /// Calls `body` while the notification is posted: the order of the calls is that of the notifications, and the system is
    /// asked for time before the app may be stopped.
    private func observe(
      _ event: String, _ lifecycle: Lifecycle, _ body: @escaping @Sendable (Lifecycle) -> Void
    ) {
      for sender in ["UIApplication", "NSExtensionHost"] {
        let name = Notification.Name("\(sender)\(event)Notification")
        observers.withLock { observers in
          observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
              [weak lifecycle] _ in
              if let lifecycle { body(lifecycle) }
            })
        }
      }
    }

    /// Suspends a market that was made in the background before the system stops the process, which would end it for its locks;
    /// not if the user opens the app before.
    private static func suspendInTime(_ lifecycle: Lifecycle) {
      keepRunning("Closing the market", until: lifecycle.awaitUseOrSuspension) { [weak lifecycle] in
        lifecycle?.suspendUnlessUsed()
      }
    }

    private static func suspend(_ lifecycle: Lifecycle) {
      let hasBegun = keepRunning(
        "Finishing uploads", until: { lifecycle.suspend(grace: .seconds(5), then: $0) }
      ) {
        lifecycle.hurry()
      }
      // It is asked on another thread, and may stop the process as soon as all have heard of the notification.
      _ = hasBegun.wait(timeout: .now() + 1)
    }

    /// Keeps the process running until `begin` calls what it is given, as far as the system lets it.
    /// - Returns: What is signalled once the system has responded.
    @discardableResult private static func keepRunning(
      _ reason: String, until begin: (@escaping @Sendable () -> Void) -> Void,
      whenExpired expire: @escaping @Sendable () -> Void
    ) -> DispatchSemaphore {
      let work = DispatchGroup()
      work.enter()
      begin { work.leave() }
      let hasBegun = DispatchSemaphore(value: 0)
      ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
        hasBegun.signal()
        // Called on a thread of its own, which it keeps until the work is done; again when time runs out, or only then
        // when there is none.
        guard isExpired else { return work.wait() }
        expire()
        // The process may be stopped when this returns: not with its locks.
        _ = work.wait(timeout: .now() + 1)
      }
      return hasBegun
    }
  }
#endif
