#if os(Linux)
  import COpenMarketCodecs

  /// Takes rows from a codec and feeds them to one resampler for each target.
  ///
  /// The codecs call back through C, so this is an object; it lives as long as one call and stays on its
  /// thread. What ends the work early is kept as an error, because nothing may be thrown through C.
  final class RowReceiver {
    private let layouts: [RenderLayout]
    private let stored: PixelSize
    private let hasPremultipliedAlpha: Bool
    private let isCancelled: @Sendable () -> Bool
    private let end: ContinuousClock.Instant
    private let duration: Duration
    private var resamplers: [RowResampler] = []
    private var rowsUntilCheck = 0
    private(set) var isComplete = false
    private(set) var error: ImageError?

    init(
      layouts: [RenderLayout], stored: PixelSize, hasPremultipliedAlpha: Bool, options: DecodingOptions
    ) {
      self.layouts = layouts
      self.stored = stored
      self.hasPremultipliedAlpha = hasPremultipliedAlpha
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
          rows: { context, plane, rows, stride, count in
            guard let context = unsafe context, let rows = unsafe rows else { return 0 }
            return unsafe RowReceiver.at(context).take(
              rows, stride: stride, count: Int(count), plane: Int(plane)) ? 1 : 0
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
        let rows = layout(of: geometry)
      else {
        error = ImageError(.damaged, "the header and the pixels disagree about the size or the colours")
        return false
      }
      let all = [geometry.planes.0, geometry.planes.1, geometry.planes.2]
      let planes = all.prefix(Int(geometry.plane_count)).map(SourcePlane.init)
      resamplers = layouts.map { layout in
        RowResampler(input: rows, planes: planes, region: layout.region, outputSize: layout.storedOutput)
      }
      return poll()
    }

    private func layout(of geometry: om_geometry) -> RowLayout? {
      switch (geometry.channels, geometry.plane_count) {
      case (1, 1): .grey
      case (1, 3): geometry.range == OM_FULL_RANGE ? .yCbCrPlanes : .videoYCbCrPlanes
      case (3, 1): .rgb
      case (4, 1): hasPremultipliedAlpha ? .premultipliedRGBA : .rgba
      default: nil
      }
    }

    private func take(_ bytes: UnsafePointer<UInt8>, stride: Int, count: Int, plane: Int) -> Bool {
      for index in resamplers.indices {
        unsafe resamplers[index].append(bytes, stride: stride, count: count, plane: plane)
      }
      isComplete = resamplers.allSatisfy(\.isComplete)
      // Rows below the last one needed are not decoded.
      if isComplete { return false }
      rowsUntilCheck -= plane == 0 ? count : 0
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

  extension SourcePlane {
    init(_ plane: om_plane) {
      across = Axis(count: Int(plane.width), density: plane.across, sampling: plane.sampling_across)
      down = Axis(count: Int(plane.height), density: plane.down, sampling: plane.sampling_down)
    }
  }
#endif
