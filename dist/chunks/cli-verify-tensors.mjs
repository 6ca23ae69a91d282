import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DTYPES,
  inspect,
  isPath,
  renderTable
} from "./cli-verify-plan.shared.mjs";
import "./cli-verify-url.shared.mjs";
import "./cli-spelling.shared.mjs";
import {
  worstFirst,
  worstOf
} from "./report-verify-document.shared.mjs";
import {
  diffTensors,
  isSame,
  shapeWord
} from "./verify-tensor-diff.shared.mjs";
import "./host-nearest-file.shared.mjs";
import {
  partOf
} from "./verify-contract-key-book.shared.mjs";
import {
  decodeElements
} from "./verify-tensor-element-block.shared.mjs";
import {
  inert
} from "./github-inert.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import {
  columnsOf,
  fit,
  pad
} from "./report-columns.shared.mjs";
import {
  jsonLine,
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  openFileSource
} from "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdicts.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/verify/contract/moments.ts
var NO_MOMENTS = {
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  mean: 0,
  squares: 0
};
var deviationOf = ({ count, squares }) => count === 0 ? 0 : Math.sqrt(squares / count);

// src/verify/tensor/outline.ts
var DEEPEST = 32;
function outlineOf(rows) {
  const root = branch();
  for (const row of rows) {
    let at = root;
    for (const name of pathOf(row.name)) {
      let next = at.below.get(name);
      if (next === void 0) {
        next = branch();
        at.below.set(name, next);
      }
      at = next;
    }
    at.rows.push(row);
  }
  return nodeOf("", root);
}
var parametersOf = (rows) => rows.filter(({ name, dtype }) => isFloat(dtype) && partOf(name) === "model").reduce((sum, row) => sum + elementsOf(row), 0);
var elementsOf = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var isFloat = (word) => {
  const known = Object.values(DTYPES).find(({ name }) => name === word);
  return known === void 0 || known.kind === "float";
};
var branch = () => ({ rows: [], below: /* @__PURE__ */ new Map() });
function pathOf(name) {
  const parts = name.split(".");
  return parts.length <= DEEPEST ? parts : [...parts.slice(0, DEEPEST - 1), parts.slice(DEEPEST - 1).join(".")];
}
function nodeOf(name, { rows, below }) {
  const children = [...below].sort(([a], [b]) => inNumbers(a, b)).map(([part, inner]) => joined(nodeOf(part, inner)));
  const sum = (count) => children.reduce((all, node) => all + count(node), 0);
  return {
    name,
    rows,
    children,
    tensors: rows.length + sum((node) => node.tensors),
    elements: rows.reduce((all, row) => all + elementsOf(row), 0) + sum((node) => node.elements),
    nonFinite: rows.reduce((all, row) => all + row.nonFinite, 0) + sum((node) => node.nonFinite)
  };
}
function joined(node) {
  const [only, ...more] = node.children;
  if (only === void 0 || more.length > 0 || node.rows.length > 0) return node;
  return { ...only, name: `${node.name}.${only.name}` };
}
var inNumbers = (a, b) => {
  const isNumber = (text) => /^\d{1,15}$/.test(text);
  if (isNumber(a) && isNumber(b) && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
};

// src/report/tensor-text.ts
var LONGEST_NAME = 80;
var HEADINGS = [
  "tensor",
  "type",
  "shape",
  "elements",
  "min",
  "max",
  "mean",
  "std",
  "not finite",
  "fingerprint"
];
var NUMBERS = /* @__PURE__ */ new Set([3, 4, 5, 6, 7, 8]);
function explainText(rows) {
  const root = outlineOf(rows);
  const lines = [[...HEADINGS]];
  const waiting = root.children.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
    const { node, depth } = next;
    lines.push(...linesOf(node, depth));
    waiting.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).reverse());
  }
  const total = `${root.tensors} tensors, ${root.elements} elements, ${parametersOf(rows)} parameters of the model, ${root.nonFinite} not finite`;
  return `${aligned(lines)}${total}
`;
}
function linesOf(node, depth) {
  const name = `${"  ".repeat(depth)}${fit(visibleLine(node.name), LONGEST_NAME)}`;
  const own = node.rows.map((row) => [name, ...cellsOf(row)]);
  if (node.children.length === 0) return own;
  const totals = [`${name}.`, `${node.tensors} tensors`, "", String(node.elements)];
  return [...own, [...totals, "", "", "", "", node.nonFinite > 0 ? String(node.nonFinite) : ""]];
}
function cellsOf(row) {
  const { dtype, moments, nonFinite, fingerprint = "" } = row;
  const seen = moments !== void 0 && moments.count > 0 ? moments : void 0;
  const values = seen === void 0 ? ["", "", "", ""] : [seen.min, seen.max, seen.mean, deviationOf(seen)].map(
    (value) => String(Number(value.toPrecision(5)))
  );
  return [
    visibleLine(dtype),
    shapeWord(row),
    String(elementsOf(row)),
    ...values,
    nonFinite > 0 ? String(nonFinite) : "",
    fingerprint
  ];
}
function aligned(lines) {
  const widths = HEADINGS.map(
    (_heading, column) => lines.reduce((widest, line) => Math.max(widest, columnsOf(line[column] ?? "")), 0)
  );
  return lines.map((line) => {
    const cells = HEADINGS.map((_heading, column) => {
      const cell = line[column] ?? "";
      const width = widths[column] ?? 0;
      return NUMBERS.has(column) ? cell.padStart(width) : pad(cell, width);
    });
    return `${cells.join("  ").trimEnd()}
`;
  }).join("");
}
var SHOWN = 200;
function diffText(diff2, { first, tensors, parts }) {
  const distances = new Map(tensors.map((each) => [each.name, each]));
  const shape = (row) => `${visibleLine(row.dtype)} ${shapeWord(row)}`;
  const name = (text) => fit(visibleLine(text), LONGEST_NAME);
  const lines = [
    ...some(diff2.added, (row) => `added      ${name(row.name)}  ${shape(row)}`),
    ...some(diff2.removed, (row) => `removed    ${name(row.name)}  ${shape(row)}`),
    ...some(diff2.retyped, (each) => `type       ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff2.reshaped, (each) => `shape      ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff2.changed, (each) => `values     ${name(each)}${distanceWords(distances.get(each))}`),
    ...some(diff2.unknown, (each) => `unknown    ${name(each)}`)
  ];
  const counts = [
    `${diff2.added.length} added`,
    `${diff2.removed.length} removed`,
    `${diff2.retyped.length} of another type`,
    `${diff2.reshaped.length} of another shape`,
    `${diff2.changed.length} with other values`,
    ...diff2.unknown.length > 0 ? [`${diff2.unknown.length} that cannot be compared`] : [],
    `${diff2.unchanged} unchanged`
  ];
  const sums = parts.map(
    ({ part, tensors: count, ...distance }) => `${part}: ${count} tensors ${farWords(distance)}`
  );
  const begins = first === null || diff2.changed.length < 2 ? [] : [`first in the file: ${name(first)}`];
  return `${[...lines, ...begins, ...sums].map((line) => `${visibleLine(line)}
`).join("")}${counts.join(", ")}
`;
}
function distanceWords(distance) {
  if (distance === void 0) return "";
  const { largest, first } = distance;
  const most = largest === null ? "" : `; most at element ${largest.element}: ${brief(largest.before)} -> ${brief(largest.after)}`;
  return `  ${farWords(distance)}${first === null ? "" : `, first at element ${first}`}${most}`;
}
function farWords({
  norm,
  relative,
  cosine,
  differing,
  elements,
  notFinite
}) {
  return [
    `went ${brief(norm)}${relative === null ? "" : ` (${percent(relative)} of its norm)`}`,
    ...cosine === null ? [] : [`cosine ${brief(cosine, 7)}`],
    `${differing} of ${elements} differ`,
    ...notFinite > 0 ? [`${notFinite} of them not finite`] : []
  ].join(", ");
}
var brief = (value, digits = 5) => String(Number(value.toPrecision(digits)));
var percent = (part) => `${brief(part * 100, 3)} %`;
function some(items, line) {
  const lines = items.slice(0, SHOWN).map(line);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `           ${more} more; --json lists all`] : lines;
}

