extension Vendor: WireDecodable {
  init(from object: inout WireObject) throws {
    id = try object.id(.id)
    name = try object.string(.name)
  }
}
