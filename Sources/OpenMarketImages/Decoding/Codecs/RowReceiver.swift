#if os(Linux)
  import COpenMarketCodecs

  /// Takes rows from a codec and feeds them to one resampler for each target.
  ///
  /// The codecs call back through C, so this is an object; it lives as long as one call and stays on its
  /// thread. What ends the work early is kept as an error, because nothing may be thrown through C.
  final class RowReceiver {
    private let job: CodecJob
    private let hasPremultipliedAlpha: Bool
    private let interruption: Interruption
    private var resamplers: [RowResampler] = []
    private(set) var isComplete = false
    private(set) var error: ImageError?

    init(_ job: CodecJob, hasPremultipliedAlpha: Bool) {
      (self.job, self.hasPremultipliedAlpha) = (job, hasPremultipliedAlpha)
      interruption = Interruption(job.options)
    }

    /// Runs `codec` with callbacks into this object.
    func receive(from codec: (UnsafePointer<om_sink>) -> om_status) -> om_status {
      withExtendedLifetime(self) {
        var sink = unsafe om_sink(
          context: Unmanaged.passUnretained(self).toOpaque(),
          begin: { context, geometry in
            guard let context = unsafe context, let geometry = unsafe geometry else { return 0 }
            return unsafe RowReceiver.at(context).perform { (receiver) throws(ImageError) in
              try unsafe receiver.begin(geometry.pointee)
            }
          },
          rows: { context, plane, rows, stride, count in
            guard let context = unsafe context, let rows = unsafe rows else { return 0 }
            return unsafe RowReceiver.at(context).perform { (receiver) throws(ImageError) in
              try unsafe receiver.take(rows, stride: stride, count: Int(count), plane: Int(plane))
            }
          },
          poll: { context in
            guard let context = unsafe context else { return 0 }
            return unsafe RowReceiver.at(context).perform { (receiver) throws(ImageError) in
              try receiver.interruption.check()
            }
          })
        return unsafe codec(&sink)
      }
    }

    /// The images in sRGB, stored as the rows came, not yet upright.
    ///
    /// Colours are converted here, for all formats: these are the fewest pixels that there are.
    func finish() throws(ImageError) -> [(format: PixelFormat, bytes: [UInt8])] {
      let finished = resamplers
      resamplers = []
      var planes = finished.map { $0.finish() }
      guard let colors = job.colors, colors.model != .cmyk else { return planes }
      for index in planes.indices {
        try colors.convert(&planes[index].bytes, planes[index].format, interruption)
      }
      return planes
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> RowReceiver {
      unsafe Unmanaged<RowReceiver>.fromOpaque(context).takeUnretainedValue()
    }

    /// Does a callback's work, and returns what the codec is told: 0 to stop.
    private func perform(_ work: (RowReceiver) throws(ImageError) -> Void) -> Int32 {
      do {
        try work(self)
      } catch {
        self.error = error
      }
      // Rows below the last one needed are not decoded.
      return error == nil && !isComplete ? 1 : 0
    }

    private func begin(_ geometry: om_geometry) throws(ImageError) {
      guard Int(geometry.source_width) == job.stored.width,
        Int(geometry.source_height) == job.stored.height, let rows = layout(of: geometry)
      else {
        throw ImageError(.damaged, "the header and the pixels disagree about the size or the colours")
      }
      let all = [geometry.planes.0, geometry.planes.1, geometry.planes.2]
      let planes = all.prefix(Int(geometry.plane_count)).map(SourcePlane.init)
      let plans = job.layouts.map { layout in
        ResamplingPlan(input: rows, planes: planes, region: layout.region, outputSize: layout.storedOutput)
      }
      let codec = Int(clamping: geometry.held) + (job.colors?.byteCount ?? 0)
      let held = plans.reduce(codec) { $0 + $1.byteCount }
      try job.options.check(held: held)
      for plan in plans { resamplers.append(try RowResampler(plan, interruption: interruption)) }
      try interruption.check()
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

    private func take(
      _ bytes: UnsafePointer<UInt8>, stride: Int, count: Int, plane: Int
    ) throws(ImageError) {
      for index in resamplers.indices {
        try unsafe resamplers[index].append(bytes, stride: stride, count: count, plane: plane)
      }
      isComplete = resamplers.allSatisfy(\.isComplete)
      // What the codec did for these rows; short ones take time too.
      if plane == 0 { try interruption.check(after: count * max(stride, Interruption.interval / 16)) }
    }
  }

  extension SourcePlane {
    init(_ plane: om_plane) {
      across = Axis(count: Int(plane.width), density: plane.across, sampling: plane.sampling_across)
      down = Axis(count: Int(plane.height), density: plane.down, sampling: plane.sampling_down)
    }
  }
#endif
