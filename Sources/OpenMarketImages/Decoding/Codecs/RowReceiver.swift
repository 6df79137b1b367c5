#if os(Linux)
  import COpenMarketCodecs

  /// Takes rows from a codec and feeds them to one resampler for each target.
  ///
  /// The codecs call back through C, so this is an object; it lives as long as one call and stays on its
  /// thread. What ends the work early is kept as an error, because nothing may be thrown through C.
  final class RowReceiver {
    private let layouts: [RenderLayout]
    private let stored: PixelSize
    /// How many decoded pixels there are for each stored one; `nil` when the widths tell.
    private let scale: Double?
    private let rows: RowLayout
    private let isCancelled: @Sendable () -> Bool
    private let end: ContinuousClock.Instant
    private let duration: Duration
    private var resamplers: [RowResampler] = []
    private var rowsUntilCheck = 0
    private(set) var isComplete = false
    private(set) var error: ImageError?

    init(
      layouts: [RenderLayout], stored: PixelSize, scale: Double?, rows: RowLayout, options: DecodingOptions
    ) {
      self.layouts = layouts
      self.stored = stored
      self.scale = scale
      self.rows = rows
      isCancelled = options.isCancelled
      duration = options.limits.duration
      end = .now + duration
    }

    /// Runs `codec` with callbacks into this object.
    func receive(from codec: (UnsafePointer<om_sink>) -> om_status) -> om_status {
      withExtendedLifetime(self) {
        var sink = unsafe om_sink(
          context: Unmanaged.passUnretained(self).toOpaque(),
          begin: { context, geometry in
            guard let context = unsafe context, let geometry = unsafe geometry else { return 0 }
            return unsafe RowReceiver.at(context).begin(geometry.pointee) ? 1 : 0
          },
          rows: { context, rows, stride, count in
            guard let context = unsafe context, let rows = unsafe rows else { return 0 }
            return unsafe RowReceiver.at(context).take(rows, stride: stride, count: Int(count)) ? 1 : 0
          },
          poll: { context in
            guard let context = unsafe context else { return 0 }
            return unsafe RowReceiver.at(context).poll() ? 1 : 0
          })
        return unsafe codec(&sink)
      }
    }

    /// The images, stored as the rows came, not yet upright.
    func finish() -> [(format: PixelFormat, bytes: [UInt8])] {
      let finished = resamplers
      resamplers = []
      return finished.map { $0.finish() }
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> RowReceiver {
      unsafe Unmanaged<RowReceiver>.fromOpaque(context).takeUnretainedValue()
    }

    private func begin(_ geometry: om_geometry) -> Bool {
      guard Int(geometry.source_width) == stored.width, Int(geometry.source_height) == stored.height,
        Int(geometry.channels) == rows.bytesPerPixel
      else {
        error = ImageError(.damaged, "the header and the pixels disagree about the size")
        return false
      }
      let decoded = PixelSize(width: Int(geometry.width), height: Int(geometry.height))
      let across = scale ?? Double(decoded.width) / Double(stored.width)
      let down = scale ?? Double(decoded.height) / Double(stored.height)
      resamplers = layouts.map { layout in
        let region = RenderLayout.Region(
          x: layout.region.x * across, y: layout.region.y * down, width: layout.region.width * across,
          height: layout.region.height * down)
        return RowResampler(
          input: rows, inputSize: decoded, region: region, outputSize: layout.storedOutput)
      }
      return poll()
    }

    private func take(_ bytes: UnsafePointer<UInt8>, stride: Int, count: Int) -> Bool {
      for row in 0..<count {
        for index in resamplers.indices { unsafe resamplers[index].append(bytes + row * stride) }
      }
      isComplete = resamplers.allSatisfy(\.isComplete)
      // Rows below the last one needed are not decoded.
      if isComplete { return false }
      rowsUntilCheck -= count
      return rowsUntilCheck > 0 || poll()
    }

    private func poll() -> Bool {
      rowsUntilCheck = 16
      if isCancelled() {
        error = ImageError(.cancelled, "decoding was cancelled")
      } else if .now >= end {
        error = ImageError(.timedOut, "decoding took longer than the \(duration) allowed")
      }
      return error == nil
    }
  }
#endif
