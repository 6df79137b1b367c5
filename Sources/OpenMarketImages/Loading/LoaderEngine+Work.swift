import Foundation
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

extension LoaderEngine {
  // MARK: Caches

  /// Asks the caches, the cheapest first.
  func lookUp(_ want: LoaderMachine.Want, of source: String, allowsStale: Bool) -> LoaderMachine.Found {
    if case .image(let target) = want {
      if let image = imageInMemory(target, of: source) { return .image(image) }
      if let image = thumbnailOnDisk(target, of: source, allowsStale: allowsStale) { return .image(image) }
    }
    if let file = localFile(of: source) { return .file(file) }
    guard let entry = configuration.disk?.entry(for: Self.fileKey(source)),
      case .original(let bytes) = entry.content, allowsStale || entry.isFresh
    else { return .nothing }
    note(.diskHit, source)
    return .file(LoaderMachine.File(bytes: bytes, validity: FileValidity(entry)))
  }

  /// A file of this device, which waits for no download; only its pixels are kept, in memory.
  private func localFile(of source: String) -> LoaderMachine.File? {
    guard let url = url(of: source), url.isFileURL,
      let bytes = try? RegularFile.read(url, upTo: configuration.decoding.fileBytes + 1, cutsRest: true)
    else { return nil }
    var validity = FileValidity()
    validity.isVolatile = true
    return LoaderMachine.File(bytes: bytes, validity: validity)
  }

  private func imageInMemory(_ target: ImageTarget, of source: String) -> DecodedImage? {
    let memory = configuration.memory
    let key = ImageKey(source: source, target: target)
    if memory.contains(key), let image = memory.image(for: key) {
      note(.memoryHit, source)
      return image
    }
    // The smallest that is large enough costs least.
    let larger = memory.images(of: source).sorted { $0.image.byteCount < $1.image.byteCount }
    for (largerKey, image) in larger {
      guard let smaller = Derivation.image(for: target, from: image, madeFor: largerKey.target) else {
        continue
      }
      memory.store(smaller, for: key)
      note(.derived, source)
      return smaller
    }
    return nil
  }

  private func thumbnailOnDisk(
    _ target: ImageTarget, of source: String, allowsStale: Bool
  ) -> DecodedImage? {
    guard configuration.diskContents.contains(.thumbnails), let disk = configuration.disk,
      let entry = disk.entry(for: Self.thumbnailKey(target, source)), case .pixels(let image) = entry.content,
      allowsStale || entry.isFresh
    else { return nil }
    configuration.memory.store(image, for: ImageKey(source: source, target: target))
    note(.diskHit, source)
    return image
  }

  // The source comes first, so that all that is kept of one can be removed.
  static func fileKey(_ source: String) -> String { "\(source)\nfile" }

  static func thumbnailKey(_ target: ImageTarget, _ source: String) -> String {
    "\(source)\n\(ImageKey(source: source, target: target))"
  }

  // MARK: Decoding

  func decode(
    _ id: UInt64, source: String, file: LoaderMachine.File, targets: [ImageTarget], _ flag: StopFlag
  ) {
    var options = configuration.decoding
    options.isCancelled = { flag.isSet }
    let start = now
    let result: Result<[DecodedImage], ImageError>
    do throws(ImageError) {
      let images = try configuration.decoder.decode(file.bytes, targets: targets, options: options)
      guard images.count == targets.count else {
        throw ImageError(.failed, "the decoder returned \(images.count) images for \(targets.count) targets")
      }
      result = .success(images)
      note(.decoded, source, count: images.count, duration: start.duration(to: now))
      keep(images, for: targets, of: source, file.validity)
      // The transfer may have been cut off where its length was not known.
      if file.targets == nil, images.contains(where: \.isPartial) { forget(Self.fileKey(source)) }
    } catch {
      result = .failure(error)
      note(error.code == .cancelled ? .decodeCancelled : .decodeFailed, source, error: error)
      if error.isLasting { forget(Self.fileKey(source)) }
    }
    endDecode(id, result)
  }

  private func keep(
    _ images: [DecodedImage], for targets: [ImageTarget], of source: String, _ validity: FileValidity
  ) {
    for (image, target) in zip(images, targets) {
      configuration.memory.store(image, for: ImageKey(source: source, target: target))
      // A few full screens of pixels would take the place of hundreds of files, which are decoded almost as fast.
      guard configuration.diskContents.contains(.thumbnails), !image.isPartial, !validity.isVolatile,
        target.shape != .original, let disk = configuration.disk,
        image.byteCount <= max(disk.byteLimit / 256, 1 << 17)
      else { continue }
      write(
        { DiskEntry(.pixels(image), validity) }, byteCount: image.byteCount,
        for: Self.thumbnailKey(target, source))
    }
  }

  // MARK: Downloads

  func download(_ id: UInt64, source: String, url: URL, priority: RequestPriority) async {
    do {
      try await limiter.acquire(priority)
    } catch {
      return endDownload(id, .failure(ImageError(.cancelled, "the image is no longer requested")))
    }
    let old = configuration.disk?.entry(for: Self.fileKey(source))
    let machine = DownloadMachine(
      rules: DownloadMachine.Rules(
        byteLimit: configuration.decoding.fileBytes, resumptions: configuration.maxResumptions,
        delay: configuration.resumptionDelay),
      partial: takePartial(of: source), eTag: old?.eTag, lastModified: old?.lastModified)
    let download = FileDownload(
      machine, from: self.source, url: url, priority: priority, time: configuration.time)
    let kept = machine.bytes.count
    let start = now
    note(.downloadStarted, source)
    let result = await Result { try await run(download, id) }
    let duration = start.duration(to: now)
    count {
      $0.resumptions += download.resumed
      $0.downloadedBytes += max(0, download.bytes.count - kept)
    }
    switch result {
    case .success(.complete): await complete(id, source, old, download, duration)
    case .success(.sufficient): await finishEarly(id, source, old, download, duration)
    case .success(.notModified): confirm(id, source, old, download)
    case .failure(let error): fail(id, source, old, download, error)
    }
  }

