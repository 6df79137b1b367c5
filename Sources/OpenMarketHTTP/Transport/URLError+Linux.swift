#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLError {
    /// The fault as libcurl words it, where the code says too little.
    ///
    /// FoundationNetworking keeps apart only a handful of libcurl's errors and calls the others unknown. It also
    /// calls a connection that broke "refused" when another address of the same name had refused before.
    func platformCode(hasHead: Bool) -> TransportFault? {
      guard code == .unknown || code == .cannotConnectToHost else { return nil }
      let text = localizedDescription.lowercased()
      guard let code = Self.libcurlTexts.first(where: { text.contains($0.0) })?.1 else { return nil }
      return code == .connectionLost && hasHead && text.contains("eof") ? .truncatedBody : code
    }

    /// Parts of libcurl's messages, as of 7.88 to 8.16 (lib/strerror.c and the calls of failf), in the order in
    /// which they are looked for: the first may be followed by a host's name, which may hold the later ones.
    private static let libcurlTexts: [(String, TransportFault)] = [
      // A proxy refused to pass the request on: it never left. The latter was libcurl's text before 7.86.
      ("connect tunnel failed", .cannotConnect),
      ("from proxy after connect", .cannotConnect),
      ("failed to connect", .cannotConnect),
      ("couldn't connect", .cannotConnect),
      ("could not connect", .cannotConnect),
      ("tls connect error: error:0a000126", .cannotConnect),  // As below, of libcurl 8.10 and later.
      ("connection reset", .connectionLost),
      ("broken pipe", .connectionLost),
      ("unexpected eof", .connectionLost),
      ("recv failure", .connectionLost),
      ("send failure", .connectionLost),
      ("failed sending data", .connectionLost),
      ("failure when receiving data", .connectionLost),
      ("empty reply", .connectionLost),
      ("aborted by callback", .connectionLost),  // A body that was not sent a second time.
      ("bytes remaining to read", .truncatedBody),
      ("outstanding read data", .truncatedBody),
      ("partial file", .truncatedBody),
      ("content encoding", .invalidResponse),
      ("content unencoding", .invalidResponse),
      ("content-length", .invalidResponse),
      ("chunked-encoding", .invalidResponse),
      ("header", .invalidResponse),
      ("weird server reply", .invalidResponse),
      ("ssl_connect: ssl_error_syscall", .cannotConnect),  // A handshake that the other end has cut off.
      ("certificate", .insecure),
      // After the handshake, and perhaps after the request.
      ("ssl_read", .connectionLost),
      ("ssl_write", .connectionLost),
      ("ssl", .insecure),
      ("tls", .insecure),
    ]
  }
#endif
