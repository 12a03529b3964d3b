/// Which filters there are beside those that any FFmpeg has.
package struct FilterSupport: Sendable, Hashable {
  /// Whether high dynamic range can be brought to the standard range.
  package let canToneMap: Bool

  package init(canToneMap: Bool) { self.canToneMap = canToneMap }

  /// Everything that a usual build of FFmpeg has.
  package static let complete = FilterSupport(canToneMap: true)
}
