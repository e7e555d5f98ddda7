"""How the report looks: on a light or dark screen, and on paper."""

STYLE = """
:root { --ink: #1c2024; --dim: #5d6770; --paper: #fff; --line: #d9dee3; --soft: #f4f6f8; --old: #a2571a;
  --new: #14629e; --added: #1a7a3c; --removed: #b3261e; --oldback: #fdeee6; --newback: #e5f2fb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --dim: #9aa5ae; --paper: #15191c; --line: #343c43;
  --soft: #1d2327; --old: #e8a26a; --new: #74b9ee; --added: #6cc98b; --removed: #f28b82; --oldback: #3a2618;
  --newback: #15303f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 0; }
main { padding-top: 0; padding-bottom: 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
h4 { font-size: 1rem; font-weight: 600; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
a { color: var(--new); }
code, pre { font: .9em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .5rem .7rem; background: var(--soft); border-radius: 4px; white-space: pre-wrap;
  overflow-wrap: anywhere; }
pre span.old, pre span.new { display: inline-block; width: 100%; padding: 0 .2rem; }
pre span.old, del { background: var(--oldback); color: var(--old); }
pre span.new, ins { background: var(--newback); color: var(--new); }
del, ins { text-decoration: none; padding: 0 .25rem; border-radius: 3px; font-family: ui-monospace, monospace;
  font-size: .9em; }
pre b { text-decoration: underline; text-underline-offset: .2em; }
.sides, .place, .method, small, dt { color: var(--dim); }
.place { font-size: .85em; font-weight: 400; }
ul { padding-left: 1.2rem; }
li { margin: .2rem 0; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
.card { flex: 1 1 13rem; border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; }
.card h4 { color: var(--dim); font-size: .9em; font-weight: 400; }
.card .figure { font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.change { border: 1px solid var(--line); border-left-width: 4px; border-radius: 4px; padding: .6rem .8rem;
  margin: .6rem 0; }
.change.added { border-left-color: var(--added); }
.change.removed { border-left-color: var(--removed); }
.change.changed { border-left-color: var(--old); }
.change.renamed { border-left-color: var(--new); }
.kind { font-size: .8em; text-transform: uppercase; letter-spacing: .04em; color: var(--dim); }
.kind.added { color: var(--added); }
.kind.removed { color: var(--removed); }
.plays { font-size: .75em; font-weight: 400; color: var(--paper); background: var(--old); border-radius: 3px;
  padding: .05rem .35rem; vertical-align: .1em; }
.key-name { color: var(--dim); }
.part { margin-left: .2rem; }
dl { margin: .4rem 0 0; font-size: .9em; }
dl div { display: flex; gap: .6rem; }
dt { flex: 0 0 9rem; }
dd { margin: 0; flex: 1; }
details.more { display: inline; }
details.more summary { display: inline; cursor: pointer; color: var(--new); }
summary { cursor: pointer; color: var(--new); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { color: var(--dim); font-weight: 500; font-size: .9em; }
th.number, td.number { text-align: right; white-space: nowrap; }
td:first-child { white-space: nowrap; }
span.unseen { color: var(--dim); }
span.seen { font-weight: 600; }
svg.bar { display: block; }
.zero, .axis { stroke: var(--dim); stroke-width: 1; }
.range { stroke-width: 2.5; stroke-linecap: round; }
.range.unseen { stroke: var(--dim); } .dot.unseen { fill: var(--dim); }
.range.seen, .range.new { stroke: var(--new); } .dot.seen, .dot.new { fill: var(--new); }
.range.old { stroke: var(--old); } .dot.old { fill: var(--old); }
figure { margin: .5rem 0; flex: 1 1 20rem; }
figcaption { color: var(--dim); font-size: .9em; }
.distribution { width: 100%; height: auto; }
.area { fill-opacity: .18; stroke-width: 1.5; }
.area.old { fill: var(--old); stroke: var(--old); } .area.new { fill: var(--new); stroke: var(--new); }
.label { font-size: 10px; fill: var(--dim); } .label.end { text-anchor: end; }
.key::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .3em; border-radius: 2px; }
.key.old::before { background: var(--old); } .key.new::before { background: var(--new); }
@media print { body { font-size: 10.5pt; } header, main { max-width: none; padding: 0; } .change, figure, tr, .card {
  break-inside: avoid; } h2, h3, h4 { break-after: avoid; } details.more summary::after { content: " (folded)"; }
  a { color: inherit; text-decoration: none; } }
"""
