import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  visible
} from "./report-visible-text.shared.mjs";

// src/report/html-text.ts
var htmlText = (raw) => visible(raw).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

// src/report/html-page.ts
import { createHash } from "node:crypto";

// src/report/html-style.ts
var LIGHT = "--ink:#1c2330;--soft:#5d6679;--line:#e3e6ec;--page:#f6f7f9;--card:#fff;--accent:#2456d6;--good:#157347;--bad:#b42318;--warn:#8a5200;--k1:#b3541e;--k2:#157347;--k3:#8e3fc7;--k4:#b4234f;--k5:#0b7285;--k6:#7a5b00;--k7:#5c6470";
var DARK = "--ink:#e6e9ef;--soft:#a3adbd;--line:#2c3340;--page:#0f1319;--card:#171c24;--accent:#7aa2ff;--good:#5fd08f;--bad:#ff8f84;--warn:#f0b35a;--k1:#f0a35a;--k2:#5fd08f;--k3:#c99bff;--k4:#ff8fa8;--k5:#5cc8d9;--k6:#d8c04f;--k7:#aab2bf";
var SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif';
var LINES = [1, 2, 3, 4, 5, 6, 7].map((n) => `.k${n}{stroke:var(--k${n})}`).join("");
var TILES = [4, 5, 6].map((n) => `.by${n}{grid-template-columns:repeat(${n},1fr)}`).join("");
var NARROW = `
main{padding:1.2rem .75rem 3rem}h1{font-size:1.4rem;overflow-wrap:anywhere}section{padding:.8rem}
.cards{overflow-x:visible}.cards table,.cards tbody,.cards tr{display:block}.cards thead{display:none}
.cards tr{padding:.55rem 0;border-bottom:1px solid var(--line)}.cards tr:last-child{border-bottom:0}
.cards td{display:grid;grid-template-columns:6.5rem 1fr;gap:.1rem .7rem;padding:.08rem 0;border:0;text-align:left;white-space:normal;min-width:0;overflow-wrap:anywhere}
.cards td::before{content:attr(data-title);color:var(--soft);font:13px/1.6 ${SANS}}.cards td:empty{display:none}
.cards td:first-child,.cards td.copy{display:block}.cards td:first-child{font-weight:600}.cards td:first-child::before,.cards td.copy::before{content:none}
.cards td.number{display:inline-flex;gap:.45rem;margin-right:1.1rem;max-width:100%}`;
var PAPER = `
@page{margin:14mm}
:root{color-scheme:light;${LIGHT}}
body{background:#fff;font-size:10pt}main{max-width:none;padding:0}
section,.tiles div{border-color:#bbb}section{padding:.4rem 0;border-width:1px 0 0;border-radius:0}
.wide,pre{overflow:visible}pre{white-space:pre-wrap;overflow-wrap:anywhere}table{font-size:8pt}thead{display:table-header-group}
tr,figure,.note,.tiles,.tiles div{break-inside:avoid}h2,summary{break-after:avoid}
td,th{min-width:0;overflow-wrap:anywhere}details::details-content{content-visibility:visible;height:auto}`;
var HTML_STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 ${SANS}}
main{max-width:66rem;margin:0 auto;padding:2rem 1rem 4rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .9rem}
h1{margin:0;font-size:1.7rem;letter-spacing:-.01em}h2{margin:0 0 .6rem;font-size:1.05rem}
code,.mono,.copy,.crash{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.92em}
.copy{user-select:all;-webkit-user-select:all}code{overflow-wrap:anywhere}
.state{margin:0;padding:.1rem .7rem;border-radius:1rem;border:1px solid;font-size:.9rem;font-weight:600;color:var(--accent)}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}
.under{color:var(--soft);margin:.3rem 0 1.2rem;overflow-wrap:anywhere}
.note{margin:0 0 1rem;padding:.6rem .9rem;border-left:4px solid var(--bad);background:var(--card);border-radius:0 .4rem .4rem 0;overflow-wrap:anywhere;white-space:pre-line}
.ask{border-left:4px solid var(--accent)}.ask p{margin:0 0 .6rem}ul{margin:0 0 .6rem;padding-left:1.2rem}li{overflow-wrap:anywhere}
.tiles{display:grid;gap:.7rem;margin:0 0 1.2rem}.by3{grid-template-columns:repeat(3,1fr)}${TILES}
.tiles div,section{background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.tiles div{padding:.6rem .8rem}dt{color:var(--soft);font-size:.82rem}dd{margin:0;font-size:1.1rem;font-weight:600;overflow-wrap:anywhere}
section{padding:1rem;margin:0 0 1.2rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.87rem}
th{color:var(--soft);font-weight:500;white-space:nowrap}th.mono,th.copy{font-family:inherit;font-size:inherit}th,td{text-align:left;padding:.32rem .8rem .32rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:break-word}td.copy{min-width:9rem;overflow-wrap:anywhere}td.long{min-width:14rem}tr:last-child td{border-bottom:0}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.short{white-space:nowrap}
.where{margin:0 0 .8rem;padding:0;list-style:none}.where li{padding:.1rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}summary h2{display:inline;margin:0}summary+*{margin-top:.6rem}pre{overflow-x:auto;margin:.5rem 0 .8rem;font-size:.82rem;line-height:1.4}
.crash{margin:.4rem 0;color:var(--bad);overflow-wrap:anywhere}
.rest{color:var(--soft);margin:.6rem 0 0;font-size:.87rem}
figure{margin:0 0 1rem;min-width:0}figcaption{font-size:.92rem;font-weight:600;overflow-wrap:anywhere}figcaption span{color:var(--soft);font-weight:400}
.figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem 1.6rem}.figures figure:first-child{grid-column:1/-1}
.plot{display:block;overflow:visible;margin:.5rem .5rem 1.7rem 3.4rem;width:calc(100% - 3.9rem);height:11rem}figure:first-child .plot{height:15rem}
.plot svg{overflow:visible}.plot text,.swatch{font-size:11.5px;fill:var(--soft)}.end{text-anchor:end}.mid{text-anchor:middle}
.grid{stroke:var(--line)}.line{fill:none;stroke:var(--accent);stroke-width:1.8;stroke-linejoin:round;vector-effect:non-scaling-stroke}.area{fill:var(--accent);opacity:.09}
${LINES}.d1{stroke-dasharray:6 3}.d2{stroke-dasharray:2 3}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:0 0 .6rem;padding:0;list-style:none;font-size:.87rem}.swatch{width:1.6rem;height:.6rem;margin-right:.35rem}
.resume line{stroke:var(--warn);stroke-dasharray:4 3}.plot .resume text{fill:var(--warn)}
@media(max-width:64rem){.by6{grid-template-columns:repeat(3,1fr)}}
@media screen and (max-width:45rem){.tiles,.figures{grid-template-columns:repeat(2,minmax(0,1fr))}.figures{grid-template-columns:minmax(0,1fr)}.tiles div:last-child:nth-child(odd){grid-column:1/-1}${NARROW}}
@media print{${PAPER}}
`;

// src/report/html-page.ts
var STYLE_DIGEST = createHash("sha256").update(HTML_STYLE).digest("base64");
var POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'`;
function htmlPage(title, body) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
function tileList(pairs) {
  const across = [6, 5, 4, 3].find((count) => pairs.length % count === 0) ?? 4;
  const tiles = pairs.map(([name, value]) => `<div><dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd></div>`);
  return `<dl class="tiles by${across}">${tiles.join("")}</dl>`;
}
var VERDICT_TONE = { pass: "good", "pass-degraded": "warn" };
var MOST_CARDS = 150;
function section({ title, columns, rows, left = 0, where = "", ...more }) {
  if (rows.length === 0) return "";
  const used = columns.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ""));
  const cards = rows.length <= MOST_CARDS;
  const head = used.map((at) => `<th${classOf(columns[at])}>${htmlText(columns[at]?.title ?? "")}</th>`).join("");
  const body = rows.map((row) => {
    const shown = used.map((at) => tableCell(columns[at], row[at] ?? "", cards));
    return `<tr>${shown.join("")}</tr>`;
  });
  const rest = left > 0 ? `
<p class="rest">${left} more ${htmlText(where)}</p>` : "";
  const table = `<div class="wide${cards ? " cards" : ""}" tabindex="0" role="region" aria-label="${htmlText(title)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>`;
  return part(title, `${more.lead ?? ""}${table}${rest}${more.after ?? ""}`, more.isFolded);
}
function part(title, markup, isFolded = false) {
  const heading = `<h2>${htmlText(title)}</h2>`;
  return isFolded ? `<section><details><summary>${heading}</summary>${markup}</details></section>` : `<section>${heading}${markup}</section>`;
}
function tableCell(column, cell, cards) {
  const label = cards ? ` data-title="${htmlText(column?.title ?? "")}"` : "";
  const { word, tone } = typeof cell === "string" ? { word: cell, tone: "" } : cell;
  return `<td${classOf(column, tone)}${label}>${htmlText(word)}</td>`;
}
function classOf(column, tone = "") {
  const names = [column?.class ?? "", tone].filter((each) => each !== "").join(" ");
  return names === "" ? "" : ` class="${names}"`;
}

export {
  htmlText,
  htmlPage,
  tileList,
  VERDICT_TONE,
  section,
  part
};
