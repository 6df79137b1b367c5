#if Images
  import OpenMarketImages

  /// The phases of a photo on a screen: a pure state machine.
  ///
  /// Every event says whether anything is to be displayed otherwise.
  struct PhotoState {
    private(set) var phase = PhotoModel.Phase.placeholder
    private(set) var image: DecodedImage?
    private var isVisible = false

    /// - Returns: Whether it is to be loaded.
    mutating func appear() -> Bool {
      guard !isVisible else { return false }
      isVisible = true
      return true
    }

    mutating func disappear() -> Bool {
      self = PhotoState()
      return true
    }

    /// - Returns: Whether it is to be loaded again.
    mutating func retry() -> Bool {
      guard isVisible, case .failed = phase else { return false }
      phase = image == nil ? .placeholder : .thumbnail
      return true
    }

    /// A thumbnail that comes late changes nothing; beside a failure it is better than nothing.
    mutating func thumbnailArrived(_ thumbnail: DecodedImage) -> Bool {
      guard isVisible else { return false }
      switch phase {
      case .placeholder: phase = .thumbnail
      case .failed: break
      case .thumbnail, .full: return false
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
      phase = .failed(error)
      return true
    }
  }
#endif
