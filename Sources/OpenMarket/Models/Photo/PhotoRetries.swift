#if Images
  import Foundation
  import OpenMarketHTTP
  import OpenMarketImages

  /// The retries of a photo that the user has not asked for: a pure state machine.
  struct PhotoRetries {
    /// When they were, the latest times.
    private var dates: [Date] = []
    /// Those after a 403 or 404; no more with each appearance, so that lists do not ask for a missing photo at every pass.
    private var countOfMissing = 0

    mutating func appear() { dates = [] }

    /// The delay after which a photo that may not be stored yet is tried again; `nil` for any other, or twice already.
    mutating func delay(after error: ImageError) -> Duration? {
      let code = (error.cause as? HTTPError)?.code
      guard code == .notFound || code == .forbidden, countOfMissing < 2 else { return nil }
      countOfMissing += 1
      return .seconds(2 * countOfMissing)
    }

    /// Whether a photo is tried again when the market refreshes. What has a response would get the same again.
    func waitsForRefresh(after error: ImageError) -> Bool {
      (error.code == .timedOut || error.code == .network) && (error.cause as? HTTPError)?.status == nil
    }

    /// Whether it is tried again now: three times a minute, as a host that is down is not to be asked every few seconds.
    mutating func isDue(in run: RefreshRun) -> Bool {
      dates.removeAll { run.isByUser || abs(run.date.timeIntervalSince($0)) >= 60 }
      guard dates.count < 3 else { return false }
      dates.append(run.date)
      return true
    }
  }

  extension Marketplace {
    /// The pixels of the file that a photo was sent from, where they were displayed until the listing was accepted.
    func sentPhoto(_ address: URL, fitting target: ImageTarget) -> DecodedImage? {
      outbox.driver.sender.sentPhotos.file(of: address).flatMap {
        images.cachedImage(for: ImageRequest($0, fitting: target))
      }
    }
  }
#endif
