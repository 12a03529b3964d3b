/// What ends the listing of a device: the problem that its row tells of.
struct ListingFailure: Error {
  let problem: DeviceProblem

  init(_ kind: DeviceProblem.Kind, _ message: String, remedy: String? = nil) {
    problem = DeviceProblem(kind: kind, message: message, remedy: remedy)
  }
}
