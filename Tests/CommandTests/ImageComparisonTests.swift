import Foundation
import TestSupport
import Testing

/// `swage image --compare`, as a script and a browser see it.
@Suite struct ImageComparisonTests {
  @Test func `figures of table, object and page are the same, and nothing but the page is written`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: try await Clip.photo(orientation: 6).file, to: folder.file("<a> & 'b'.jpg"))
    try FileManager.default.copyItem(at: try await Clip.photo().file, to: folder.file("c.jpg"))
    let result = try await SwageCommand.run(
      ["image", "--compare", "--quality", "0.6", "--json", "--html", "page.html", "<a> & 'b'.jpg", "c.jpg"],
      in: folder.url)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(folder.contents == ["<a> & 'b'.jpg", "c.jpg", "page.html"])
    let object = try JSON(text: result.output)
    #expect(object["schema"].string == "swage.image-comparison/1")
    #expect(object["pictures"].array.map { $0["input"].string } == ["<a> & 'b'.jpg", "c.jpg"])
    #expect(object["page"].string?.hasSuffix("/page.html") == true)
    let page = try String(contentsOf: folder.file("page.html"), encoding: .utf8)
    #expect(page.contains("<h2>&lt;a&gt; &amp; &#39;b&#39;.jpg</h2>"))
    let rows = page.matches(of: /data-bytes="(\d+)" data-similarity="([0-9.]+)"/).map { [$0.1, $0.2].map(String.init) }
    let versions = object["pictures"].array.flatMap { $0["comparison"]["versions"].array }
    #expect(versions.count == 6)
    #expect(
      rows
        == versions.map { version in
          [version["bytes"].int.map { "\($0)" } ?? "", version["similarity"].number.map { "\($0)" } ?? ""]
        })
    for version in versions { #expect(version["isEqual"].bool == true) }
    #expect(object["medians"].array.map { $0["format"].string } == ["heic", "jpeg", "avif"])
    #expect(object["pictures"][0]["comparison"]["width"].int == 240)

    let text = try await SwageCommand.run(["image", "--compare", "--quality", "0.6", "c.jpg"], in: folder.url)
    #expect(text.status == .exited(0))
    for version in object["pictures"][1]["comparison"]["versions"].array {
      let similarity = version["similarity"].number ?? 0
      #expect(text.text.contains(String(format: "%.4f", similarity)))
    }
  }

  @Test func `the page asks for nothing from elsewhere, and its pictures decode`() async throws {
    let page = try await Self.page()
    let text = page.text
    #expect(text.firstMatch(of: /https?:|src="\/|@import|url\(/) == nil)
    #expect(text.contains("default-src 'none'"))
    let pictures = text.matches(of: /src="data:image\/jpeg;base64,([^"]+)"/).compactMap {
      Data(base64Encoded: String($0.1))
    }
    #expect(pictures.count == 4)
    for (number, picture) in pictures.enumerated() {
      let file = page.folder.file("\(number).jpg")
      try picture.write(to: file)
      let shown = try await ShownPicture(file)
      #expect((shown.width, shown.height) == (320, 240))
      let original = try await ShownPicture(page.folder.file("a.jpg"))
      let likeness = try await original.likeness(to: shown)
      #expect(likeness > (number == 0 ? 25 : 18))
    }
  }

  @Test(.needsChromium) func `a browser shows the page without errors, and the slider moves the divide`() async throws {
    let page = try await Self.page()
    let watch = """
      <script>
      const fail = event => document.documentElement.dataset.failed = event.message || event.violatedDirective || "image";
      window.addEventListener("error", fail, true);
      document.addEventListener("securitypolicyviolation", fail);
      </script>
      """
    var pictures: [Data] = []
    for position in [10, 90] {
      let move = """
        <script>
        const slider = document.querySelector("input[type=range]");
        slider.value = \(position);
        slider.dispatchEvent(new Event("input"));
        </script></body>
        """
      let file = page.folder.file("at\(position).html")
      try page.text.replacing("<head>", with: "<head>" + watch, maxReplacements: 1).replacing("</body>", with: move)
        .write(to: file, atomically: true, encoding: .utf8)
      let shot = page.folder.file("at\(position).png")
      let drawn = try await Chromium.run(["--screenshot=\(shot.path)"], file, in: page.folder)
      #expect(drawn.status == .exited(0), "\(drawn.errorText)")
      pictures.append(try Data(contentsOf: shot))
      let document = try await Chromium.run(["--dump-dom"], file, in: page.folder).text
      let failure = document.firstMatch(of: /data-failed="([^"]*)"/)?.1
      #expect(failure == nil)
      #expect(document.contains("class=\"viewer is-live\""))
      #expect(document.contains("--at: \(position)%"))
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test(arguments: [
    ("--html x.html a.jpg", 2), ("--compare -o x.heic a.jpg", 2), ("--compare --lossless a.jpg", 2),
    ("--compare --jobs 2 a.jpg", 2), ("--compare --html nowhere/x.html a.jpg", 6), ("--compare --html a.jpg a.jpg", 6),
    ("--compare missing.jpg", 3), ("--compare --html . a.jpg", 6),
  ])
  func `a comparison that can't be has its exit status and leaves all as it was`(
    arguments: String, status: Int32
  ) async throws {
    let folder = try TemporaryFolder()
    let photo = try Data(contentsOf: try await Clip.photo().file)
    try photo.write(to: folder.file("a.jpg"))
    let result = try await SwageCommand.run(
      ["image", "--json"] + arguments.split(separator: " ").map(String.init), in: folder.url)
    #expect(result.status == .exited(status), "\(result.errorText)")
    #expect(result.errorText.hasPrefix("swage: "))
    #expect(folder.contents == ["a.jpg"])
    #expect(try Data(contentsOf: folder.file("a.jpg")) == photo)
    let object = try JSON(text: result.output)
    let error = object["error"].isNull ? object["pictures"][0]["error"] : object["error"]
    #expect(error["code"].string?.isEmpty == false)
  }

  private static func page() async throws -> (folder: TemporaryFolder, text: String) {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: try await Clip.photo().file, to: folder.file("a.jpg"))
    let result = try await SwageCommand.run(
      ["image", "--compare", "--quality", "0.3", "--quiet", "--html", "page.html", "a.jpg"], in: folder.url)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.text.isEmpty)
    return (folder, try String(contentsOf: folder.file("page.html"), encoding: .utf8))
  }
}
