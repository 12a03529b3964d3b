extension ResultPage {
  /// The page's style: the reader's own font and color scheme, one column on a phone.
  static let style = """
    :root {
      --ink: #1a1c1f; --soft: #5b626b; --paper: #fbfbfa; --line: #dcdfe3; --ours: #2563a8; --theirs: #a3abb5;
      --over: #b3261e; --kept: #1d6b3a;
      --c0: #2563a8; --c1: #b3541e; --c2: #2d7d46; --c3: #8a3b9c; --c4: #6b6b00; --c5: #0f7c86;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e8eaed; --soft: #a2a9b2; --paper: #16181b; --line: #33383f; --ours: #6ea8ee; --theirs: #6b747f;
        --over: #ff8a80; --kept: #7ed49a;
        --c0: #8ab9f1; --c1: #f0a06b; --c2: #82cf9a; --c3: #d69be4; --c4: #d8d36a; --c5: #6fd3dc;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; color: var(--ink); background: var(--paper);
      font: 1rem/1.5 system-ui, sans-serif;
    }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
    h3 { font-size: 1.05rem; margin: 2rem 0 .1rem; }
    p { margin: 0 0 .75rem; max-width: 48rem; }
    .facts, .note, footer { color: var(--soft); font-size: .9rem; }
    .warning { border-left: 4px solid var(--over); padding: .25rem .75rem; }
    .over { color: var(--over); font-weight: 600; }
    .kept { color: var(--kept); }
    .wide { overflow-x: auto; margin: .75rem 0; }
    .wide:focus-visible { outline: 3px solid var(--ours); outline-offset: 1px; }
    .charts { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: .75rem 0; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
    th:first-child { text-align: left; padding-left: 0; font-weight: 500; }
    thead th { color: var(--soft); font-weight: 500; font-size: .9rem; }
    .words td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
    .part td:nth-child(2) { text-align: left; }
    svg { display: block; max-width: none; }
    svg text { fill: var(--ink); font-size: 13px; }
    svg .title { font-size: 14px; font-weight: 600; }
    svg .tick { fill: var(--soft); font-size: 12px; }
    svg .value { font-variant-numeric: tabular-nums; }
    .bar { fill: var(--theirs); }
    .bar.ours { fill: var(--ours); }
    .range { stroke: var(--ink); stroke-width: 1.5; }
    .range.ours { stroke: var(--ours); stroke-width: 2.5; }
    .grid { stroke: var(--line); stroke-width: 1; }
    .one { stroke: var(--soft); stroke-width: 1.5; }
    .limit { stroke: var(--ink); stroke-width: 2.5; }
    .dot { fill: var(--ours); }
    .dot.over { fill: var(--over); }
    .curve { fill: none; stroke-width: 2; }
    .mark { stroke: var(--paper); stroke-width: 1; }
    \((0..<CurveChart.styles).map { ".curve.c\($0) { stroke: var(--c\($0)); } .mark.c\($0) { fill: var(--c\($0)); }" }
      .joined(separator: "\n"))
    .legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .25rem 0; padding: 0; }
    .legend li { display: flex; align-items: center; gap: .5rem; }
    summary { cursor: pointer; color: var(--ours); margin: .5rem 0; }
    footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem; }
    """
}
