import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secondsOf
} from "./duration.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/job/quantity.ts
var read = (value) => ({ ok: true, value });
var refuse = (why) => ({ ok: false, why });
var DURATION = /^(\d{1,9}(?:\.\d{1,3})?) ?(s|min|h|d)$/;
var LONGEST_SECONDS = 90 * 86400;
function readDuration(text) {
  const seconds = DURATION.test(text) ? secondsOf(text) : void 0;
  if (seconds === void 0) return refuse("is not a duration such as 90s, 10min, 2h or 1d");
  if (seconds <= 0) return refuse("is no time at all");
  if (seconds > LONGEST_SECONDS) return refuse("is longer than 90 days");
  return read(seconds);
}
var BYTES = /* @__PURE__ */ new Map([
  ["MB", 1e6],
  ["MiB", 2 ** 20],
  ["GB", 1e9],
  ["GiB", 2 ** 30],
  ["TB", 1e12],
  ["TiB", 2 ** 40]
]);
var SIZE_TEXT = `\\d{1,9}(?:\\.\\d{1,3})? ?(?:${[...BYTES.keys()].join("|")})`;
var BARE = "\\d{1,9}(?:\\.\\d{1,3})?";
var SIZE = new RegExp(`^${SIZE_TEXT}$`);
var SIZE_RANGE = new RegExp(
  `^(?:${SIZE_TEXT} ?\\+|(?:${SIZE_TEXT}|${BARE})? ?\\.\\. ?${SIZE_TEXT})$`
);
var COUNT_RANGE = /^(\d{1,6} ?\+|(\d{1,6})? ?\.\. ?\d{1,6})$/;
var LARGEST_BYTES = 1e15;
function readSize(text) {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMGT]i?B)$/.exec(text) ?? [];
  const factor = BYTES.get(unit);
  if (factor === void 0) return refuse("is not a size such as 512MB, 40GB or 16GiB");
  const bytes = Number(digits) * factor;
  if (bytes <= 0) return refuse("is no size at all");
  return bytes > LARGEST_BYTES ? refuse("is more than 1,000 TB") : read(bytes);
}
function readSizeRange(text) {
  const bounds = splitRange(text);
  if (!bounds) {
    return readSize(text).ok ? refuse(
      `could mean "exactly" or "at least"; write ${text}+ for at least, or a range such as ${text}..${text}`
    ) : refuse("is not a bound such as 40GB+ (at least) or 24GB..48GB");
  }
  const unit = /[KMGT]i?B$/.exec(bounds.max ?? "")?.[0] ?? "";
  const min = bounds.min && (/\d$/.test(bounds.min) ? `${bounds.min}${unit}` : bounds.min);
  return readBounds({ min, max: bounds.max }, (each) => {
    const size2 = readSize(each);
    return size2.ok ? read(size2.value / 1e9) : size2;
  });
}
function readCountRange(text) {
  const bounds = splitRange(text);
  if (!bounds) return refuse("is not a bound such as 8+ (at least) or 8..16");
  return readBounds(
    bounds,
    (each) => /^\d{1,6}$/.test(each) && Number(each) > 0 ? read(Number(each)) : refuse("is not a whole number above 0")
  );
}
function splitRange(text) {
  const [, atLeast] = /^(.+?) ?\+$/.exec(text) ?? [];
  if (atLeast) return { min: atLeast, max: void 0 };
  const [, min, max] = /^(.*?) ?\.\. ?(.+)$/.exec(text) ?? [];
  return max === void 0 ? void 0 : { min: min || void 0, max };
}
function readBounds(typed, readOne) {
  const range = {};
  for (const end of ["min", "max"]) {
    const text = typed[end];
    if (text === void 0) continue;
    const bound = readOne(text);
    if (!bound.ok) return refuse(`has the bound ${JSON.stringify(text)}, which ${bound.why}`);
    range[end] = bound.value;
  }
  if (range.min !== void 0 && range.max !== void 0 && range.min > range.max) {
    return refuse("has its lower bound above its upper bound");
  }
  return read(range);
}

// src/job/schema-parts.ts
var refined = (schema, faultOf) => schema.superRefine((text, context) => {
  const fault = faultOf(text);
  if (fault) context.addIssue({ code: "custom", message: fault });
});
var quantity = (read2, pattern, examples) => external_exports.string({
  error: ({ input }) => input === void 0 ? void 0 : `is not text with its unit, such as ${examples.join(" or ")}`
}).meta({ pattern: pattern.source, examples }).transform((text, context) => {
  const reading = read2(text);
  if (reading.ok) return reading.value;
  context.addIssue({ code: "custom", message: reading.why });
  return external_exports.NEVER;
});
var duration = quantity(readDuration, DURATION, ["90s", "10min", "2h"]);
var size = quantity(readSize, SIZE, ["512MB", "4GB", "16GiB"]);
var sizeRange = quantity(readSizeRange, SIZE_RANGE, ["40GB+", "24GB..48GB"]);
var countRange = quantity(readCountRange, COUNT_RANGE, ["8+", "4..16"]);
var oneLine = external_exports.string().min(1, "is empty").max(512, "is longer than 512 characters").regex(/^[^\u0000-\u001f\u007f]*$/, "holds a control character");

export {
  readDuration,
  readSize,
  refined,
  duration,
  size,
  sizeRange,
  countRange,
  oneLine
};
