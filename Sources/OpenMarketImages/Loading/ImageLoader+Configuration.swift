import Foundation
import OpenMarketHTTP
package import OpenMarketPacing

extension ImageLoader {
  /// The kinds of files kept on disk.
  package struct DiskContents: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: Int
    /// Makes a set.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Files as they came.
    package static let originals = DiskContents(rawValue: 1)
    /// Decoded images of up to a 256th of the disk cache's limit, or 128 KiB when that is more, pixel by pixel: 76 KB for
    /// 184×138, ready in a fraction of a millisecond.
    package static let thumbnails = DiskContents(rawValue: 2)
    /// Both.
    package static let all: DiskContents = [.originals, .thumbnails]
  }

  /// The memory limit for decoded images where an app sets none, in bytes. An extension is ended by the system when it takes
  /// more than 24 to 120 MB, depending on its kind.
  package static func standardMemoryLimit(isInExtension: Bool = Bundle.isOfExtension) -> Int {
    (isInExtension ? 8 : 100) << 20
  }

  /// The settings of a loader, with plain defaults.
  package struct Configuration: Sendable {
    /// The memory cache of decoded images (default: a cache of 100 MiB, in an app's extension of 8 MiB).
    package var memory: MemoryImageCache
    /// The disk cache of files and thumbnails (default: none).
    package var disk: DiskImageCache?
    /// The kinds of files kept on disk (default: files and thumbnails).
    package var diskContents = DiskContents.all
    /// Turns files into pixels (default: the platform's).
    package var decoder: any ImageDecoder = SystemImageDecoder()
    /// The limits for decoding one file, and the treatment of damaged ones; its `fileBytes` also ends
    /// downloads.
    package var decoding = DecodingOptions()
    /// The maximum number of concurrent downloads from one host; from all, twice as many (default: 6, in an extension 1).
    package var maxDownloads = 6
    /// Downloads at the same time for what is only prefetched (default: 2, in an extension 1).
    package var maxPrefetches = 2
    /// Decodes at the same time (default: one for each core, in an extension 1).
    package var maxDecodes = ProcessInfo.processInfo.activeProcessorCount
    /// How often a download may start (default: 25 at once, then 80 a second).
    package var startRate = RateLimit(oneEvery: .microseconds(12_500), burst: 25)
    /// The time limit for a download with all its delays, and for each further part of one that brings 256 KiB within it;
    /// `nil` for none (default: 60 s).
    package var downloadTimeout: Duration? = .seconds(60)
    /// How often a download that breaks is continued (default: 5).
    package var maxResumptions = 5
    /// The longest pause before the first continuation; it doubles, and is taken at random below (default: 0.2 s).
    package var resumptionDelay = Duration.milliseconds(200)
    /// Bytes of stopped downloads kept in memory, to go on there when the image is wanted again (default: 8 MiB, in an
    /// extension 1 MiB).
    package var resumableBytes = 8 << 20
    /// How long a source that gave no image is not asked again (default: 60 s).
    package var failureLifetime = Duration.seconds(60)
    /// How long a file is fresh of which the server says nothing (default: a day).
    package var standardFreshness = Duration.seconds(86_400)
    /// The system's memory pressure (default: that of the system on Apple platforms, none on Linux).
    package var memoryPressure: AsyncStream<MemoryPressure>?
    /// Whether the network is to be used sparingly: then nothing is prefetched (default: never).
    package var isConstrained: @Sendable () -> Bool = { false }
    /// Limits and pauses, and the age of files (default: the system's).
    package var time = TimeSource()
    /// Called with everything that happens, from any thread; it must return soon (default: nothing).
    package var onEvent: (@Sendable (ImageLoaderEvent) -> Void)?

    /// How many bytes of files may wait for a decode, and how many for the disk.
    var waitingBytes: Int {
      let (bytes, isTooMuch) = max(1, decoding.fileBytes).multipliedReportingOverflow(by: 2)
      return isTooMuch ? .max : bytes
    }

    /// Makes a configuration of defaults.
    ///
    /// In an extension files may have 2.5 MB: the most that are in memory at a time are two that come, with the old ones that they
    /// may replace, two that are looked up, two that wait for a decode, two that wait for the disk, and the one that is decoded.
    package init(isInExtension: Bool = Bundle.isOfExtension) {
      memory = MemoryImageCache(byteLimit: ImageLoader.standardMemoryLimit(isInExtension: isInExtension))
      guard isInExtension else { return }
      (maxDownloads, maxPrefetches, maxDecodes, resumableBytes) = (1, 1, 1, 1 << 20)
      decoding.fileBytes = 2_500_000
    }
  }
}
