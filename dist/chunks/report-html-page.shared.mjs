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
var HTML_STYLE = `
:root{color-scheme:light dark;--ink:#1c2330;--soft:#667085;--line:#e3e6ec;--page:#f6f7f9;--card:#fff;--accent:#2456d6;--good:#157347;--bad:#b42318;--warn:#9a5b00}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#98a2b3;--line:#2c3340;--page:#0f1319;--card:#171c24;--accent:#7aa2ff;--good:#5fd08f;--bad:#ff8f84;--warn:#f0b35a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:66rem;margin:0 auto;padding:2rem 1rem 4rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .9rem}
h1{margin:0;font-size:1.7rem;letter-spacing:-.01em}h2{margin:0 0 .6rem;font-size:1.05rem}
code,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.92em}
.state{margin:0;padding:.1rem .7rem;border-radius:1rem;border:1px solid;font-size:.9rem;font-weight:600;color:var(--accent)}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}
.under{color:var(--soft);margin:.3rem 0 1.2rem}
.note{margin:0 0 1rem;padding:.6rem .9rem;border-left:4px solid var(--bad);background:var(--card);border-radius:0 .4rem .4rem 0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:0 0 1.2rem}
.tiles div,section{background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.tiles div{padding:.6rem .9rem}dt{color:var(--soft);font-size:.82rem}dd{margin:0;font-size:1.2rem;font-weight:600;overflow-wrap:anywhere}
section{padding:1rem;margin:0 0 1.2rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.87rem}
th{color:var(--soft);font-weight:500;white-space:nowrap}th.mono{font-family:inherit;font-size:inherit}th,td{text-align:left;padding:.32rem .8rem .32rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:anywhere}tr:last-child td{border-bottom:0}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.short{white-space:nowrap}
.said summary{cursor:pointer;overflow-wrap:anywhere}pre{overflow-x:auto;margin:.5rem 0 .8rem;font-size:.82rem;line-height:1.4}
.rest{color:var(--soft);margin:.6rem 0 0;font-size:.87rem}
svg{display:block;width:100%;height:auto}svg text{font-size:11px;fill:var(--soft)}.end{text-anchor:end}
.grid{stroke:var(--line)}.curve{fill:none;stroke:var(--accent);stroke-width:1.8;stroke-linejoin:round}.area{fill:var(--accent);opacity:.09}
.resume path{stroke:var(--warn);stroke-dasharray:4 3}.resume text{fill:var(--warn)}
@media(max-width:45rem){.wide table{min-width:40rem}}
@media print{body{background:#fff}section,.tiles div{break-inside:avoid}}
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
var tileList = (pairs) => `<dl class="tiles">${pairs.map(([name, value]) => `<div><dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd></div>`).join("")}</dl>`;
var VERDICT_TONE = { pass: "good", "pass-degraded": "warn" };
function section({ title, columns, rows, left = 0, where = "" }) {
  if (rows.length === 0) return "";
  const classOf = (column, tone = "") => {
    const names = [column?.class ?? "", tone].filter((each) => each !== "").join(" ");
    return names === "" ? "" : ` class="${names}"`;
  };
  const head = columns.map((each) => `<th${classOf(each)}>${htmlText(each.title)}</th>`).join("");
  const body = rows.map((row) => {
    const shown = row.map(
      (cell, index) => typeof cell === "string" ? `<td${classOf(columns[index])}>${htmlText(cell)}</td>` : `<td${classOf(columns[index], cell.tone)}>${htmlText(cell.word)}</td>`
    );
    return `<tr>${shown.join("")}</tr>`;
  });
  const rest = left > 0 ? `
<p class="rest">${left} more ${htmlText(where)}</p>` : "";
  return `<section><h2>${htmlText(title)}</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>${rest}</section>`;
}

export {
  htmlText,
  htmlPage,
  tileList,
  VERDICT_TONE,
  section
};
