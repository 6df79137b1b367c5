import Foundation

/// A picture in kitty's graphics protocol: https://sw.kovidgoyal.net/kitty/graphics-protocol/
enum KittyGraphics {
  /// Base64 characters in one escape sequence, by the protocol's rule.
  private static let chunkLength = 4096

  /// Returns the sequences that show a PNG file at the cursor, `columns` cells wide; cut so that each piece is
  /// whole by itself.
  static func pieces(png: Data, columns: Int) -> [String] {
    // a=T: show at once; f=100: PNG; q=2: the terminal shall send no response, who would read it?
    pieces(png: png, control: "a=T,f=100,q=2,c=\(columns)")
  }

  /// Returns the sequences that send a PNG file under a number, and show nothing.
  static func transmission(png: Data, id: UInt32) -> [String] {
    pieces(png: png, control: "a=t,f=100,q=2,i=\(id)")
  }

  /// Shows a picture that was sent, at the cursor, which stays where it is (C=1).
  static func placement(id: UInt32, placement: Int, columns: Int, rows: Int) -> String {
    "\u{1B}_Ga=p,q=2,i=\(id),p=\(placement),c=\(columns),r=\(rows),C=1\u{1B}\\"
  }

  /// Takes one display of a picture away.
  static func removal(id: UInt32, placement: Int) -> String {
    "\u{1B}_Ga=d,q=2,d=i,i=\(id),p=\(placement)\u{1B}\\"
  }

  /// Takes a picture away and has the terminal forget it.
  static func deletion(id: UInt32) -> String { "\u{1B}_Ga=d,q=2,d=I,i=\(id)\u{1B}\\" }

  static let removalOfAll = "\u{1B}_Ga=d,q=2,d=A\u{1B}\\"

  private static func pieces(png: Data, control: String) -> [String] {
    let text = Array(png.base64EncodedString().utf8)
    let starts = Array(stride(from: 0, to: text.count, by: chunkLength))
    return starts.map { start in
      let chunk = String(decoding: text[start..<min(start + chunkLength, text.count)], as: UTF8.self)
      let more = start == starts.last ? 0 : 1
      let keys = start == 0 ? "\(control),m=\(more)" : "m=\(more)"
      return "\u{1B}_G\(keys);\(chunk)\u{1B}\\"
    }
  }

  /// The sequence that ends a picture of which not all pieces were sent.
  static let abort = "\u{1B}_Gm=0,q=2;\u{1B}\\"

  /// Asks whether the terminal knows the protocol, with a picture of one pixel that is not displayed.
  static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
}
