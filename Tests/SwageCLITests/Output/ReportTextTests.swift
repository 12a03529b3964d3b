import Testing

@testable import SwageCLI
@testable import VideoCompression

@Suite struct ReportTextTests {
  @Test func `the text after a job names sizes, picture, encoder, sound and what was left out`() {
    #expect(
      ReportText.render(Made.compressed, isVerbose: false) == """
        Compressed /clips/holiday.mov → /clips/holiday-compressed.mp4

        Size      48.2 MB → 12.1 MB (75 % smaller)
        Length    0:00:20.020
        Picture   H.264 1920x1080, 29.97 fps, 18.0 Mbit/s → HEVC 1280x720, 29.97 fps, 4.80 Mbit/s
        Encoder   libx265 (software)
        Time      0:00:20.400, 29.4 fps, 0.98x
        HDR       kept HDR10+, with the mastering display, HDR10+ in 600 frames, without Dolby Vision
        Sound     #1 AAC stereo 48 kHz, eng copied (MP4 takes it as it is)
                  #2 pcm_s16le mono 44.1 kHz → AAC mono 44.1 kHz encoded (MP4 doesn't take PCM)
        Left out  #3 data tmcd (a time code has no place in MP4)
        Checks    2 of 2 passed (structure)

        """)
  }

  @Test func `verbose adds decisions, attempts and checks`() {
    let text = ReportText.render(Made.compressed, isVerbose: true)
    #expect(
      text.hasSuffix(
        """

        Decisions
        codec     hevc (nothing else was asked for)

        Attempts
        1         libx265 succeeded (smaller than the source)

        Checks
        passed    frames: 600
        passed    duration: 20.020 s

        """))
  }

  @Test func `a kept source is told plainly, with what was tried`() {
    #expect(
      ReportText.render(Made.kept, isVerbose: false) == """
        Kept the source, because no result was smaller: /clips/holiday.mov is as it was

        Size      48.2 MB
        Length    0:00:20.020
        Picture   H.264 1920x1080, 29.97 fps, 18.0 Mbit/s
        Tried     libx265 refused (50.1 MB is not smaller than 48.2 MB)
        Left out  #3 data tmcd (a time code has no place in MP4)

        """)
  }

  @Test func `warnings are shown`() {
    var report = Made.compressed
    report.warnings = ["The clock jumps.", "Odd"]
    let text = ReportText.render(report, isVerbose: false)
    #expect(text.contains("Warning   The clock jumps\n          Odd\n"))
  }

  @Test func `a failed job shows which checks failed`() {
    var report = Made.compressed
    report.verification = Verification(
      level: .full,
      checks: [
        .init(name: "frames", expected: "600", found: "599", passed: false),
        .init(name: "codec", expected: "hevc", found: "hevc", passed: true),
      ])
    #expect(
      ReportText.renderFailure(report, isVerbose: false) == "  Failed check  frames: expected 600, found 599\n")
  }

  @Test func `a plan for people says what would be done`() {
    #expect(
      PlanText.render(Made.plan, isVerbose: false) == """
        Would compress /clips/holiday.mov → /clips/holiday-compressed.mp4

        Container   mp4
        Attempt     HEVC by libx265, quality 0.7, at most 18.0 Mbit/s (the only encoder here)
                    if not smaller: copy the film's packets as they are (MP4 holds less overhead)
        Picture     720x1280 stored, 29.97 fps, 600 frames
        Steps       deinterlace, then turned 90° clockwise, then scale to 720x1280 yuv420p
        Length      0:00:19.020 (from 0:00:01.000 to the end)
        Video       #0 is the film (the only video)
        Sound       #1 encoded: AAC mono 44.1 kHz, 96.0 kbit/s (MP4 doesn't take PCM)
        Subtitles   #2 converted to mov_text (for MP4)
        Data        #3 left out (no place in MP4)
        Metadata    kept
        Size limit  fewer than 48.2 MB; else the source is kept
        Checks      structure

        Decisions
        codec       hevc (nothing else was asked for)

        """)
  }

  @Test func `an inspection for people has a section for everything`() {
    #expect(
      InspectionText.render(Made.inspected) == """
        File
          Path           /clips/holiday.mov
          Format         QuickTime / MOV (brand 'qt  ')
          Index          after the media data
          Size           48.2 MB (48200000 bytes)
          Length         0:00:20.020
          Bit rate       19.3 Mbit/s

        Film (stream 0)
          Codec          HEVC ('hvc1')
          Picture        1080x1920 shown, 1920x1080 stored, turned 90° clockwise
          Frames         600 frames, 29.97 fps, variable (20 to 50 ms)
          Pixels         yuv420p10le, 10 bits
          Color          primaries bt2020, transfer arib-std-b67, matrix bt2020nc, range limited
          Range          Dolby Vision profile 8, level 4, compatibility 4
          Mastering      0.005 to 1000 cd/m², R 0.6800 0.3200, G 0.2650 0.6900, B 0.1500 0.0600, white 0.3127 0.3290
          Light          at most 1000 cd/m², frame average at most 400 cd/m²
          Surroundings   314 lux, white 0.3127 0.3290
          Length         0:00:20.000
          Packets        600, 1.00 MB
          Time base      1/600
          Bit rate       400 kbit/s
          Purpose        default

        Sound (stream 1)
          Codec          AAC ('mp4a')
          Channels       2 (stereo)
          Sample rate    48000 Hz
          Length         0:00:20.000
          Packets        600, 1.00 MB
          Time base      1/600
          Bit rate       400 kbit/s
          Language       eng
          Purpose        default

        Data (stream 2)
          Codec          none ('mebx')
          Length         0:00:20.000
          Packets        600, 1.00 MB
          Time base      1/600
          Bit rate       400 kbit/s
          Purpose        default

        Chapters
          0:00:00.000    to 0:00:10.000  Beach

        Tags
          creation_time  2024-05-01T10:00:00Z
          location       +52.5+13.4/

        Damage
          Ends early     expected 20.000 s, found 8.967 s

        """)
  }
}
