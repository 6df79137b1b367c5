@main struct Market {
  static func main() {}
}
