#if Images
  import OpenMarketImages

  /// The phases of a photo on a screen: a pure state machine.
  ///
  /// Every event says whether anything is to be displayed otherwise.
  struct PhotoState {
    private(set) var phase = PhotoModel.Phase.placeholder
    private var failureCount: UInt64 = 0
    private(set) var image: DecodedImage?
    private var isVisible = false

    /// - Returns: Whether it is to be loaded.
    mutating func appear() -> Bool {
      guard !isVisible else { return false }
      isVisible = true
      return true
    }

    mutating func disappear() -> Bool {
      (isVisible, image) = (false, nil)
      if phase == .placeholder { return false }
      phase = .placeholder
      return true
    }

    /// - Returns: Whether it is to be loaded again, or now after all.
    mutating func retry() -> Bool {
      guard isVisible else { return false }
      switch phase {
      case .failed, .thumbnailOnly: phase = image == nil ? .placeholder : .thumbnail
      case .placeholder, .thumbnail, .full: return false
      }
      return true
    }

    /// A thumbnail that comes late changes nothing; beside a failure it is better than nothing. With `isLast` the photo
    /// itself is not loaded.
    mutating func thumbnailArrived(_ thumbnail: DecodedImage, isLast: Bool = false) -> Bool {
      guard isVisible else { return false }
      switch phase {
      case .placeholder: phase = isLast ? .thumbnailOnly : .thumbnail
      case .failed: break
      case .thumbnail, .thumbnailOnly, .full: return false
      }
      image = thumbnail
      return true
    }

    mutating func arrived(_ full: DecodedImage) -> Bool {
      guard isVisible else { return false }
      (phase, image) = (.full, full)
      return true
    }

    mutating func failed(_ error: ImageError) -> Bool {
      guard isVisible else { return false }
      failureCount += 1
      phase = .failed(LoadFailure(error, number: failureCount))
      return true
    }
  }
#endif