  private func run(_ download: FileDownload, _ id: UInt64) async throws -> FileDownload.Outcome {
    let look = Mutex(EarlyFinish(configuration.decoder))
    let suffices: @Sendable (Data) throws -> Bool = { [weak self] bytes in
      try look.withLock { look throws(ImageError) in
        try look.suffices(bytes, for: self?.targets(ofDownload: id))
      }
    }
    guard let timeout = configuration.downloadTimeout else { return try await download.run(until: suffices) }
    while true {
      let count = download.bytes.count
      do {
        return try await withDeadline(now.advanced(by: timeout), clock: configuration.time.clock) {
          try await download.run(until: suffices)
        }
      } catch is DeadlineExceeded
        where download.partial != nil && download.bytes.count >= count + Self.steadyBytes
      {
        // A slow network, not a server that drips: on from there.
      }
    }
  }

  /// The bytes within the time limit that let a download go on after it: 4 KB a second with the default.
  private static let steadyBytes = 1 << 18

  private func complete(
    _ id: UInt64, _ source: String, _ old: DiskEntry?, _ download: FileDownload, _ duration: Duration
  ) async {
    let bytes = download.bytes
    let validity = validity(of: download)
    do {
      _ = try configuration.decoder.inspect(bytes)
    } catch {
      return fail(id, source, old, download, error)
    }
    note(.downloadFinished, source, count: bytes.count, duration: duration)
    if old != nil { await forgetAll(of: source) }
    if configuration.diskContents.contains(.originals), !validity.isVolatile {
      let entry = DiskEntry(.original(bytes), validity)
      // Whoever wants the file wants it on disk.
      if old != nil || targets(ofDownload: id) == nil {
        configuration.disk?.store(entry, for: Self.fileKey(source))
      } else {
        write({ entry }, byteCount: bytes.count, for: Self.fileKey(source))
      }
    }
    endDownload(id, .success(LoaderMachine.File(bytes: bytes, validity: validity)))
  }

  private func finishEarly(
    _ id: UInt64, _ source: String, _ old: DiskEntry?, _ download: FileDownload, _ duration: Duration
  ) async {
    let bytes = download.bytes
    keepPartial(of: download, source)
    if old != nil { await forgetAll(of: source) }
    note(.finishedEarly, source, count: bytes.count, duration: duration)
    let validity = validity(of: download)
    let sufficed = targets(ofDownload: id)?.filter {
      configuration.decoder.sufficientLength(of: bytes, for: [$0]) != nil
    }
    endDownload(
      id, .success(LoaderMachine.File(bytes: bytes, targets: sufficed ?? [], validity: validity)))
  }

  private func confirm(_ id: UInt64, _ source: String, _ old: DiskEntry?, _ download: FileDownload) {
    guard let old, case .original(let bytes) = old.content else {
      return endDownload(id, .failure(ImageError(.network, "the server confirmed a file that is gone")))
    }
    note(.revalidated, source)
    var validity = validity(of: download)
    validity.eTag = old.eTag
    validity.lastModified = old.lastModified
    configuration.disk?.refresh(Self.fileKey(source), freshness: validity.freshness)
    endDownload(id, .success(LoaderMachine.File(bytes: bytes, validity: validity)))
  }

  private func validity(of download: FileDownload) -> FileValidity {
    FileValidity(
      download.fields, at: configuration.time.date(), standard: configuration.standardFreshness)
  }

  private func fail(
    _ id: UInt64, _ source: String, _ old: DiskEntry?, _ download: FileDownload, _ error: any Error
  ) {
    let report = ImageError(fetching: error)
    if !report.isLasting { keepPartial(of: download, source) }
    if error is CancellationError {
      note(.downloadCancelled, source)
      return endDownload(id, .failure(ImageError(.cancelled, "the image is no longer requested")))
    }
    // Neither a page nor nothing at all, as captive portals send, says that there is no image any more.
    if [.network, .timedOut, .notAnImage, .truncated].contains(report.code), !error.isRefusal,
      case .original(let bytes)? = old?.content
    {
      note(.servedStale, source)
      let validity = old.map(FileValidity.init) ?? FileValidity()
      return endDownload(id, .success(LoaderMachine.File(bytes: bytes, validity: validity)))
    }
    note(.downloadFailed, source, error: report)
    // Who signs addresses may have a new one for the file, which then need not come again.
    let isSigned = source != download.url.absoluteString && !error.isAbsence
    if error.isRefusal, !isSigned { configuration.disk?.remove(Self.fileKey(source)) }
    endDownload(id, .failure(report), isLasting: report.isLasting || error.isRefusal)
  }
}

extension ImageError {
  /// Converts the failure of a download to the error that the app gets.
  init(fetching error: any Error) {
    switch error {
    case let error as ImageError: self = error
    case is DeadlineExceeded:
      self.init(.timedOut, "the image did not arrive within the time allowed", cause: error)
    case let error as HTTPError: self.init(.network, error.message, cause: error)
    default: self.init(.network, "the image could not be downloaded", cause: error)
    }
  }
}

extension Error {
  /// Whether the server says that there is no image, for whoever asks.
  fileprivate var isAbsence: Bool { (self as? HTTPError)?.code == .notFound }

  /// Whether the server says that the image is not to be had.
  fileprivate var isRefusal: Bool {
    guard let error = self as? HTTPError else { return false }
    return [.notFound, .forbidden, .unauthorized, .invalidInput].contains(error.code)
  }
}
