public import Foundation

/// Photos for tests.
public enum SamplePhoto {
  /// The smallest grey JPEG file: one pixel.
  public static let pixel = Data(base64Encoded: pixelText) ?? Data()

  private static let pixelText = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////\
    ////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////\
    ////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAU\
    AQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q==
    """
}
