import Foundation

/// A picture in kitty's graphics protocol: https://sw.kovidgoyal.net/kitty/graphics-protocol/
enum KittyGraphics {
  /// Base64 characters in one escape sequence, by the protocol's rule.
  private static let chunkLength = 4096

  /// Returns the sequences that show a PNG file at the cursor, `columns` cells wide; cut so that each piece is
  /// whole by itself.
  static func pieces(png: Data, columns: Int) -> [String] {
    let text = Array(png.base64EncodedString().utf8)
    let starts = Array(stride(from: 0, to: text.count, by: chunkLength))
    return starts.map { start in
      let chunk = String(decoding: text[start..<min(start + chunkLength, text.count)], as: UTF8.self)
      let more = start == starts.last ? 0 : 1
      // a=T: show at once; f=100: PNG; q=2: the terminal shall send no response, who would read it?
      let control = start == 0 ? "a=T,f=100,q=2,c=\(columns),m=\(more)" : "m=\(more)"
      return "\u{1B}_G\(control);\(chunk)\u{1B}\\"
    }
  }

  /// The sequence that ends a picture of which not all pieces were sent.
  static let abort = "\u{1B}_Gm=0,q=2;\u{1B}\\"

  /// Asks whether the terminal knows the protocol, with a picture of one pixel that is not displayed.
  static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
}
