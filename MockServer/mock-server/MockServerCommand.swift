@main struct MockServerCommand {
  static func main() {}
}
