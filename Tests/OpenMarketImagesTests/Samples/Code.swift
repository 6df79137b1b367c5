@testable import OpenMarketImages

/// The code of the error that `work` throws; `nil` when it throws none.
func code(_ work: () throws -> some Any) -> ImageError.Code? {
  do {
    _ = try work()
    return nil
  } catch {
    return (error as? ImageError)?.code
  }
}
