/// Decodes the input as it is, for a small and for the full size, as far as small limits allow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  unsafe decodeAnything(
    UnsafeBufferPointer(start: start, count: count), prefix: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
}
