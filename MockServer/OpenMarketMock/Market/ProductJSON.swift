import OpenMarketHTTP

/// Products as the contract's section 2 spells them, key by key.
extension JSONBytes {
  /// Appends the list envelope: page `number` (from 1) of `size` items each, out of `total`, with up to `limit` items.
  mutating func page(
    _ records: [ProductRecord], number: Int64, size: Int64, limit: Int64, total: Int64, links: ImageLinks
  ) {
    let lastPage = (total + size - 1) / size
    raw(
      #"{"pageNo":\#(number),"itemsPerPage":\#(size),"totalCount":\#(total),"offset":\#((number - 1) * size)"#
    )
    raw(
      #","limit":\#(limit),"lastPage":\#(lastPage),"hasNext":\#(number < lastPage),"hasPrev":\#(number > 1)"#)
    raw(#","pages":"#)
    array(records) { $1.summary(of: $0, links: links) }
    raw("}")
  }

  mutating func summary(of record: ProductRecord, links: ImageLinks) {
    head(of: record)
    raw(",\"vendorName\":")
    string(record.vendorName)
    fields(of: record, links: links)
    raw("}")
  }

  mutating func detail(of record: ProductRecord, links: ImageLinks) {
    head(of: record)
    fields(of: record, links: links)
    raw(",\"images\":")
    array(record.images) { image, json in
      json.raw(#"{"id":\#(image.id),"url":"#)
      json.link(image.originName, of: image, record, links)
      json.raw(",\"thumbnail_url\":")
      json.link(image.thumbnailName, of: image, record, links)
      json.raw(",\"issued_at\":")
      json.date(image.issuedDay)
      json.raw("}")
    }
    raw(#","vendors":{"id":\#(record.vendorID),"name":\#(json: record.vendorName)}}"#)
  }

  private mutating func head(of record: ProductRecord) {
    raw("{\"id\":")
    integer(record.id)
    raw(",\"vendor_id\":")
    integer(record.vendorID)
  }

  private mutating func fields(of record: ProductRecord, links: ImageLinks) {
    raw(",\"name\":")
    string(record.name)
    if let description = record.description {
      raw(",\"description\":")
      string(description)
    }
    if record.images.indices.contains(record.thumbnailIndex) {
      let image = record.images[record.thumbnailIndex]
      raw(",\"thumbnail\":")
      link(image.thumbnailName, of: image, record, links)
    }
    raw(",\"currency\":")
    string(record.currency)
    raw(",\"price\":")
    double(record.price)
    raw(",\"bargain_price\":")
    double(record.price - record.discount)
    raw(",\"discounted_price\":")
    double(record.discount)
    raw(",\"stock\":")
    integer(record.stock)
    raw(",\"created_at\":")
    date(record.createdDay)
    raw(",\"issued_at\":")
    date(record.issuedDay)
    for (name, value) in record.extra.sorted(by: { $0.key.precedesByBytes($1.key) }) {
      raw(",")
      string(name)
      raw(":\(value.text)")
    }
  }

  private mutating func link(
    _ name: String, of image: ImageRecord, _ record: ProductRecord, _ links: ImageLinks
  ) {
    raw("\"")
    raw(links.prefix)
    integer(record.vendorID)
    raw("/")
    day(image.issuedDay, separator: "")
    raw("/")
    raw(name)
    raw("\"")
  }
}
