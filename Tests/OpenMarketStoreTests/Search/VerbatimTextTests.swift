import Foundation
import Testing

@testable import OpenMarketStore

struct VerbatimTextTests {
  private func isSurely(_ text: String, in name: String, _ equivalents: SearchEquivalents? = nil) -> Bool {
    let stages = TextSearch(text, equivalents).stages.filter { $0.scope == .name }
    guard let stage = stages.last else { return false }
    return unsafe Array(name.utf8).withUnsafeBytes { name in
      unsafe stage.isSurelyHit(name, without: stages.dropLast())
    }
  }

  @Test(
    "a name that has the text as it was typed is a hit without being folded",
    arguments: [
      ("노스페이스", "노스페이스 눕시"), ("페이", "노스페이스"), ("눕시 노스", "노스페이스 눕시"), ("pods", "AirPods 2"), ("s23", "갤럭시S23"),
      ("1", "에어포스 1"), ("1", "에어포스 12"), ("1 포스", "에어포스 1"), ("가", "이가 "),
    ])
  func hits(text: String, name: String) { #expect(isSurely(text, in: name)) }

  @Test(
    "what bytes do not tell is left to the folded name",
    arguments: [
      ("노스페이스", "노스 페이스"), ("pods", "airp ods"), ("1 포스", "에어포스 12"), ("2", "에어포스 12"), ("ab", "cab"),
      ("가", "가\u{11A8}"), ("가", "가".decomposedStringWithCanonicalMapping), ("1", "１1"), ("맥ㅂ", "맥북"),
      ("가", ""), ("가", "나"),
    ])
  func others(text: String, name: String) { #expect(!isSurely(text, in: name)) }

  @Test(
    "an equivalent is one at the beginning or end of a word, in a name that lacks a character of the text",
    arguments: [
      ("애플 워치", true), ("파인애플", true), ("파인애플파이", false), ("애플 apple", false), ("애플 ★", false),
      ("애플 pear", true),
    ])
  func equivalents(name: String, isSure: Bool) {
    let equivalents = SearchEquivalents([["apple", "애플"]], extending: nil)
    #expect(isSurely("apple", in: name, equivalents) == isSure)
  }
}
