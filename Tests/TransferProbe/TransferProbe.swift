import Foundation
import HTTPTypes
import OpenMarketHTTP
import Synchronization

/// Moves bytes through a transport in a process of its own, where nothing else opens files or takes memory,
/// and prints what that cost as JSON.
///
/// ```
/// transfer-probe upload URL FILE…       a multipart form of files
/// transfer-probe stream URL BYTES       a stream of unannounced length
/// transfer-probe download URL FILE      a response to a file
/// transfer-probe faults URL ROUNDS      each kind of fault, again and again
/// transfer-probe fetch URL COUNT        so many requests at once, and how many ended in which way
/// transfer-probe roam URL SECONDS       one request after the other for so long, and how each ended
/// ```
///
/// `TRANSFER_PROBE_TRANSPORT` names the transport: `URLSession` (the default) or `AsyncHTTPClient`; and
/// `TRANSFER_PROBE_AUTHORITIES` a file of authorities for the latter.
@main enum TransferProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let mode = arguments.first, let url = URL(string: arguments[2]) else {
      throw Misuse()
    }
    let rest = Array(arguments.dropFirst(2))
    switch mode {
    case "upload": try await measure(url) { try upload(&$0, files: rest.map { URL(fileURLWithPath: $0) }) }
    case "stream": try await measure(url) { stream(&$0, bytes: Int(rest[0]) ?? 0) }
    case "download": try await measure(url) { download(&$0, to: URL(fileURLWithPath: rest[0])) }
    case "faults": try await provoke(url, rounds: Int(rest[0]) ?? 0)
    case "roam": try await roam(url, for: .seconds(Int(rest[0]) ?? 0))
    case "fetch": try await fetch(url, count: Int(rest[0]) ?? 0)
    default: throw Misuse()
    }
  }

  struct Misuse: Error {}

  /// The transport that the environment names.
  static func makeTransport() throws -> any HTTPTransport {
    let environment = ProcessInfo.processInfo.environment
    switch environment["TRANSFER_PROBE_TRANSPORT"] ?? "URLSession" {
    case "URLSession": return URLSessionTransport()
    #if AsyncHTTPClient
      case "AsyncHTTPClient":
        let authorities = environment["TRANSFER_PROBE_AUTHORITIES"].map { URL(fileURLWithPath: $0) }
        return AsyncHTTPClientTransport(authorities: authorities)
    #endif
    default: throw Misuse()
    }
  }

  // MARK: Memory

  private static func measure(_ url: URL, _ change: (inout TransportRequest) throws -> Void) async throws {
    let transport = try makeTransport()
    // Loading and first use of the network's libraries is not what is measured.
    _ = try await transport.send(request(url, "/"))
    var request = request(url, "/transfer")
    request.responseLimit = 1 << 40
    try change(&request)
    try ProcessStatus.resetPeak()
    let before = try ProcessStatus.read("VmRSS")
    let response = try await transport.send(request)
    let peak = try ProcessStatus.read("VmHWM")
    print("{\"status\": \(response.head.status.code), \"before\": \(before), \"growth\": \(peak - before)}")
  }

  private static func upload(_ request: inout TransportRequest, files: [URL]) throws {
    let form = MultipartForm(
      parts: files.map {
        MultipartForm.Part(
          name: "images", fileName: $0.lastPathComponent, contentType: "image/jpeg", content: .file($0))
      })
    request.head.method = .post
    request.head.headerFields[.contentType] = form.contentType
    request.body = try form.body()
  }

  private static func stream(_ request: inout TransportRequest, bytes: Int) {
    request.head.method = .post
    request.body = .stream(length: nil) {
      let left = Mutex(bytes)
      return AsyncThrowingStream(unfolding: {
        let size = left.withLock { left in
          let size = min(left, 64 << 10)
          left -= size
          return size
        }
        return size > 0 ? Data(repeating: 97, count: size) : nil
      })
    }
  }

  private static func download(_ request: inout TransportRequest, to file: URL) {
    request.destination = .file(file)
  }

  static func request(_ url: URL, _ path: String) -> TransportRequest {
    TransportRequest(
      head: HTTPRequest(
        method: .get, scheme: url.scheme, authority: "\(url.host ?? ""):\(url.port ?? 80)", path: path))
  }
}
