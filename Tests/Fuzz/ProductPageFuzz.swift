import Foundation

/// Reads the input as a page of products and as one product.
///
/// Whatever arrives, counts are no less than zero, every price is a number, and reading again gives the same. What the
/// fast way reads is what `JSONDecoder` reads.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Data(UnsafeBufferPointer(start: start, count: count))
  let usual = ProductPage(usual: input)
  if let page = try? JSONDecoder().decode(ProductPage.self, from: input) {
    require(usual == nil || usual == page, "the fast way reads \(String(describing: usual)), not \(page)")
    let counts = [page.page, page.itemsPerPage, page.totalCount, page.offset, page.limit, page.lastPage]
    require(counts.allSatisfy { $0 >= 0 }, "a negative count: \(counts)")
    for product in page.withSurplus().products { check(product) }
    let again = try? JSONDecoder().decode(ProductPage.self, from: input)
    require(again == page, "a second reading gives \(String(describing: again)), not \(page)")
  } else if let usual {
    require(false, "only the fast way reads \(usual)")
  } else if let product = try? JSONDecoder().decode(Product.self, from: input) {
    check(product)
  }
  return 0
}

private func check(_ product: Product) {
  require(product.stock >= 0, "a negative stock: \(product.stock)")
  if let data = try? JSONEncoder().encode(product.extra) {
    require((try? JSONDecoder().decode(ExtraFields.self, from: data)) == product.extra, "fields that change")
  } else {
    require(false, "fields that cannot be written: \(product.extra.text)")
  }
  for price in [product.price, product.discount, product.salePrice] {
    require(!price.isNaN, "a price that is no number")
  }
}
