extension ComparisonPage {
  /// The page's style: the reader's own font and color scheme, one column on a phone.
  static let style = """
    :root {
      --ink: #1a1c1f; --soft: #5b626b; --paper: #fbfbfa; --line: #dcdfe3; --mark: #2563a8; --bar: #cfe0f3;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e8eaed; --soft: #a2a9b2; --paper: #16181b; --line: #33383f; --mark: #8ab9f1; --bar: #24415f;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 66rem; color: var(--ink); background: var(--paper);
      font: 1rem/1.5 system-ui, sans-serif;
    }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
    h2 { font-size: 1.15rem; margin: 2.5rem 0 .25rem; overflow-wrap: anywhere; }
    p { margin: 0 0 .75rem; max-width: 46rem; }
    .facts, .note, footer, header p { color: var(--soft); }
    .facts, .note, footer { font-size: .9rem; }
    .choices { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 0 0 .5rem; }
    select {
      font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .35rem;
      padding: .3rem .5rem; margin-left: .35rem;
    }
    .stage {
      position: relative; overflow: hidden; border-radius: .35rem; background: var(--line);
      aspect-ratio: var(--ratio); width: min(100%, 85vh * var(--ratio), max(var(--width), 20rem));
    }
    .stage img { position: absolute; inset: 0; width: 100%; height: 100%; visibility: hidden; }
    .stage img.left, .stage img.right { visibility: visible; }
    .stage img.left { z-index: 1; clip-path: inset(0 calc(100% - var(--at)) 0 0); }
    .stage img.right { clip-path: inset(0 0 0 var(--at)); }
    .stage input {
      position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: ew-resize; z-index: 3;
      touch-action: pan-y;
    }
    .divide {
      position: absolute; top: 0; bottom: 0; left: var(--at); width: 2px; margin-left: -1px; background: #fff;
      box-shadow: 0 0 0 1px rgb(0 0 0 / .45); z-index: 2;
    }
    .divide::after {
      content: "\\2194"; position: absolute; top: 50%; left: 50%; width: 2.2rem; height: 2.2rem; margin: -1.1rem;
      border-radius: 50%; background: #fff; color: #1a1c1f; text-align: center; line-height: 2.2rem;
      box-shadow: 0 0 0 1px rgb(0 0 0 / .45);
    }
    .stage input:focus-visible + .divide::after { outline: 3px solid var(--mark); outline-offset: 2px; }
    select:focus-visible, .wide:focus-visible { outline: 3px solid var(--mark); outline-offset: 1px; }
    .tag {
      position: absolute; top: .6rem; z-index: 2; padding: .1rem .55rem; border-radius: .3rem; font-size: .85rem;
      color: #fff; background: rgb(0 0 0 / .65);
    }
    .at-left { left: .6rem; }
    .at-right { right: .6rem; }
    .wide { overflow-x: auto; margin: .75rem 0; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
    thead th { color: var(--soft); font-weight: 500; font-size: .9rem; }
    th:first-child { text-align: left; padding-left: 0; }
    .size { position: relative; min-width: 7rem; isolation: isolate; }
    .bar { position: absolute; left: 0; top: .35rem; bottom: .35rem; background: var(--bar); border-radius: .2rem; z-index: -1; }
    .medians table { width: auto; min-width: min(24rem, 100%); }
    footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem; }
    /* Without the script, the divide stays where it is, and there is nothing to choose. */
    .viewer:not(.is-live) :is(.choices, .stage input), .viewer:not(.is-live) .divide::after { display: none; }
    @media (max-width: 34rem) {
      h1 { font-size: 1.3rem; }
      th, td { padding: .4rem .4rem; font-size: .9rem; }
      .size { min-width: 5.5rem; }
    }
    @media print { .stage input, .choices { display: none; } }
    """

  /// The page's script: it moves the divide and changes what is left and right of it.
  static let script = """
    for (const viewer of document.querySelectorAll(".viewer")) {
      const versions = [...viewer.querySelectorAll("img.version")];
      const divide = viewer.querySelector("input");
      const move = () => viewer.style.setProperty("--at", divide.value + "%");
      const show = () => {
        for (const side of ["left", "right"]) {
          const choice = viewer.querySelector(`select[data-side=${side}]`);
          versions.forEach((image, index) => image.classList.toggle(side, index === Number(choice.value)));
          viewer.querySelector(".at-" + side).textContent = choice.selectedOptions[0].text;
        }
        // One picture on both sides is whole.
        for (const image of versions) {
          const isBoth = image.classList.contains("left") && image.classList.contains("right");
          image.style.clipPath = isBoth ? "none" : "";
        }
      };
      divide.addEventListener("input", move);
      for (const choice of viewer.querySelectorAll("select")) choice.addEventListener("change", show);
      // A browser that comes back to the page keeps what was chosen.
      move();
      show();
      viewer.classList.add("is-live");
    }
    """
}
