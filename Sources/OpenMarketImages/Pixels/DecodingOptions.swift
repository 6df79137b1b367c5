/// The limits for decoding one file; checked from the header before any work, where the header has the value.
package struct DecodingOptions: Sendable {
  /// The maximum number of pixels of the source (default: 50 million).
  package var pixels = 50_000_000
  /// The maximum length of the source's longer side, in pixels (default: 65,535, the maximum of JPEG and GIF).
  ///
  /// For an animation this is the canvas. The memory for decoding grows with it.
  package var side = 65_535
  /// The size limit for the file, in bytes (default: 20 MB).
  package var fileBytes = 20_000_000
  /// The time limit for one call (default: 10 s).
  package var duration = Duration.seconds(10)
  /// Whether a file that is truncated or damaged within its pixels gives an image with ``DecodedImage/isPartial`` set, and
  /// not an error, ``ImageError/Code/truncated`` or ``ImageError/Code/damaged``; yes by default.
  package var acceptsPartialImages = true

  /// The bytes that decoding may hold at a time, beside the file and the images it returns; 64 MB by default.
  ///
  /// Rows of the codec and of the filter count, and the filter's tables. JPEG, PNG, WebP and GIF are read by rows and
  /// need a few hundred kilobytes, at most about 40 MB for the longest ``side``. A progressive JPEG needs 3 bytes a
  /// pixel beside (6 when its colours are at full size): 64 MB are enough for 21 (10) megapixels. An interlaced
  /// PNG and a lossless WebP need 4, a lossy WebP with transparent parts 5, an interlaced GIF 1.
  ///
  /// On Linux, the tables of a colour profile count: 150 KB for Display P3, 16 MB at most. libwebp's code tables for the
  /// lossless kind do not, as only reading the file tells how many it has. Encoders write at most 2,600 groups of 20 KB; a
  /// hostile file of 12 megapixels can make it 65,536, 1.3 GB.
  ///
  /// The images are not counted, as the target says how large they become: 3 or 4 bytes a pixel, twice that for a
  /// moment when they are turned upright.
  package var codecMemory = 64_000_000
  /// The scans of a progressive JPEG; 100 by default, files of cameras and programs have about 10.
  package var scans = 100
  /// The frames of an animation, of which the first is decoded; 1,000 by default.
  package var frames = 1_000
  /// The bytes of a colour profile; 4 MB by default, most are below 4 KB. A longer one counts as absent.
  package var profileBytes = 4_000_000
  /// Asked about every millisecond; when it returns `true`, decoding ends with ``ImageError/Code/cancelled``.
  ///
  /// By default whether the current task is cancelled.
  package var isCancelled: @Sendable () -> Bool

  package init(isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled }) {
    self.isCancelled = isCancelled
  }

  /// Options that refuse files which are cut off or damaged.
  package static var strict: DecodingOptions {
    var options = DecodingOptions()
    options.acceptsPartialImages = false
    return options
  }

  /// Options for the user's own photo: whole, and as large as any camera makes one.
  ///
  /// Panoramas of telephones have 63 megapixels and more, and their sensors 200, in files of some 60 MB. Those who edit photos
  /// save them as progressive JPEG.
  package static var ownPhoto: DecodingOptions {
    var options = DecodingOptions.strict
    (options.pixels, options.fileBytes, options.codecMemory) = (250_000_000, 100_000_000, 200_000_000)
    options.duration = .seconds(30)
    return options
  }

  /// Options for what is in memory already: all the memory and time that it takes.
  package static var unlimited: DecodingOptions {
    var options = DecodingOptions { false }
    (options.codecMemory, options.duration) = (.max, .seconds(Int32.max))
    return options
  }

  /// Throws ``ImageError/Code/tooLarge`` when more bytes would be held than allowed.
  func check(held: Int) throws(ImageError) {
    guard held <= codecMemory else {
      throw ImageError(
        .tooLarge, "decoding would hold \(held) bytes, more than the \(codecMemory) bytes of memory allowed")
    }
  }
}
