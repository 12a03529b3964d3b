import FoundationEssentials
import Swage
import Testing

@testable import SwageCLI

@Suite struct ComparisonOutputTests {
  private func keys(_ value: JSONValue?) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.map(\.key)
  }

  private func first(_ value: JSONValue?) -> JSONValue? {
    guard case .array(let values) = value else { return nil }
    return values.first
  }

  @Test func `the object of a comparison has every key, those without a value as null`() {
    let result = Made.compared()
    let medians = ImageComparison.medians(of: [result].compactMap(\.comparison))
    let object = JSONDocument.comparisons([result], medians, page: nil)
    #expect(keys(object) == ["schema", "pictures", "medians", "page", "error"])
    let picture = first(object["pictures"])
    #expect(keys(picture) == ["input", "comparison", "error"])
    #expect(picture?["error"] == .null)
    #expect(
      keys(picture?["comparison"]) == ["source", "width", "height", "tolerance", "versions", "warnings"])
    #expect(
      keys(first(picture?["comparison"]?["versions"])) == [
        "format", "encoder", "quality", "encoderQuality", "bytes", "bitsPerPixel", "encodingSeconds", "similarity",
        "isEqual",
      ])
    #expect(keys(first(object["medians"])) == ["format", "pictures", "sizeRatio", "timeRatio"])
  }

  @Test func `the table has a row for each format, and a mark where it isn't as similar`() throws {
    let comparison = try #require(Made.compared().comparison)
    let text = ComparisonText.render(comparison)
    let lines = text.split(separator: "\n")
    #expect(lines[0].contains("JPEG 3024x4032, 3.48 MB, compared at 1512x2016"))
    #expect(lines[2].contains("HEIC") && lines[2].contains("0.61") && lines[2].contains("610 kB"))
    #expect(lines[3].contains("JPEG") && lines[3].contains("1.00 MB"))
    #expect(lines[4].contains("AVIF") && lines[4].contains("0.9100 *") && lines[4].contains("–"))
    #expect(lines[5].contains("can't be as similar as HEIC"))
    #expect(Set(lines[1...4].map(\.count)).count <= 2)
  }

  @Test func `a page needs no pictures for its figures, and names can't become markup`() {
    let name = "<script>alert('\"&.jpg"
    let page = ComparisonPage(results: [Made.compared(name)], medians: []).html
    #expect(!page.contains(name))
    #expect(page.contains("&lt;script&gt;alert(&#39;&quot;&amp;.jpg"))
    #expect(!page.contains("<img"))
    #expect(page.contains(#"data-format="heic" data-bytes="610000" data-similarity="0.95""#))
    #expect(page.components(separatedBy: "<tr").count == page.components(separatedBy: "</tr>").count)
  }
}
