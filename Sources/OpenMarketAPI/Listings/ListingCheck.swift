import Foundation
import OpenMarketHTTP

/// Collects all broken rules of one listing.
struct ListingCheck {
  private(set) var failures: [ListingValidationError.Failure] = []

  /// - Throws: when a rule was broken.
  func finish() throws(ListingValidationError) {
    if !failures.isEmpty { throw ListingValidationError(failures) }
  }

  mutating func fields(_ changes: ProductChanges) {
    if let text = changes.name { check(text, .name, "The name", ListingRules.nameLength) }
    if let text = changes.description {
      check(text, .description, "The description", ListingRules.descriptionLength)
    }
    if let amount = changes.price { price(amount) }
    if let amount = changes.discount { discount(amount, of: changes.price) }
    if let currency = changes.currency, !Currency.allCases.contains(currency) {
      fail(.currency, .unknownCurrency, "The currency must be KRW or USD.")
    }
    if let stock = changes.stock, stock < 0 || stock > ListingRules.maximumStock {
      fail(.stock, .outOfRange, "The stock must be 0 to \(ListingRules.maximumStock), not \(stock).")
    }
    extra(changes.extra)
  }

  private mutating func fail(
    _ field: ListingField, _ rule: ListingValidationError.Rule, _ message: String
  ) {
    failures.append(ListingValidationError.Failure(field, rule, message))
  }
}

// MARK: - Texts

extension ListingCheck {
  private mutating func check(
    _ text: String, _ field: ListingField, _ noun: String, _ length: ClosedRange<Int>
  ) {
    let units = text.composed.utf16.count
    if units > length.upperBound {
      fail(field, .tooLong, "\(noun) must have at most \(length.upperBound) UTF-16 units, not \(units).")
    } else if text.lazy.filter(\.isVisible).prefix(length.lowerBound).count < length.lowerBound {
      fail(field, .tooShort, "\(noun) must have at least \(length.lowerBound) visible characters.")
    }
    if text.unicodeScalars.contains("\0") {
      fail(field, .forbiddenCharacter, "\(noun) must not contain the character NUL.")
    }
  }
}

extension Character {
  /// Whether it leaves a mark: not only spaces, controls, and joiners or fillers that show nothing.
  fileprivate var isVisible: Bool {
    unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control && properties.generalCategory != .format
    }
  }
}

// MARK: - Numbers

extension ListingCheck {
  private mutating func price(_ price: Decimal) {
    if !isInRange(price) {
      fail(.price, .outOfRange, "The price must be 0 to \(ListingRules.maximumPrice), not \(price).")
    }
  }

  /// Compares the discount with the price only where that is possible: a wrong price is one mistake, not two.
  private mutating func discount(_ amount: Decimal, of price: Decimal?) {
    let price = price.flatMap { isInRange($0) ? $0 : nil } ?? ListingRules.maximumPrice
    if !amount.isFinite || amount < 0 || amount > price {
      fail(.discount, .outOfRange, "The discount must be 0 to the price, not \(amount).")
    }
  }

  private func isInRange(_ price: Decimal) -> Bool {
    price.isFinite && price >= 0 && price <= ListingRules.maximumPrice
  }
}

// MARK: - Fields beyond the contract

extension ListingCheck {
  private mutating func extra(_ fields: ExtraFields) {
    for name in fields.names where WireKey.isOfContract(name) {
      fail(
        ListingField(rawValue: name), .forbiddenName,
        "\(name) is a field of the contract: set it by the property of its own.")
    }
    if fields.text.utf8.count > ExtraFields.sizeLimit {
      fail(
        .extra, .tooLarge,
        "The extra fields must have at most \(ExtraFields.sizeLimit) bytes, not \(fields.text.utf8.count).")
    }
  }
}

// MARK: - Photos

extension ListingCheck {
  /// Reads and checks each of the photos; returns those that are good.
  mutating func photos(_ photos: [PhotoUpload], budget: Int?) -> [CheckedPhoto] {
    var loaded: [CheckedPhoto] = []
    for (index, photo) in photos.enumerated() {
      if let photo = load(photo, index) { loaded.append(photo) }
    }
    let total = loaded.reduce(0) { $0 + $1.byteCount }
    if let budget, total > budget {
      fail(.photos, .tooLarge, "The photos must have at most \(budget) bytes together, not \(total).")
    }
    return loaded
  }

  mutating func photoCount(_ number: Int) {
    let count = ListingRules.photoCount
    guard !count.contains(number) else { return }
    fail(
      .photos, .wrongCount,
      "A listing must have \(count.lowerBound) to \(count.upperBound) photos, not \(number).")
  }

  private mutating func load(_ photo: PhotoUpload, _ index: Int) -> CheckedPhoto? {
    let field = ListingField.photo(index)
    let noun = "Photo \(index + 1)"
    let data: Data
    do throws(RegularFile.Failure) {
      data = try photo.bytes(upTo: ListingRules.maximumPhotoBytes + 1)
    } catch {
      fail(field, .unreadable, "\(noun) cannot be read: \(error.reason).")
      return nil
    }
    if data.isEmpty {
      fail(field, .empty, "\(noun) is empty.")
    } else if data.count > ListingRules.maximumPhotoBytes {
      fail(field, .tooLarge, "\(noun) must have less than \(ListingRules.maximumPhotoBytes + 1) bytes.")
    } else if let format = PhotoFormat(leadingBytes: data) {
      let fileName = photo.fileName ?? "\(index + 1).\(format.fileExtension)"
      return CheckedPhoto(data, format: format, fileName: fileName)
    } else {
      fail(field, .unknownFormat, "\(noun) must be a JPEG or PNG.")
    }
    return nil
  }
}

extension PhotoUpload {
  /// Reads photos and checks each of them.
  ///
  /// - Returns: Those that are good, and what is wrong with the others.
  package static func load(
    _ photos: [PhotoUpload]
  ) -> (loaded: [CheckedPhoto], failures: [ListingValidationError.Failure]) {
    var check = ListingCheck()
    let loaded = check.photos(photos, budget: nil)
    return (loaded, check.failures)
  }
}
