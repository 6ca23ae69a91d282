import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openFileSource,
  verifyFile
} from "./chunk-MVG6IQCK.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-MQUZ3UIF.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-7F4WHCXQ.mjs";
import "./chunk-SKRRPNKQ.mjs";
import {
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/verify.ts
import { lstatSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

// src/verify/table.ts
var HEADINGS = ["file", "format", "role", "level", "verdict", "tensors", "bytes", "why"];
var LONGEST_WHY = 160;
function renderTable(verdicts) {
  const rows = [[...HEADINGS], ...verdicts.map(cellsOf)];
  const widths = HEADINGS.map(
    (_heading, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))
  );
  const line = (row) => row.map((cell, column) => align(cell, widths[column] ?? 0, column)).join("  ").trimEnd();
  return rows.map((row) => `${line(row)}
`).join("");
}
function cellsOf(verdict) {
  return [
    plainText(verdict.label),
    verdict.format,
    verdict.role,
    verdict.level,
    verdict.verdict,
    verdict.tensors === void 0 ? "" : String(verdict.tensors.count),
    String(verdict.bytes),
    whyOf(verdict)
  ];
}
function whyOf({ reasons, reasonsLeftOut }) {
  const telling = reasons.filter(({ severity }) => severity !== "note");
  const [first] = telling;
  if (first === void 0) return "";
  const place = first.offset === void 0 ? "" : ` at byte ${first.offset}`;
  const expected = first.expected === void 0 ? "" : `, expected ${first.expected}`;
  const found = first.found === void 0 ? "" : `, found ${first.found}`;
  const more = telling.length - 1 + reasonsLeftOut;
  const why = plainText(`${first.what}${place}${expected}${found}`);
  const short = why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY - 3)}...` : why;
  return more > 0 ? `${short} (and ${more} more)` : short;
}
var align = (cell, width, column) => column === 5 || column === 6 ? cell.padStart(width) : cell.padEnd(width);
var plainText = (text) => text.replace(
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
  (char) => {
    const code = char.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  }
);

// src/cli/verify.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  if (request.words.length === 0) {
    throw new Problem({
      code: "no-path",
      kind: "usage",
      what: "There is nothing to verify.",
      next: "gpu-lease verify PATH..."
    });
  }
  const face = await faceOf(settings);
  const verdicts = [];
  for (const path of request.words.flatMap((word) => filesBelow(resolve(settings.cwd, word)))) {
    const label = relative(settings.cwd, path);
    const verdict = await verifyOne(
      path,
      signal,
      (done, total) => face.progress(label, { label: "verify", done, total, unit: "bytes", note: label })
    );
    face.settle(label);
    verdicts.push({ ...verdict, label });
  }
  if (settings.json) process.stdout.write(`${jsonLine({ files: verdicts })}
`);
  else process.stdout.write(renderTable(verdicts));
  return exitOf(verdicts);
}
async function verifyOne(path, signal, onProgress) {
  const source = await openFileSource(path, { allowHardLinks: true });
  try {
    return await verifyFile(source, {
      role: roleOf(path),
      contains: [],
      allowDegraded: true,
      signal,
      onProgress
    });
  } finally {
    await source.close();
  }
}
function roleOf(path) {
  if (/\.(pt|pth|ckpt|safetensors|bin)$/i.test(path)) return "checkpoint";
  if (/\.(jsonl|csv|tsv)$/i.test(path)) return "metrics";
  if (/\.(json|ya?ml)$/i.test(path)) return "config";
  return "opaque";
}
function filesBelow(path) {
  let stat;
  try {
    stat = lstatSync(path);
  } catch (cause) {
    throw new Problem(
      {
        code: "no-such-path",
        kind: "usage",
        what: `There is nothing at ${path}.`,
        next: "Check the spelling."
      },
      { cause }
    );
  }
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}
function exitOf(verdicts) {
  const has = (verdict) => verdicts.some((each) => each.verdict === verdict);
  if (has("fail")) return EXIT.failed;
  if (has("inconclusive")) return EXIT.inconclusive;
  return has("pass-degraded") ? EXIT.degraded : EXIT.ok;
}
export {
  command
};
