import Testing

@testable import VideoCompression

@Suite struct SuggestionTests {
  @Test func `a slip of the fingers is found`() {
    #expect(Suggestion.nearest(to: "compres", among: ["compress", "inspect"]) == "compress")
    #expect(Suggestion.nearest(to: "INSPECT", among: ["compress", "inspect"]) == "inspect")
    #expect(Suggestion.nearest(to: "keyframe", among: ["keyframe-interval", "json"]) == "keyframe-interval")
  }

  @Test func `what is far from everything leads to no suggestion`() {
    #expect(Suggestion.nearest(to: "banana", among: ["compress", "inspect"]) == nil)
    #expect(Suggestion.nearest(to: "", among: ["compress"]) == nil)
  }

  @Test func `two letters that changed places are one mistake`() {
    #expect(Suggestion.distance("trmi", "trim") == 1)
    #expect(Suggestion.distance("", "abc") == 3)
  }
}
