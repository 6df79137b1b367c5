import Foundation
import Synchronization

/// Compiled with `-O` by `scripts/lint`: prints the shapes that this compiler gets wrong. Swift 6.3.1 returns garbage
/// for `number` where all of this is together; without any of it the result is right:
///
/// - a closure, whose result is generic for whoever calls it: a child task, the operation of a `Task`, any
///   `() async throws -> T`
/// - in it, `return (number, try await value())`: a tuple in whose second element or later stands `try await`;
///   `return try await (number, value())`, a constant that is returned, structs and enum payloads are right
/// - the error is caught in that closure.
///
/// A function in a `Mutex` is wrapped in two more at every `withLock { $0 }`, which stores that: calling it takes more and
/// more of the stack. With the argument `overflow` the probe counts on a stack of 512 KB how long that goes well.
///
/// `scripts/check-returns` refuses the tuples and the functions in the whole project.
@main
struct Probe {
  static func main() async throws {
    if CommandLine.arguments.contains("overflow") { return countUntilOverflow() }
    let numbers = Array(1_000...1_020)
    let wrong = try await [
      ("child task", childTasks(numbers)), ("operation", operations(numbers)),
      ("constant first", constantsFirst(numbers)),
    ].filter { $0.1 != numbers }.map(\.0)
    let (function, structure) = (HeldFunction(), HeldStruct())
    let deep = [("function under a lock", isDeep(function)), ("struct under a lock", isDeep(structure))]
    print((wrong + deep.filter(\.1).map(\.0)).joined(separator: "\n"))
  }

  /// Whether calling what is held takes more of the stack after some calls.
  static func isDeep(_ held: some Held) -> Bool {
    let depths = Mutex<[Int]>([])
    held.hold {
      let depth = Thread.callStackReturnAddresses.count
      depths.withLock { $0.append(depth) }
    }
    for _ in 0..<40 { held.call() }
    let found = depths.withLock { $0 }
    return (found.last ?? 0) > (found.first ?? 0) + 20
  }

  /// Prints how many calls went well, until the process is ended.
  static func countUntilOverflow() {
    let held = HeldFunction()
    held.hold {}
    let thread = Thread {
      for count in 1...1_000_000 {
        held.call()
        if count.isMultiple(of: 1_000) { FileHandle.standardOutput.write(Data("\(count)\n".utf8)) }
      }
      exit(0)
    }
    thread.stackSize = 512 << 10
    thread.start()
    while true { Thread.sleep(forTimeInterval: 1) }
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

protocol Held: Sendable {
  func hold(_ function: @escaping @Sendable () -> Void)
  func call()
}

final class HeldFunction: Held {
  private let function = Mutex<(@Sendable () -> Void)?>(nil)

  @inline(never) func hold(_ function: @escaping @Sendable () -> Void) {
    self.function.withLock { $0 = function }
  }
  @inline(never) func call() { function.withLock { $0 }?() }
}

/// What the project does instead.
final class HeldStruct: Held {
  private struct Holder { var function: @Sendable () -> Void }
  private let holder = Mutex<Holder?>(nil)

  @inline(never) func hold(_ function: @escaping @Sendable () -> Void) {
    holder.withLock { $0 = Holder(function: function) }
  }
  @inline(never) func call() { holder.withLock { $0 }?.function() }
}
