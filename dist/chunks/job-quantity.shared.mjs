import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  secondsOf
} from "./duration.shared.mjs";

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

// src/job/slurm-schema.ts
var MOST_SIGNAL_SECONDS = 65535;
var SIGNAL_SECONDS = 120;
var word = (pattern, what) => external_exports.string().regex(pattern, `is not ${what}`);
var name = (what) => word(/^[A-Za-z0-9][A-Za-z0-9._@,+-]{0,199}$/, what);
var slurmSchema = mapping({
  partition: name("the name of a partition").optional().describe("Where it waits (`--partition`). Unset: the cluster's default."),
  account: name("the name of an account").optional().describe("Who is charged (`--account`)."),
  qos: name("the name of a QOS").optional().describe("`--qos`."),
  constraint: word(/^[A-Za-z0-9[(][A-Za-z0-9._&|*()[\]:,+=-]{0,199}$/, "a constraint of features").optional().describe("Features of the node, such as `a100|h100` (`--constraint`)."),
  reservation: name("the name of a reservation").optional().describe("`--reservation`."),
  time: duration.refine((seconds) => seconds % 60 === 0, "is no whole number of minutes, and Slurm counts in minutes").optional().describe(
    "Walltime of one allocation (`--time`): the run goes on in the next one. Unset: the partition's default."
  ),
  gres: word(/^[A-Za-z0-9][A-Za-z0-9._:,()*=-]{0,199}$/, "a list of generic resources").optional().describe("Generic resources in Slurm\u2019s words, such as `gpu:a100:2`. Unset: from `resources.gpu`."),
  gpus: external_exports.union([
    external_exports.int().min(1, "is less than 1").max(1024, "is above 1,024"),
    word(/^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,59}:)?[1-9]\d{0,3}$/, "a number of cards, such as 2 or a100:2")
  ]).optional().describe("`--gpus` in place of `gres`, where the site asks for it."),
  cpus: external_exports.int().min(1, "is less than 1").max(4096, "is above 4,096").optional().describe("CPU cores (`--cpus-per-task`). Unset: the least of `resources.cpus`."),
  memoryGb: external_exports.number().positive("is not above 0").max(1e5, "is above 100,000 GB").optional().describe("Memory in GB (`--mem`). Unset: the least of `resources.memory`."),
  requeue: external_exports.boolean().default(true).describe(
    "Whether Slurm begins it again after a preemption or a lost node (`--requeue`). It resumes then."
  ),
  signalSeconds: external_exports.int().min(10, "is less than 10 s, in which nothing is saved").max(MOST_SIGNAL_SECONDS, "is more than Slurm takes, 65,535 s").default(SIGNAL_SECONDS).describe(
    "How long before the end of its walltime the job is told (`--signal=B:TERM@`), in seconds. Slurm may be up to a minute early. Enough for one save."
  ),
  nodes: external_exports.int().refine((count) => count === 1, "is not the one node on which gpu-lease starts a job of Slurm so far").optional().describe("Only 1 so far."),
  modules: external_exports.array(word(/^[A-Za-z0-9][A-Za-z0-9._+/:=@-]{0,199}$/, "the name of a module")).min(1, "is empty; leave it out").max(50).optional().describe("Loaded in the allocation by `module load`, in this order."),
  dependency: word(/^[a-z][A-Za-z0-9_:+?,=-]{0,399}$/, "a dependency such as afterok:4711").optional().describe("`--dependency`."),
  directives: external_exports.array(refined(oneLine, directiveFault)).min(1, "is empty; leave it out").max(50).optional().describe(
    "Further options of `sbatch`, one each, such as `--exclusive`. Refused where gpu-lease writes that line itself, or has a key for it."
  )
});
function directiveFault(text) {
  if (/["'\\#]/.test(text)) return 'holds a quote, a backslash or a "#", which sbatch reads in its own way';
  if (/^--[a-z][a-z0-9-]+(?:=[^\s=]\S*)?$/.test(text) || /^-[A-Za-z](?: ?[^\s-]\S*)?$/.test(text)) return;
  if (/\s/.test(text)) return "is more than one option; write each by itself, as --name=value";
  return "is not an option of sbatch such as --exclusive or --mail-type=END";
}
var ASKED_NOTHING = {
  requeue: true,
  signalSeconds: SIGNAL_SECONDS,
  modules: [],
  directives: []
};
function slurmOf(file) {
  const { time, gpus, nodes: _one, modules = [], directives = [], requeue, signalSeconds, ...named } = file;
  return {
    ...withoutUnset(named),
    ...time === void 0 ? {} : { timeSeconds: time },
    ...gpus === void 0 ? {} : { gpus: String(gpus) },
    requeue,
    signalSeconds,
    modules,
    directives
  };
}
var withoutUnset = (named) => Object.fromEntries(Object.entries(named).filter(([, value]) => value !== void 0));

export {
  refined,
  duration,
  size,
  sizeRange,
  countRange,
  oneLine,
  SIGNAL_SECONDS,
  slurmSchema,
  ASKED_NOTHING,
  slurmOf
};
