@main enum TransferProbe {
  static func main() {}
}
