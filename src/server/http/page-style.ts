/** The look of the pages that the server renders itself. Light and dark are written together. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f8fa; --line: #dde3e9; --edge: #76828f;
  --text: #1a232d; --quiet: #55616e; --accent: #3442b8; --tint: #eceefb;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11161c; --raised: #181f27; --line: #2a343f; --edge: #7d8a98;
    --text: #e2e8ee; --quiet: #9ba8b6; --accent: #aab6ff; --tint: #252b4d;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 16px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 14px/1.55 var(--sans); }
h1, h2, h3, h4, p, ul, table, pre { margin: 0; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.01em; }
h2 { font-size: 20px; line-height: 1.3; font-weight: 600; }
h3 { font-size: 16px; line-height: 1.4; font-weight: 600; }
h4 { font-size: 12px; line-height: 1.4; font-weight: 600; color: var(--quiet); }
a { color: var(--accent); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre, .path { font-family: var(--mono); font-size: 0.93em; }
pre { padding: 12px 16px; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; font-size: 13px; line-height: 1.6; }
[hidden] { display: none !important; }
.quiet { color: var(--quiet); }
.skip { position: absolute; left: 16px; top: -60px; z-index: 2; padding: 8px 12px; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; }
.skip:focus { top: 12px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.layout { display: grid; grid-template-columns: 264px minmax(0, 1fr); }
.side { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 16px 32px 24px; background: var(--raised); border-right: 1px solid var(--line); font-size: 13px; scrollbar-width: thin; }
.side ul { list-style: none; padding: 0; }
.side a { display: flex; justify-content: space-between; gap: 8px; padding: 3px 8px; border-radius: 6px; color: var(--text); text-decoration: none; }
.side a:hover { background: var(--tint); }
.side .home { display: block; margin: 0 0 16px; padding-left: 8px; font-weight: 600; font-size: 14px; }
.side .group { margin-top: 12px; }
.side .group > a { font-weight: 600; }
.side .verb { font: 11px/20px var(--mono); color: var(--quiet); }
.filter { margin: 0 0 16px; padding: 0 8px; }
.filter input { width: 100%; height: 32px; padding: 0 10px; font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; }
.filter input::placeholder { color: var(--quiet); opacity: 1; }
.filter p { min-height: 20px; padding-top: 4px; font-size: 12px; color: var(--quiet); }

main { padding: 40px 48px 96px; max-width: 1600px; min-width: 0; }
.lead { margin-top: 8px; max-width: 70ch; font-size: 16px; }
.facts { margin-top: 8px; color: var(--quiet); }
.conventions { margin-top: 32px; display: grid; gap: 16px 40px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); }
.conventions p { max-width: 70ch; }
.conventions strong { display: block; font-weight: 600; }
section { margin-top: 56px; }
section > h2 { padding-bottom: 12px; border-bottom: 1px solid var(--line); }
section > h2 + * { margin-top: 16px; }

.operation { padding: 24px 0 28px; border-bottom: 1px solid var(--line); }
section > h2 + .operation { margin-top: 0; }
.operation:last-child { border-bottom: 0; }
.operation:target > h3 { background: var(--tint); box-shadow: 0 0 0 5px var(--tint); border-radius: 1px; }
.operation h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 10px; font-weight: 500; }
.operation h3 .path { font-size: 15px; overflow-wrap: anywhere; }
.method { flex: none; min-width: 52px; padding: 0 7px; border: 1px solid var(--edge); border-radius: 4px; text-align: center; font: 600 12px/20px var(--mono); color: var(--text); }
.method.changes { border-color: var(--accent); background: var(--tint); color: var(--accent); }
.summary { margin-top: 10px; max-width: 70ch; }
.meta { margin-top: 4px; display: flex; flex-wrap: wrap; gap: 0 16px; font-size: 13px; color: var(--quiet); }
.meta strong { font-weight: 600; color: var(--text); }
.parts { margin-top: 16px; display: grid; gap: 20px 48px; }
.parts > div { min-width: 0; display: grid; gap: 8px; align-content: start; }
.answers p { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; }
.status { font: 600 13px/1.55 var(--mono); font-variant-numeric: tabular-nums; }
.refusals a { min-width: 26px; font: 13px/26px var(--mono); }

table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
caption { padding: 0 0 4px; text-align: left; font-size: 12px; font-weight: 600; color: var(--quiet); }
th, td { padding: 6px 16px 6px 0; text-align: left; vertical-align: top; font-weight: 400; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-top: 4px; padding-bottom: 4px; border-top: 0; font-size: 12px; color: var(--quiet); }
tbody th { width: 27%; min-width: 130px; }
.type { width: 19%; min-width: 92px; }
.needed, .free { width: 84px; }
.free, .rule { color: var(--quiet); }
.needed { font-weight: 600; }
.rule { display: block; }
.shape { overflow-wrap: anywhere; }
.depth-1 { padding-left: 14px; } .depth-2 { padding-left: 28px; } .depth-3 { padding-left: 42px; }
td pre { padding: 6px 10px; white-space: pre-wrap; font-size: 12px; }
details > summary { padding: 4px 0; cursor: pointer; font-size: 13px; color: var(--accent); width: fit-content; }
details[open] > summary { margin-bottom: 8px; }
details caption, .answers caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
section > table + table { margin-top: 24px; }
.terms tbody th { width: 210px; }
.statuses tbody th { width: 72px; min-width: 0; }
.statuses td { width: 46%; }
.record { padding-top: 20px; }
.record > h3 { font-family: var(--mono); font-size: 14px; }
footer { margin-top: 64px; color: var(--quiet); font-size: 13px; }


@media (min-width: 1500px) {
  .layout { grid-template-columns: 288px minmax(0, 1fr); }
  main { padding-inline: 64px; }
  .parts.wide { grid-template-columns: minmax(0, 8fr) minmax(0, 5fr); }
}
@media (max-width: 860px) {
  .layout { display: block; }
  .side { position: static; height: auto; padding: 16px; border-right: 0; border-bottom: 1px solid var(--line); }
  .side .home { margin-bottom: 12px; padding-left: 0; }
  .filter { padding: 0; margin-bottom: 8px; }
  .side .groups { display: flex; flex-wrap: wrap; gap: 6px; }
  .side .group { margin: 0; }
  .side .group > a { padding: 4px 10px; font-weight: 400; border: 1px solid var(--line); background: var(--ground); }
  .side .group > ul { display: none; }
  main { padding: 24px 16px 64px; }
  section { margin-top: 40px; }
}
@media (max-width: 620px) {
  h1 { font-size: 24px; }
  table, tbody, tr, th, td, caption { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 8px 0; border-top: 1px solid var(--line); }
  tbody tr { display: flex; flex-wrap: wrap; gap: 0 10px; }
  tbody th, tbody td, .type, .needed, .free, .terms tbody th, .statuses tbody th, .statuses td { width: auto; min-width: 0; padding: 0; border: 0; }
  tbody th { font-weight: 600; }
  tbody td:last-child { flex-basis: 100%; }
  .depth-1 { padding-left: 12px; } .depth-2 { padding-left: 24px; } .depth-3 { padding-left: 36px; }
}
@media (prefers-reduced-motion: no-preference) {
  .side a, a { transition: background-color 100ms, text-decoration-color 100ms; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --raised: #fff; --line: #bbb; --text: #000; --quiet: #444; --accent: #000; --tint: #fff; }
  body { font-size: 10pt; }
  .layout { display: block; }
  .side, .skip { display: none; }
  main { padding: 0; max-width: none; }
  section { margin-top: 24pt; }
  h2, h3, caption, thead, details > summary { break-after: avoid; }
  tr, .answers p { break-inside: avoid; }
  a { text-decoration: none; }
}
`
