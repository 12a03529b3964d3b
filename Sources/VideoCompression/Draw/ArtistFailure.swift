/// What the caller's code threw while it drew. It goes through the job in this, so that nobody takes it for a failure of
/// ours, and comes out without.
struct ArtistFailure: Error {
  let error: any Error
}
