import Foundation
import OpenMarketAPI

extension PhotoUpload {
  static let jpeg = PhotoUpload(Data([0xFF, 0xD8, 0xFF, 0xE0]))
  static let png = PhotoUpload(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))

  /// A JPEG of so many bytes.
  static func jpeg(bytes: Int) -> PhotoUpload {
    PhotoUpload(Data([0xFF, 0xD8, 0xFF]) + Data(count: bytes - 3))
  }
}

extension NewListing {
  static let good = NewListing(
    name: "접이식 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: 45_000, discount: 5_000)
}
