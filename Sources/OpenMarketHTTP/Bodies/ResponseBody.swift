public import Foundation

/// The bytes of an answer, in the form that ``TransportRequest/destination`` asked for.
public enum ResponseBody: Sendable {
  /// The whole body in memory.
  case data(Data)
  /// Chunks as they arrive. Ending the iteration early closes the connection.
  case stream(AsyncThrowingStream<Data, any Error>)
  /// The whole body, in this file.
  case file(URL)
}

/// Where the body of a successful answer shall go.
public enum ResponseDestination: Sendable, Hashable {
  /// Into memory, at most ``TransportRequest/responseLimit`` bytes.
  case memory
  /// To the caller, chunk by chunk, as soon as the head has arrived.
  case stream
  /// Into this file, with flat memory. Replaced only once the body is complete; answers that are not
  /// 2xx are kept in memory instead, so that an error page never overwrites a file.
  case file(URL)
}
