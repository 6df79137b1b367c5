import Foundation

/// The languages in which a user wants texts: the value of `Accept-Language` (RFC 9110, section 12.5.4), such as
/// `ko-KR, en;q=0.9`.
enum AcceptLanguage {
  /// The user's languages, the most wanted first; none where the system does not know any.
  static var current: String? {
    #if canImport(Darwin)
      text(of: Locale.preferredLanguages)
    #else
      text(of: languages(in: ProcessInfo.processInfo.environment))
    #endif
  }

  /// The value for up to nine language tags (BCP 47), each wanted less than the one before; `nil` for none.
  static func text(of tags: [String]) -> String? {
    var seen: Set<String> = []
    let usable = tags.filter {
      $0.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil && seen.insert($0).inserted
    }
    let parts = usable.prefix(9).enumerated().map { $0 == 0 ? $1 : "\($1);q=0.\(10 - $0)" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The languages that an environment names, as gettext reads it: `LANGUAGE` counts unless there is no locale at all.
  static func languages(in environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let own = locale.flatMap(tag(of:)) else { return [] }
    return (environment["LANGUAGE"] ?? "").split(separator: ":").compactMap { tag(of: String($0)) } + [own]
  }

  /// `ko_KR.UTF-8@modifier` as `ko-KR`; `nil` for the locale of no language.
  private static func tag(of locale: String) -> String? {
    let name = String(locale.prefix { $0 != "." && $0 != "@" })
    return name.isEmpty || name == "C" || name == "POSIX" ? nil : name.replacing("_", with: "-")
  }
}
