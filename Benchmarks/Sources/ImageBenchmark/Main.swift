import Foundation
import OpenMarketImages

/// Responds to one line of orders with one line: what `Benchmarks/Images/compare.py` compares with its peers.
///
///     time FILE SIDE QUALITY ROUNDS      → user CPU of one decode in ms, mean of the rounds
///     write FILE SIDE QUALITY OUTPUT     → writes the result as PPM or PNG
///     memory FILE SIDE QUALITY           → growth of the process's peak memory in MB, over the file in memory
///
/// and what `Benchmarks/Images/limits.py` shows of a fresh process:
///
///     limits FILE MODE                   → size or error of one decode, its time in ms, the growth in MB
@main
struct Main {
  static func main() throws {
    var files: [String: Data] = [:]
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      let file = try files[words[1]] ?? Data(contentsOf: URL(fileURLWithPath: words[1]))
      files[words[1]] = file
      if words[0] == "limits" {
        try showLimits(file, mode: words[2])
        continue
      }
      var target = ImageTarget.pixels(Int(words[2]) ?? 300)
      if words[3] == "fast" { target = target.fast }
      switch words[0] {
      case "time":
        let rounds = Int(words[4]) ?? 1
        let start = userTime()
        for _ in 0..<rounds { _ = try DecodedImage(decoding: file, fitting: target) }
        report((userTime() - start) / Double(rounds))
      case "memory":
        let before = try status("VmRSS")
        let image = try DecodedImage(decoding: file, fitting: target)
        let grown = Double(try status("VmHWM") - before) / 1024
        report(grown, image.size)
      default:
        let image = try DecodedImage(decoding: file, fitting: target)
        let encoding = ImageEncoding(fileExtension: String(words[4].split(separator: ".").last ?? "")) ?? .png
        try image.encoded(as: encoding).write(to: URL(fileURLWithPath: words[4]))
        report(image.size)
      }
    }
  }

  /// Prints the cost of one decode in this process, or how it is refused.
  private static func showLimits(_ file: Data, mode: String) throws {
    let before = try status("VmRSS")
    let start = ContinuousClock.now
    let outcome: String
    do throws(ImageError) {
      switch mode {
      case "upload": outcome = "\(try UploadPreparation().prepare(file).count)B"
      case "original": outcome = "\(try DecodedImage(decoding: file).size)"
      default:
        let target = ImageTarget.pixels(
          300, mode: (["fill": .fill, "crop": .crop] as [String: ImageTarget.Mode])[mode] ?? .fit)
        outcome = "\(try DecodedImage(decoding: file, fitting: target).size)"
      }
    } catch {
      outcome = error.code.rawValue
    }
    let time = start.duration(to: .now) / .milliseconds(1)
    report(outcome, time, Double(try status("VmHWM") - before) / 1024)
  }

  private static func report(_ words: Any...) {
    FileHandle.standardOutput.write(Data((words.map { "\($0)" }.joined(separator: " ") + "\n").utf8))
  }

  /// User CPU of this process in milliseconds.
  private static func userTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(0), &usage)
    return Double(usage.ru_utime.tv_sec) * 1000 + Double(usage.ru_utime.tv_usec) / 1000
  }

  /// A line of the process's status, in KiB.
  private static func status(_ name: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return Int(text.split(separator: "\n").first { $0.hasPrefix(name) }?.filter(\.isNumber) ?? "") ?? 0
  }
}
