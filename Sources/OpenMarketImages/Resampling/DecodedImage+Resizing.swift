extension DecodedImage {
  /// Returns the image scaled down, with the same filter as decoding and within limits of memory and time; it is never
  /// enlarged.
  ///
  /// Down to half the size or less it is as good as decoding anew. Costs about 1 ms for 1,000 × 750 pixels to 300.
  package func resized(
    to target: ImageTarget, _ options: DecodingOptions = .unlimited
  ) throws(ImageError) -> DecodedImage {
    try target.validate()
    let layout = RenderLayout(target: target, stored: size, orientation: .up)
    guard layout.storedOutput != size else { return self }
    return try resampled(layout.region, to: layout.storedOutput, options)
  }

  /// A part of the image made smaller.
  func resampled(
    _ region: RenderLayout.Region, to output: PixelSize, _ options: DecodingOptions
  ) throws(ImageError) -> DecodedImage {
    let plan = ResamplingPlan(
      input: format == .rgb888 ? .rgb : .premultipliedRGBA, planes: [SourcePlane(size)], region: region,
      outputSize: output)
    try options.check(held: plan.byteCount)
    var resampler = try RowResampler(plan, interruption: Interruption(options))
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      guard let start = buffer.baseAddress else { return }
      try unsafe resampler.append(start, stride: bytesPerRow, count: height)
    }
    let plane = resampler.finish()
    return DecodedImage(
      trusted: plane.bytes, size: output, format: plane.format, sourceSize: sourceSize, isPartial: isPartial,
      isAnimated: isAnimated)
  }
}
