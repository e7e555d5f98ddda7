"""How a printed rulebook looks: on a screen, and on A4."""

STYLE = """
@page { size: A4; margin: 18mm 17mm 20mm 17mm;
  @bottom-center { content: counter(page); font: 9pt 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif;
    color: #776f5e; } }
@page across { size: A4 landscape; margin: 14mm 15mm 16mm 15mm; }
:root { --ink: #26241f; --faint: #776f5e; --rule: #d9d2bf; --tint: #f7f4ea; --accent: #8a4b1f; }
* { box-sizing: border-box; }
html { background: #ece8db; color-scheme: light; }
body { font: 15px/1.5 Charter, 'Bitstream Charter', 'Iowan Old Style', Georgia, 'Noto Serif', serif; color: var(--ink);
  max-width: 210mm; margin: 0 auto; padding: 18mm 17mm; background: #fffefa; }
:lang(ja) body { font-family: 'Noto Serif CJK JP', 'Hiragino Mincho ProN', 'Yu Mincho', IPAexMincho, serif; }
h1, h2, h3, h4, .facts, nav, th, caption, .status, .cites, .name, figcaption, footer, .step {
  font-family: 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif; }
header { border-bottom: 3px solid var(--accent); padding-bottom: 14px; margin-bottom: 18px; }
h1 { font-size: 34px; line-height: 1.15; margin: 0 0 6px; letter-spacing: -.01em; }
.facts { color: var(--faint); font-size: 14px; }
.facts span + span::before { content: '·'; margin: 0 .6em; }
h2 { font-size: 21px; margin: 38px 0 12px; padding-bottom: 4px; border-bottom: 1px solid var(--rule);
  break-after: avoid; }
h2 .number { color: var(--accent); margin-right: .6em; font-variant-numeric: tabular-nums; }
h3 { font-size: 16px; margin: 22px 0 8px; break-after: avoid; }
h4 { font-size: 14.5px; margin: 0; break-after: avoid; }
p { margin: 0 0 8px; orphans: 3; widows: 3; }
p.note { font-size: 13px; color: var(--faint); }
p.step { font-size: 11.5px; letter-spacing: .06em; text-transform: uppercase; color: var(--accent); margin: 6px 0 1px; }
p.step + ul { margin-top: 0; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
nav { font-size: 13.5px; columns: 2; column-gap: 28px; margin: 0 0 10px; padding: 12px 16px; background: var(--tint);
  border-radius: 6px; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav li { padding: 1px 0; break-inside: avoid; }
nav .number { display: inline-block; width: 1.9em; color: var(--accent); font-variant-numeric: tabular-nums; }
.cites { font-size: 11px; color: var(--faint); white-space: normal; }
.cites a, a.cite { color: var(--faint); white-space: nowrap; font-size: 11px;
  font-family: 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif; }
code { font: 12.5px/1.35 'DejaVu Sans Mono', Consolas, Menlo, monospace; background: var(--tint); padding: 0 3px;
  border-radius: 3px; overflow-wrap: anywhere; }
dl.rules { margin: 0; display: grid; grid-template-columns: max-content 1fr; column-gap: 16px; }
dl.rules dt { font: 600 12.5px/1.5 'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif; color: var(--accent);
  padding-top: 3px; white-space: nowrap; }
dl.rules dd { margin: 0 0 7px; break-inside: avoid; }
dl.rules dd:target, dt:target + dd { background: #fbf0c9; }
.status { font-size: 10.5px; font-style: italic; color: var(--faint); margin-left: 7px; white-space: nowrap; }
.wide { overflow-x: auto; margin: 6px 0 14px; }
table { border-collapse: collapse; font-size: 13.5px; line-height: 1.4; }
caption { text-align: left; font-weight: 600; padding: 0 0 5px; caption-side: top; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--rule); }
th { font-size: 12px; color: var(--faint); font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 18px; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
ul, ol { margin: 0 0 10px; padding-left: 1.5em; }
li { margin: 2px 0; }
li > ul, li > ol { margin: 2px 0; }
dl.terms dt { font-weight: 700; break-after: avoid; }
dl.terms dd { margin: 0 0 7px 1.4em; }
figure { margin: 10px 0 16px; text-align: center; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
figure.across svg { max-width: none; }
figure.small { display: inline-block; margin: 4px 22px 12px 0; vertical-align: bottom; }
figure.across { overflow-x: auto; }
figcaption { font-size: 12px; color: var(--faint); margin-top: 4px; }
.card { border: 1px solid var(--rule); border-radius: 6px; padding: 10px 14px 6px; margin: 0 0 10px;
  break-inside: avoid; background: #fff; }
.card > h4 { margin-bottom: 4px; }
.card .cites { text-align: right; margin-top: 2px; }
.card table { font-size: 13px; } .card td { border: 0; padding: 2px 14px 2px 0; }
.card ul { margin-bottom: 5px; font-size: 14px; }
.columns { columns: 2; column-gap: 16px; }
.columns > section { break-inside: avoid-column; }
.columns > section > h3 { margin-top: 0; padding-top: 12px; }
p:has(+ figure), p:has(+ p + figure) { break-after: avoid; }
p.note.cites { margin: -5px 0 5px; break-after: avoid; }
footer { margin-top: 40px; padding-top: 8px; border-top: 1px solid var(--rule); font-size: 11.5px;
  color: var(--faint); }
@media print {
  html, body { background: #fff; }
  body { font-size: 10.5pt; padding: 0; max-width: none; }
  h2 { break-before: auto; }
  .card { background: none; }
  .wide { overflow: visible; }
  .whole { break-inside: avoid; }
  figure svg { max-height: 225mm; }
  figure.across { page: across; break-before: page; break-after: page; margin: 0; overflow: visible; }
  figure.across svg { max-width: 100%; max-height: 158mm; }
  a:hover { text-decoration: none; }
  nav li { display: flex; align-items: baseline; }
  nav a { flex: 1; }
  nav a::after { content: target-counter(attr(href url), page); float: right; color: var(--faint);
    font-variant-numeric: tabular-nums; }
}
@media (max-width: 640px) { body { padding: 20px 16px; } nav, .columns { columns: 1; } }
"""
