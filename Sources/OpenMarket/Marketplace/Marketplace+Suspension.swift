extension Marketplace {
  /// Releases everything for which the system may terminate a suspended app, and returns when nothing is held: no file lock,
  /// no transaction, no timer, no ``Configuration/inspectorSocket``. Connections are closed, which a transport may do a moment
  /// later.
  ///
  /// For `gracePeriod`, drafts that are being typed are saved and uploads may continue. Unfinished
  /// uploads are cancelled; whether the server has carried them out is looked up after ``resume()``, or by another process
  /// that shares the folder, which may go on with the outbox at once. Reads of this process that are under way, and all
  /// calls until ``resume()``, wait for it: nothing fails because the app was in the background. Cancelling their task ends
  /// them.
  ///
  /// On iOS, tvOS and visionOS the market calls this by itself when the app enters the background, and
  /// ``resume()`` when it returns, unless ``Configuration/suspendsInBackground`` is off; on watchOS the app calls both. For
  /// work in the background, such as that of `BGTaskScheduler`, use ``performBackgroundTask(_:)``.
  ///
  /// Calls may come in any order and repeatedly: the last one decides.
  ///
  /// - Parameter gracePeriod: The time for which saves and uploads may continue (default: 5 s). Zero also ends that of a
  ///   suspension which is under way.
  public func suspend(gracePeriod: Duration = .seconds(5)) async {
    await lifecycle.suspend(grace: gracePeriod)
  }

  /// Resumes the market after ``suspend(gracePeriod:)``: calls that wait proceed, live values show what others wrote
  /// meanwhile, the outbox sends again if it did before, and what is displayed and stale is read again, as by
  /// ``refresh(_:byUser:)``.
  ///
  /// Does nothing when the market is not suspended. When the store's folder was deleted meanwhile, later calls throw
  /// `StoreError`, or do without the store where they can.
  public func resume() async { await lifecycle.resume() }

  /// Performs work while the app is in the background, such as that of `BGTaskScheduler` or of a silent push.
  ///
  /// Resumes the market if it is suspended; the outbox sends only once `work` calls ``Outbox/flush(timeout:)`` or
  /// ``Outbox/start()``, enqueues a write or decides about one, and nothing that is displayed is read again. Suspends it after the last such work,
  /// with a grace period of five seconds for what is being sent, which the cancellation of the task ends; not when the app is using it: while it is open or was resumed, and where nothing suspends it by itself
  /// (``Configuration/suspendsInBackground``) until ``suspend(gracePeriod:)`` is called.
  ///
  /// ``suspend(gracePeriod:)`` takes effect at once, also during the work.
  ///
  /// - Parameter work: The work; it goes on when the task is cancelled unless it checks for that, as all methods here do.
  /// - Returns: The result of `work`, once the market is suspended again or known to be in use.
  /// - Throws: The error of `work`.
  public func performBackgroundTask<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    try await lifecycle.performBackgroundTask(work)
  }
}

extension Lifecycle.Steps {
  /// The steps of a market of these parts. From the top down, so that each can still use what is below it.
  init(
    autosaves: SavesUnderWay, outbox: Outbox, transport: SuspendableTransport, photos: MarketPhotos,
    store: MarketStore, network: NetworkState, refresher: Refresher, clock: PausableClock,
    inspection: Inspection
  ) {
    self.init(
      stop: { outbox.beginWindDown() },
      windDown: {
        // They take some milliseconds, and would wait for the return: an app that is ended before has lost them.
        await autosaves.finish()
        await outbox.driver.whenQuiet()
      },
      suspend: {
        let socket = await inspection.suspend()
        network.stop()
        refresher.suspend()
        await outbox.suspend()
        transport.suspend()
        await photos.suspend()
        await store.suspend()
        await socket?.closed()
        await clock.pause()
      },
      resume: {
        clock.resume()
        transport.resume()
        store.resume()
        photos.resume()
        network.start()
        refresher.resume()
        inspection.resume()
      },
      wake: { isInUse in
        guard isInUse else { return outbox.awaitCalls() }
        outbox.resume()
        refresher.fire("foreground")
      })
  }
}
