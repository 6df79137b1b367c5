/// Decodes the input as it is, for a small and for the full size, as far as small limits allow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  unsafe decodeAnything(
    UnsafeBufferPointer(start: start, count: count), prefix: Array("GIF89a".utf8))
}
