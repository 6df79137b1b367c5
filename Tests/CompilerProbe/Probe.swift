/// Compiled with `-O` by `scripts/lint`: prints the shapes that this compiler gets wrong. Swift 6.3.1 returns garbage
/// for `number` where all of this is together; without any of it the result is right:
///
/// - a closure, whose result is generic for whoever calls it: a child task, the operation of a `Task`, any
///   `() async throws -> T`
/// - in it, `return (number, try await value())`: a tuple in whose second element or later stands `try await`;
///   `return try await (number, value())`, a constant that is returned, structs and enum payloads are right
/// - the error is caught in that closure.
///
/// `scripts/check-returns` refuses the second point in the whole project.
@main
struct Probe {
  static func main() async throws {
    let numbers = Array(1_000...1_020)
    let wrong = try await [
      ("child task", childTasks(numbers)), ("operation", operations(numbers)),
      ("constant first", constantsFirst(numbers)),
    ].filter { $0.1 != numbers }
    print(wrong.map(\.0).joined(separator: "\n"))
  }

  static func childTasks(_ numbers: [Int]) async -> [Int] {
    await withTaskGroup(of: (Int, Int?).self) { group in
      for number in numbers {
        group.addTask { do { return (number, try await value()) } catch { return (number, nil) } }
      }
      return await group.reduce(into: []) { $0.append($1.0) }.sorted()
    }
  }

  static func operations(_ numbers: [Int]) async throws -> [Int] {
    var results: [Int] = []
    for number in numbers {
      let operation = Operation<(Int, Int?)> {
        do { return (number, try await value()) } catch { return (number, nil) }
      }
      results.append(try await operation.run().0)
    }
    return results
  }

  /// What the project does instead.
  static func constantsFirst(_ numbers: [Int]) async throws -> [Int] {
    var results: [Int] = []
    for number in numbers {
      let operation = Operation<(Int, Int?)> {
        do {
          let value = try await value()
          return (number, value)
        } catch { return (number, nil) }
      }
      results.append(try await operation.run().0)
    }
    return results
  }

  @inline(never) static func value() async throws -> Int {
    await Task.yield()
    return 7
  }
}

/// Not specialised by its caller's types, as if it stood in another module.
final class Operation<Value: Sendable>: Sendable {
  private let body: @Sendable () async throws -> Value

  init(_ body: @escaping @Sendable () async throws -> Value) { self.body = body }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func run() async throws -> Value { try await body() }
}
