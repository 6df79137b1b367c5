#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  /// Suspends a market when the app enters the background, and resumes it when the app returns.
  ///
  /// The notifications are named by their texts: extensions, which have no application of their own, hear of the app that
  /// they run in.
  final class BackgroundObserver: Sendable {
    private static let entering = [
      "UIApplicationDidEnterBackgroundNotification", "NSExtensionHostDidEnterBackgroundNotification",
    ]
    private static let returning = [
      "UIApplicationWillEnterForegroundNotification", "NSExtensionHostWillEnterForegroundNotification",
    ]

    private let tasks: [Task<Void, Never>]

    init(_ lifecycle: Lifecycle) {
      let entering = Self.entering.map { name in
        Self.observe(name) { [weak lifecycle] in
          if let lifecycle { Self.suspend(lifecycle) }
        }
      }
      let returning = Self.returning.map { name in
        Self.observe(name) { [weak lifecycle] in
          Task { await lifecycle?.resume() }
        }
      }
      tasks = entering + returning
    }

    deinit {
      for task in tasks { task.cancel() }
    }

    private static func observe(_ name: String, _ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
      Task {
        let notifications = NotificationCenter.default.notifications(named: Notification.Name(name))
        for await _ in notifications.map({ _ in () }) { body() }
      }
    }

    /// Keeps the process running until nothing is held, as far as the system lets it.
    private static func suspend(_ lifecycle: Lifecycle) {
      let isDone = DispatchSemaphore(value: 0)
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Finishing uploads") { isExpired in
        // Called on a thread of its own, which it keeps until the work is done; a second time when time runs out.
        if isExpired { lifecycle.hurry() } else { isDone.wait() }
      }
      Task {
        await lifecycle.suspend(grace: .seconds(5))
        isDone.signal()
      }
    }
  }
#endif
