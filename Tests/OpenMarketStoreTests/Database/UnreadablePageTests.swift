import GRDB
import Testing

@testable import OpenMarketStore

struct UnreadablePageTests {
  @Test("pages that a check cannot read are no damage, unlike pages that are wrong")
  func readingFailure() {
    let wrong = "Tree 5 page 7: btreeInitPage() returns error code 11"
    let corrupt = "Tree 5 page 9: unable to get the page. error code=11"
    #expect(Database.readingFailure(in: [wrong, corrupt]) == nil)
    for (number, code) in [(266, ResultCode.SQLITE_IOERR), (23, .SQLITE_AUTH), (14, .SQLITE_CANTOPEN)] {
      let problem = "*** in database main ***\nTree 5 page 9: unable to get the page. error code=\(number)"
      #expect(Database.readingFailure(in: [wrong, problem])?.resultCode == code)
    }
    let locked = Database.readingFailure(in: ["unable to get the page. error code=23"])
    #expect(locked.map { StoreError($0, in: "user.db").code } == .notPermitted)
  }
}
