enum CommonWords {
  static let colours = words.phrases("colours")
  static let conditions = words.phrases("conditions")
  static let tags = words.phrases("tags")
  static let endings = words.phrases("endings")
  /// Where to fetch it.
  static let places = words.phrases("places")
  /// Decorations that some vendors add to their texts.
  static let flourishes = words.phrases("flourishes")
  static let openings = words.phrases("openings")
  static let states = words.phrases("states")
  static let closings = words.phrases("closings")

  private static let words = Vocabulary.section("common")
}
