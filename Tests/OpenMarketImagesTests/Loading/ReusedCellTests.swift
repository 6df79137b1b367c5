import OpenMarketImages
import Testing

/// The article's code for a cell that is reused.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ReusedCellTests {
  @Test(
    "a reused cell displays what it was filled with last, although its photo from before comes later",
    arguments: [false, true])
  func reusedCell(isCached: Bool) async throws {
    let bench = LoaderBench()
    let cell = ShowingPhotos.Cell()
    func fill(_ cell: ShowingPhotos.Cell, _ name: String) async throws {
      try await ShowingPhotos.fill(cell, with: LoaderBench.url(name), from: bench.loader)
    }
    let before = Task { try await fill(cell, "chair") }
    let chair = await bench.source.exchange(0)
    let other = isCached ? ShowingPhotos.Cell() : cell
    let last = Task { try await fill(other, "table") }
    await bench.source.exchange(1).respond(StubDecoder.file(600, 600))
    try await last.value
    if isCached { try await fill(cell, "table") }
    chair.respond(StubDecoder.file(1200, 1200))
    await #expect(throws: CancellationError.self) { try await before.value }
    #expect(cell.image?.sourceSize.width == 600)
  }
}