// src/cli/verify-distance.ts
import { resolve } from "node:path";

// src/verify/tensor/distance.ts
var DistanceSum = class {
  #elements = 0;
  #differing = 0;
  #notFinite = 0;
  #squares = 0;
  #squaresBefore = 0;
  #squaresAfter = 0;
  #product = 0;
  #largest = null;
  #first = null;
  /** The next elements of both, as many of one as of the other. */
  add(before, after) {
    let [squares, squaresBefore, squaresAfter] = [this.#squares, this.#squaresBefore, this.#squaresAfter];
    let product = this.#product;
    let [differing, notFinite, largestAt] = [0, 0, -1];
    const known = this.#largest;
    let largest = known === null ? -1 : Math.abs(known.after - known.before);
    for (let i = 0; i < before.length; i += 1) {
      const a = before[i];
      const b = after[i];
      const isSame2 = a === b || Number.isNaN(a) && Number.isNaN(b);
      if (!isSame2) {
        if (differing === 0) this.#first ??= this.#elements + i;
        differing += 1;
      }
      if (a - a !== 0 || b - b !== 0) {
        if (!isSame2) notFinite += 1;
        continue;
      }
      squaresBefore += a * a;
      squaresAfter += b * b;
      product += a * b;
      if (isSame2) continue;
      const change = b - a;
      squares += change * change;
      if (Math.abs(change) <= largest) continue;
      largest = Math.abs(change);
      largestAt = i;
    }
    if (largestAt >= 0) {
      const [was, is] = [before[largestAt], after[largestAt]];
      this.#largest = { element: this.#elements + largestAt, before: was, after: is };
    }
    this.#elements += before.length;
    this.#differing += differing;
    this.#notFinite += notFinite;
    [this.#squares, this.#squaresBefore, this.#squaresAfter] = [squares, squaresBefore, squaresAfter];
    this.#product = product;
  }
  /** The sums of others on top, as of one long tensor; where its largest and first stand has no meaning then. */
  take(other) {
    this.#elements += other.#elements;
    this.#differing += other.#differing;
    this.#notFinite += other.#notFinite;
    this.#squares += other.#squares;
    this.#squaresBefore += other.#squaresBefore;
    this.#squaresAfter += other.#squaresAfter;
    this.#product += other.#product;
  }
  get distance() {
    const norm = Math.sqrt(this.#squares);
    const before = Math.sqrt(this.#squaresBefore);
    const both = before * Math.sqrt(this.#squaresAfter);
    return {
      elements: this.#elements,
      differing: this.#differing,
      notFinite: this.#notFinite,
      norm,
      relative: before === 0 ? null : norm / before,
      // Rounding may lead beyond what a cosine can be.
      cosine: both === 0 ? null : Math.max(-1, Math.min(1, this.#product / both)),
      largest: this.#largest,
      first: this.#first
    };
  }
};

// src/cli/verify-distance.ts
var PIECE_BYTES = 1024 ** 2;
async function distancesOf(names, sides, { cwd, signal, onProgress }) {
  const [before, after] = sides.map((files) => placesIn(files, cwd));
  const found = { tensors: [], parts: [], unmeasured: [] };
  const parts = /* @__PURE__ */ new Map();
  const pairs = names.map((name) => ({ name, pair: pairOf(before.get(name), after.get(name)) }));
  const bytesTotal = pairs.reduce((sum, { pair }) => sum + (pair === void 0 ? 0 : 2 * pair[0].bytes), 0);
  let bytesDone = 0;
  const opened = /* @__PURE__ */ new Map();
  const sourceOf = (path) => {
    const source = opened.get(path) ?? openFileSource(path, { allowHardLinks: true });
    opened.set(path, source);
    return source;
  };
  try {
    for (const { name, pair } of pairs) {
      const tell = (done) => onProgress(name, bytesDone + done, bytesTotal);
      const sum = pair && await compared(pair, sourceOf, { signal, tell }).catch(unlessReadable);
      if (pair !== void 0) {
        bytesDone += 2 * pair[0].bytes;
        tell(0);
      }
      if (!sum) {
        found.unmeasured.push(name);
        continue;
      }
      found.tensors.push({ name, ...sum.distance });
      const part = parts.get(partOf(name)) ?? { sum: new DistanceSum(), tensors: 0 };
      part.sum.take(sum);
      part.tensors += 1;
      parts.set(partOf(name), part);
    }
  } finally {
    for (const source of opened.values()) await source.then((each) => each.close()).catch(() => {
    });
  }
  for (const [part, { sum, tensors }] of parts) {
    const { largest: _largest, first: _first, ...distance } = sum.distance;
    if (tensors > 1) found.parts.push({ part, tensors, ...distance });
  }
  return found;
}
function placesIn(files, cwd) {
  const rows = files.flatMap(({ label, table = [] }) => table.map((row) => ({ label, row })));
  const times = /* @__PURE__ */ new Map();
  for (const { row } of rows) times.set(row.name, (times.get(row.name) ?? 0) + 1);
  return new Map(
    rows.flatMap(({ label, row }) => {
      const place = times.get(row.name) === 1 ? placeOf(row, resolve(cwd, label)) : void 0;
      return place ? [[row.name, place]] : [];
    })
  );
}
var BY_NAME = new Map(Object.values(DTYPES).map((dtype) => [dtype.name, dtype]));
function placeOf({ at, dtype }, path) {
  const known = BY_NAME.get(dtype);
  return at && known ? { path, ...at, dtype: known } : void 0;
}
function pairOf(before, after) {
  if (before === void 0 || after === void 0 || before.bytes !== after.bytes) return void 0;
  return decodeElements(before.dtype, new Uint8Array(0)) && [before, after];
}
async function compared([before, after], sourceOf, { signal, tell }) {
  const sum = new DistanceSum();
  for (let at = 0; at < before.bytes; at += PIECE_BYTES) {
    signal.throwIfAborted();
    const length = Math.min(PIECE_BYTES, before.bytes - at);
    const pieces = await Promise.all(
      [before, after].map(
        async ({ path, offset, dtype }) => decodeElements(dtype, await (await sourceOf(path)).read(offset + at, length))
      )
    );
    const [a, b] = pieces;
    if (a && b) sum.add(a, b);
    tell(2 * (at + length));
  }
  return sum;
}
function unlessReadable(error) {
  if (error instanceof RangeError || error instanceof Problem) return;
  throw error;
}

// src/cli/verify-tensors.ts
async function explain(plan, watching, json, write) {
  const verdicts = await withTables(plan, { ...watching, moments: true });
  const rows = tensorsOf(verdicts);
  if (json) {
    const tensors = rows.map(tensorJson);
    const elements = rows.reduce((sum, row) => sum + elementsOf(row), 0);
    write(jsonLine({ verdict: worstOf(verdicts), parameters: parametersOf(rows), elements, tensors }));
  } else {
    write(inert(`${renderTable(worstFirst(verdicts))}
${explainText(rows)}`));
  }
  return verdicts;
}
async function withTables(plan, options) {
  const { files, sets } = await inspect(plan, { ...options, table: true });
  return { files: [...files], sets };
}
async function diff(plan, watching, json, write) {
  const [before, after] = await bothOf(plan, watching);
  const unread = [before, after].filter(({ verdicts }) => !isRead(verdicts));
  const found = diffTensors(before.rows, after.rows);
  const side = ({ label, verdicts, rows }) => ({
    path: label,
    verdict: worstOf(verdicts),
    tensors: rows.length,
    parameters: parametersOf(rows)
  });
  const isEqual = isSame(found) && found.unknown.length === 0;
  const changed = new Set(found.changed);
  const first = before.rows.find(({ name }) => changed.has(name))?.name ?? null;
  const went = await distancesOf(found.changed, [before.verdicts.files, after.verdicts.files], {
    ...watching,
    cwd: plan.cwd
  });
  if (json) {
    const names = (rows) => rows.map(({ name, dtype, shape }) => ({ name, dtype, shape }));
    write(
      jsonLine({
        before: side(before),
        after: side(after),
        same: unread.length === 0 && isEqual,
        ...found,
        added: names(found.added),
        removed: names(found.removed),
        first,
        distances: went.tensors,
        parts: went.parts,
        unmeasured: went.unmeasured
      })
    );
  } else {
    for (const { verdicts } of unread) write(inert(`${renderTable(worstFirst(verdicts))}
`));
    write(inert(diffText(found, { ...went, first })));
  }
  if (unread.length > 0) return EXIT.inconclusive;
  if (!isSame(found)) return EXIT.failed;
  return found.unknown.length > 0 ? EXIT.inconclusive : EXIT.ok;
}
async function bothOf(plan, watching) {
  const sideOf = async (target) => {
    const verdicts = await withTables({ ...plan, targets: [target] }, watching);
    return { label: isPath(target) ? target.path : target.label, verdicts, rows: tensorsOf(verdicts) };
  };
  const [a, b] = plan.targets;
  if (a === void 0 || b === void 0) throw new Error("a diff has two sides");
  return [await sideOf(a), await sideOf(b)];
}
async function tensorsBefore(plan, previous, watching) {
  const { role: _role, ...same } = plan;
  const asked = {
    ...same,
    targets: [previous],
    contains: [],
    expectation: {},
    digests: /* @__PURE__ */ new Map(),
    listed: /* @__PURE__ */ new Map()
  };
  const verdicts = await withTables(asked, watching);
  const rows = tensorsOf(verdicts);
  if (rows.length === 0) {
    throw new Problem({
      code: "no-tensors",
      kind: "failed",
      what: `--previous: no tensor can be read from ${previous.path}.`,
      next: `Look at it: gpu-lease verify ${previous.path}`
    });
  }
  const { step } = verdicts.files.find(({ facts }) => facts.step !== void 0)?.facts ?? {};
  const { optimizer } = verdicts.files.find(({ facts }) => facts.optimizer !== void 0)?.facts ?? {};
  return {
    rows,
    ...step === void 0 ? {} : { step },
    ...optimizer === void 0 ? {} : { optimizer },
    verdict: worstOf(verdicts)
  };
}
var isRead = ({ files, sets }) => {
  const withTensors = [...files, ...sets].filter(({ table }) => (table?.length ?? 0) > 0);
  return withTensors.length > 0 && withTensors.every(({ level }) => level >= "L2");
};
function tensorsOf({ files, sets }) {
  const complete = sets.filter(({ table }) => (table?.length ?? 0) > 0);
  const isCovered = (file) => complete.some((set) => set.label === file.partOf);
  const holders = [...complete, ...files.filter((file) => !isCovered(file))];
  const times = /* @__PURE__ */ new Map();
  for (const { table = [] } of holders)
    for (const { name } of table) times.set(name, (times.get(name) ?? 0) + 1);
  return holders.flatMap(
    ({ label, table = [] }) => table.map((row) => (times.get(row.name) ?? 0) > 1 ? { ...row, name: `${label}:${row.name}` } : row)
  );
}
function tensorJson(row) {
  const { name, dtype, shape, fingerprint = null, nonFinite, moments } = row;
  const seen = moments !== void 0 && moments.count > 0 ? moments : void 0;
  return {
    name,
    dtype,
    shape,
    elements: elementsOf(row),
    nonFinite,
    min: seen?.min ?? null,
    max: seen?.max ?? null,
    mean: seen?.mean ?? null,
    std: seen === void 0 ? null : deviationOf(seen),
    fingerprint
  };
}
export {
  diff,
  explain,
  tensorsBefore
};
