import Foundation

/// A picture of the load around the outage, as an SVG that follows the reader's light or dark setting.
struct LoadChart {
  struct Line {
    var name: String
    /// The class of its colour.
    var style: String
    /// The load of each ten seconds, 1 before the outage.
    var loads: [Double]
  }

  private static let (width, height) = (960.0, 420.0)
  private static let (left, right, top, bottom) = (56.0, 190.0, 56.0, 44.0)

  /// The seconds of the day that it shows.
  var range: Range<Int>
  var outage: Range<Double>
  var title: String
  var lines: [Line]

  private var highest: Double { max(2, (lines.flatMap(\.loads).max() ?? 2).rounded(.up)) }

  private func x(_ time: Double) -> Double {
    let part = (time - Double(range.lowerBound)) / Double(range.count)
    return Self.left + part * (Self.width - Self.left - Self.right)
  }

  private func y(_ load: Double) -> Double {
    Self.height - Self.bottom - load / highest * (Self.height - Self.top - Self.bottom)
  }

  var svg: String {
    var parts = [head, band]
    for load in stride(from: 0, through: highest, by: highest > 6 ? 2 : 1) { parts.append(gridLine(load)) }
    for time in stride(from: range.lowerBound, through: range.upperBound, by: 600) {
      parts.append(text(clock(time), x(Double(time)), Self.height - Self.bottom + 22, anchor: "middle"))
    }
    parts += lines.reversed().map(path)
    parts += labels
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private var head: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" \
    aria-label="\(title)">
    <style>
    svg { background: #ffffff; font: 13px -apple-system, "Segoe UI", "Noto Sans", sans-serif }
    text { fill: #57606a } .title { fill: #1f2328; font-size: 15px; font-weight: 600 }
    .grid { stroke: #d0d7de; stroke-width: 1 } .band { fill: #afb8c1; fill-opacity: .25 }
    path { fill: none; stroke-width: 1.6; stroke-linejoin: round }
    path.ours { stroke: #0969da; stroke-width: 2.4 } path.hand { stroke: #cf222e } path.library { stroke: #9a6700 }
    text.ours { fill: #0969da; font-weight: 600 } text.hand { fill: #cf222e } text.library { fill: #9a6700 }
    @media (prefers-color-scheme: dark) {
    svg { background: #0d1117 } text { fill: #8b949e } .title { fill: #e6edf3 } .grid { stroke: #30363d }
    .band { fill: #6e7681 }
    path.ours { stroke: #58a6ff } path.hand { stroke: #ff7b72 } path.library { stroke: #d29922 }
    text.ours { fill: #58a6ff } text.hand { fill: #ff7b72 } text.library { fill: #d29922 }
    }
    </style>
    \(text(title, Self.left, 26, style: "title"))
    """
  }

  private var band: String {
    let (start, end) = (x(outage.lowerBound), x(outage.upperBound))
    return """
      <rect class="band" x="\(number(start))" y="\(number(Self.top))" width="\(number(end - start))" \
      height="\(number(y(0) - Self.top))"/>
      \(text("server down", (start + end) / 2, Self.top - 8, anchor: "middle"))
      """
  }

  private func gridLine(_ load: Double) -> String {
    """
    <line class="grid" x1="\(number(Self.left))" x2="\(number(Self.width - Self.right))" y1="\(number(y(load)))" \
    y2="\(number(y(load)))"/>
    \(text("\(Int(load)) ×", Self.left - 8, y(load) + 4, anchor: "end"))
    """
  }

  private func path(_ line: Line) -> String {
    let points = line.loads.enumerated().map { index, load in
      "\(number(x(Double(range.lowerBound + index * 10 + 5)))),\(number(y(load)))"
    }
    return "<path class=\"\(line.style)\" d=\"M\(points.joined(separator: "L"))\"/>"
  }

  /// Names at the right, in the order of the peaks.
  private var labels: [String] {
    let order = lines.sorted { ($0.loads.max() ?? 0) > ($1.loads.max() ?? 0) }
    return order.enumerated().map { index, line in
      text(line.name, Self.width - Self.right + 12, Self.top + 18 + Double(index) * 22, style: line.style)
    }
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", style: String? = nil
  ) -> String {
    let style = style.map { " class=\"\($0)\"" } ?? ""
    return "<text\(style) x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private func clock(_ time: Int) -> String { String(format: "%d:%02d", time / 3_600, time / 60 % 60) }
}
