import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

@Suite("FileDownload", .timeLimit(.minutes(5))) struct FileDownloadTests {
  @Test(
    "what comes after the deadline, from a source that does not heed it, is not put behind what a later run has"
  )
  func late() async throws {
    let (heads, late) = AsyncStream<Void>.makeStream()
    let file = Data(0..<100)
    let download = FileDownload(
      DownloadMachine(
        rules: DownloadMachine.Rules(byteLimit: 1000, resumptions: 0, delay: .zero),
        partial: PartialDownload(bytes: file.prefix(50), validator: "\"v1\"", total: 100)),
      from: { _, fields, _ in
        // In a task of its own, which is not cancelled.
        await Task { for await _ in heads { break } }.value
        let head = HTTPResponse(status: .ok, headerFields: [.eTag: "\"v1\"", .contentLength: "100"])
        return TransportResponse(head: head, body: .data(file.prefix(10)))
      }, url: LoaderBench.url("chair"), priority: .visible, time: TimeSource())
    let run = Task { try await download.run { _ in false } }
    for _ in 0..<100 { await giveWay() }
    run.cancel()
    late.yield()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(download.bytes == file.prefix(50))
  }
}
