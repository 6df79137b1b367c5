extension Vendor: WireDecodable {
  init(from object: inout WireObject) throws {
    id = try object.id(WireKey("id"))
    name = try object.string(WireKey("name"))
  }
}
