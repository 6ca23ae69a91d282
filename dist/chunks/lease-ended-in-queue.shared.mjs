import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isSuspect,
  lastWordsIn,
  memoryUses,
  memoryWords
} from "./box-memory-use.shared.mjs";
import {
  memoryText,
  readMemory
} from "./box-memory-series.shared.mjs";
import {
  judgeAudit,
  readAudit,
  recognize,
  wordsOfRecognized
} from "./box-audit.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  numbersOf
} from "./metrics-series.shared.mjs";
import {
  probe
} from "./box-keeper-call.shared.mjs";
import {
  growthOf,
  rowsOf
} from "./metrics-csv-table.shared.mjs";
import {
  oneLine,
  withoutTerminalCodes
} from "./box-stranger-text.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  logOf,
  lossOf,
  shownLost
} from "./lease-asking.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  mayHaveParked,
  parkedItself
} from "./lease-bound-anew.shared.mjs";
import {
  attemptsIn,
  attemptsOf,
  othersThan,
  placesIn,
  rangesOf
} from "./lease-task-ranges.shared.mjs";
import {
  NOT_ON_TIER,
  tierNews
} from "./lease-comes-back.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/watch/failures/evidence.ts
var MOST_MATCHES = 5e3;
var LIVED_THROUGH = 8;
var TAKEN_BACK = 3;
var PROGRESS = /\b(?:step|iter|iteration|epoch|global_step|batch|update)\b['"]?[ :=#[\t]{1,4}['"]?\d[\d.,]{0,12}|\b\d{1,9}\/\d{1,9} (?:\[|━|\()|\b(?:steps?|it)[ :=]\d{1,9}\b/gi;
var REMEMBERED = 32;
function evidenceOf(row, remains, cardWasSeen = false) {
  if (row.when && !row.when(remains)) return [];
  const text = remains.logTail;
  const lasts = row.lasts ?? false;
  const found = matchesOf(row.line, text, lasts);
  if (row.withCard && (remains.cardAsked || cardWasSeen || cardAtWork(text)))
    found.push(...matchesOf(row.withCard, text, true));
  const seen = row.sees?.(text) ?? -1;
  if (seen >= 0) found.push({ at: seen, end: lineEnd(text, seen), match: void 0, lasts: true });
  if (found.length > 0) return found.sort((a, b) => a.at - b.at);
  const isLess = row.line ?? row.withCard ?? row.sees;
  return row.when && !isLess ? [{ at: -1, end: -1, match: void 0, lasts: true }] : [];
}
var cardAtWork = (text) => /GPU available: True|\bcuda:\d|device(?:_?type)?['"]?[ :=]{1,3}['"]?cuda\b|LOCAL_RANK: \d{1,4} - CUDA_VISIBLE_DEVICES: \[\d|NCCL INFO .{0,80}cudaDev|\| NVIDIA-SMI \d|MiB \/ {1,6}\d{1,9}MiB/.test(
  text
);
function wasLivedThrough({ over }, text, { end, lasts }) {
  if (lasts) return false;
  const after = text.slice(end);
  return over ? countOf(over, after) >= TAKEN_BACK : isFarPast(after);
}
var isFarPast = (after) => newMarks(after, []).length >= LIVED_THROUGH;
function newMarks(text, recent) {
  const found = [];
  for (const { 0: mark, index } of text.matchAll(PROGRESS)) {
    const said2 = mark.toLowerCase();
    if (recent.includes(said2)) continue;
    recent.push(said2);
    if (recent.length > REMEMBERED) recent.shift();
    found.push(index);
  }
  return found;
}
var isOverAfter = (row, marks) => marks >= (row.over ? TAKEN_BACK : LIVED_THROUGH);
var countOf = (pattern, text) => [...text.matchAll(new RegExp(pattern.source, globally(pattern)))].length;
var globally = ({ flags }) => `${flags.replace("g", "")}g`;
var lineEnd = (text, from) => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};
function matchesOf(pattern, text, lasts) {
  if (!pattern) return [];
  const found = [];
  const again = new RegExp(pattern.source, globally(pattern));
  for (let match = again.exec(text); match && found.length < MOST_MATCHES; match = again.exec(text)) {
    found.push({ at: match.index, end: match.index + match[0].length, match, lasts });
    if (match[0] === "") again.lastIndex += 1;
  }
  return found;
}

// src/watch/failures/failure.ts
var TIERS = [
  "identity",
  "credentials",
  "card",
  "kernel",
  "taken away",
  "walltime",
  "disk",
  "no card",
  "card memory",
  "machine memory",
  "numbers",
  "own error",
  "line and rent",
  "hang",
  "traceback",
  "signal",
  "quiet",
  "result",
  "harmless",
  "complete"
];
var tier = (name, rows) => rows.map((row) => ({ ...row, tier: name }));
var LINE = String.raw`^(?:(?:\[[^\]\n]{1,60}\](?:<std(?:err|out)>)?:?|\([^)\n]{1,60} pid=\d{1,9}[^)\n]{0,40}\)|\d{1,5}:|\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?|std(?:err|out) [FP]|[\w.-]{1,40} {1,8}\||(?:ERROR|CRITICAL|FATAL)\b[: -]{0,4})[ \t]{0,4}){0,4}`;
var BAR_END = String.raw`\w{1,20}/\w{1,10}[^\]\n\r|"]{0,80}\]`;
var QUOTED = String.raw`(?:"|(?<!^[\w.-]{1,40} {1,8})\|)(?:(?!${BAR_END})[^\n\r]){0,200}`;
var UNQUOTED = `(?<!${QUOTED})`;
var told = (words) => new RegExp(`${UNQUOTED}(?:${words})`, "m");
var exception = (names, message = "") => new RegExp(`${LINE}(?:[\\w.]{1,200}\\.)?(?:${names}): ${message}`, "m");
var said = (message) => new RegExp(
  `${LINE}(?:(?:[\\w.]{1,200}\\.)?\\w{0,60}(?:Error|Exception|Exit): |\\s{0,4}what\\(\\): )[^\\n]{0,300}?(?:${message})`,
  "m"
);
var either = (...patterns) => new RegExp(patterns.map(({ source }) => source).join("|"), "m");

// src/watch/failures/seen/over-lines.ts
var inOrder = (...patterns) => (text) => {
  let from = 0;
  let at = -1;
  for (const pattern of patterns) {
    const match = pattern.exec(text.slice(from));
    if (!match) return -1;
    at = from + match.index;
    from = at + match[0].length;
  }
  return at;
};
var allOf = (...patterns) => (text) => patterns.every((pattern) => pattern.test(text)) && patterns[0] ? text.search(patterns[0]) : -1;
var MOST_TRIED = 20;
var firstOf = (text, pattern) => {
  const found = [];
  for (const match of text.matchAll(pattern)) if (found.push(match) === MOST_TRIED) break;
  return found;
};
var numbersIn = (text, pattern) => [...text.matchAll(pattern)].map(({ index, 1: digits }) => ({ at: index, value: Number(digits) }));
function twoOfAKind(text, pattern, isIt) {
  const known2 = /* @__PURE__ */ new Map();
  for (const { index, 1: key = "", 2: word = "" } of text.matchAll(pattern)) {
    const before = known2.get(key);
    if (before !== void 0 && isIt(before, word)) return index;
    if (before === void 0) known2.set(key, word);
  }
  return -1;
}
var median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

// src/watch/failures/seen/card.ts
var ROW = /^\s{0,8}\d{1,2}\s{1,8}(\d{1,4})\s{1,8}\d{1,3}\s{1,8}(?:\d{1,3}|-)\s{1,8}(\d{1,3})\s{1,8}(\d{1,3})\s/gm;
function samplesIn(text) {
  if (!/^# gpu\s{1,8}pwr\s{1,8}gtemp\s{1,8}mtemp\s{1,8}sm\s{1,8}mem\b/m.test(text)) return [];
  return [...text.matchAll(ROW)].map(({ index, 1: watts, 2: busy, 3: memory }) => ({
    at: index,
    watts: Number(watts),
    busy: Number(busy),
    memory: Number(memory)
  }));
}
var LONG = 3;
var always = (isIt, also = () => true) => (text) => {
  const samples = samplesIn(text);
  return samples.length >= LONG && samples.every(isIt) && also(text) ? samples.at(-1)?.at ?? -1 : -1;
};
var busyAndIdle = always(
  ({ busy, memory, watts }) => busy >= 95 && memory >= 1 && memory <= 15 && watts < 200
);
var heldUpByThreads = always(
  ({ busy }) => busy >= 5 && busy <= 15,
  (text) => numbersIn(text, /\bThreads:\s{0,8}(\d{1,6}) total/g).some(({ value }) => value > 100)
);
var waitsInCollective = always(
  ({ busy, memory }) => busy >= 95 && memory === 0,
  (text) => newMarks(text, []).length === 0
);
var onProcessor = always(
  ({ busy }) => busy <= 3,
  (text) => newMarks(text, []).length >= LONG
);
var clockHeldDown = (text) => {
  for (const { index, 1: now, 2: most, 3: celsius, 4: busy } of text.matchAll(
    /^(\d{2,5}) MHz, (\d{2,5}) MHz, (\d{1,3}), (\d{1,3}) %/gm
  ))
    if (Number(now) < 0.7 * Number(most) && Number(celsius) >= 83 && Number(busy) > 50) return index;
  return -1;
};
var unlistedHolder = allOf(
  /^\/dev\/nvidia\d{1,2}:\s{1,20}(?:\S{1,40}\s{1,20})?\d{2,9}\b/m,
  /No running processes found/
);
var OF_THE_DRIVER_MIB = 600;
var takenBeforeStart = (text) => {
  if (!/No running processes found/.test(text)) return -1;
  const used = numbersIn(text, /\|\s{1,8}(\d{1,6})MiB \/ {1,6}\d{1,6}MiB \|/g);
  return used.find(({ value }) => value > OF_THE_DRIVER_MIB)?.at ?? -1;
};

// src/watch/failures/xid.ts
var RENT_ANOTHER = "do not debug the code: give this box back and rent another one";
var READ_TRACEBACK = "read the traceback of the program first; the same code on a second card tells whether it is the card";
var XIDS = [
  {
    codes: [48],
    failureClass: "DEAD_GPU",
    cause: "memory of the card failed in two bits",
    fix: RENT_ANOTHER
  },
  { codes: [79], failureClass: "DEAD_GPU", cause: "the card fell off the bus", fix: RENT_ANOTHER },
  {
    codes: [61, 62, 169],
    failureClass: "DEAD_GPU",
    cause: "a controller on the card halted",
    fix: RENT_ANOTHER
  },
  {
    codes: [64],
    failureClass: "DEAD_GPU",
    cause: "the card could not take bad memory out of use",
    fix: RENT_ANOTHER
  },
  {
    codes: [95, 140],
    failureClass: "DEAD_GPU",
    cause: "a memory error was not contained; the card needs a reset",
    fix: RENT_ANOTHER
  },
  {
    codes: [119, 120],
    failureClass: "DEAD_GPU",
    cause: "the card's own processor (GSP) does not answer",
    fix: RENT_ANOTHER
  },
  {
    codes: [110, 143, 167],
    failureClass: "DEAD_GPU",
    cause: "the card could not be brought up",
    fix: RENT_ANOTHER
  },
  {
    codes: [74, 121, 136, 144, 145, 146, 147, 148, 149, 150],
    failureClass: "DEAD_GPU",
    cause: "the link between cards (NVLink) failed, on this side or the far one",
    fix: "a job on several cards needs another box; one on a single card may go on and be watched"
  },
  {
    codes: [13, 31, 43, 45, 68],
    failureClass: "CODE_BUG",
    cause: "a program did something that its card refused; 45 alone follows an earlier number",
    fix: READ_TRACEBACK
  },
  {
    codes: [8, 69, 109],
    failureClass: "CODE_BUG",
    cause: "a kernel of the program ran into the time limit of the card",
    fix: READ_TRACEBACK
  },
  {
    codes: [63],
    failureClass: "DEGRADED_GPU",
    cause: "bad memory was taken out of use; a reset of the card completes it",
    fix: "go on if nothing else is wrong, and take another box for the next run"
  },
  {
    codes: [92],
    failureClass: "DEGRADED_GPU",
    cause: "memory errors are corrected at a high rate",
    fix: "go on and watch it; take another box for the next run"
  },
  {
    codes: [94],
    failureClass: "TRANSIENT",
    cause: "a memory error was contained: only the program that it hit has to start again",
    fix: "resume once from the newest checkpoint; a second one on this card means another box"
  }
];
function xid(code) {
  const known2 = XIDS.find(({ codes }) => codes.includes(code));
  if (known2) {
    const { failureClass, cause, fix } = known2;
    return { failureClass, cause: `${cause} (Xid ${code})`, fix };
  }
  return {
    failureClass: "DEGRADED_GPU",
    cause: `the driver reports Xid ${code}, which nothing here explains`,
    fix: "look the number up in NVIDIA's Xid catalogue; keep the line of the kernel log"
  };
}

// src/watch/failures/card.ts
var CARD = [
  ...tier("card", [
    {
      signature: "F-K02",
      failureClass: "DEAD_GPU",
      in: ["log", "kernel", "card"],
      line: either(
        new RegExp(
          `${LINE}GPU (?:at )?(?:PCI:)?[\\da-fA-F]{4,8}:[\\da-fA-F]{2,4}[:.\\da-fA-F]{0,8} has fallen off the bus`
        ),
        told("NVRM: [^\\n]{0,160}fallen off the bus"),
        new RegExp(`${LINE}(?:Unable to determine the device handle for [^\\n]{1,60}: )?GPU is lost\\b`),
        said("uncorrectable ECC error encountered|GPU is lost")
      ),
      shows: { line: "GPU 0000:af:00.0 has fallen off the bus" },
      sure: "proof",
      cause: "the GPU itself failed",
      fix: "do not debug the code: give this box back and rent another one",
      source: "NVIDIA driver, CUDA runtime"
    },
    {
      signature: "F-K01",
      failureClass: "DEGRADED_GPU",
      in: ["kernel"],
      line: /NVRM:\s{0,4}Xid\s{0,4}\([^)]{1,80}\):\s{0,4}(\d{1,4})\b/i,
      closer: (match) => xid(Number(match[1])),
      shows: { line: "NVRM: Xid (PCI:0000:af:00): 79, pid=4711, name=python, GPU has fallen off the bus." },
      sure: "proof",
      cause: "the driver of the card reports an error by number (Xid)",
      fix: "what the number means decides: see the line",
      source: "NVIDIA Xid catalogue"
    },
    {
      signature: "F-K08",
      failureClass: "DEAD_GPU",
      in: ["card"],
      line: /Unable to determine the device handle for (?:the )?GPU|nvidia-smi: (?:command )?timed out/i,
      shows: { line: "Unable to determine the device handle for GPU0000:3B:00.0: Unknown Error" },
      sure: "hint",
      cause: "the tool of the card does not answer while programs use it",
      fix: "ask again within a time limit; if it goes on, pull what is safe and take another box",
      source: "nvidia-smi"
    },
    {
      signature: "F-K18",
      failureClass: "HANG",
      in: ["card", "log"],
      line: either(
        /^\s{2,12}Fabric\s{0,4}\n\s{4,20}State\s{1,40}: (?!Completed|N\/A)\w/,
        said("Error 802: system not yet initialized"),
        told("nvidia-fabricmanager[^\\n]{0,60}(?:failed|inactive)")
      ),
      shows: {
        line: "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized"
      },
      cause: "the fabric between the cards of this machine is not up",
      fix: "restart the fabric manager where the machine is yours; else take another box",
      source: "nvidia-smi -q, CUDA error 802"
    },
    {
      signature: "F-K09",
      failureClass: "DEGRADED_GPU",
      in: ["card"],
      line: /(?:HW Slowdown|HW Thermal Slowdown|SW Thermal Slowdown|HW Power Brake Slowdown)\s{0,40}:\s{0,4}Active\b/,
      shows: { line: "HW Thermal Slowdown : Active" },
      sure: "proof",
      cause: "the card slows itself down for heat or power",
      fix: "finish or move: a quarter or more of the speed is lost, and the price stays; read no worse result out of it",
      source: "nvidia-smi -q -d PERFORMANCE"
    }
  ]),
  ...tier("no card", [
    {
      signature: "F-K07",
      failureClass: "GPU_ABSENT",
      in: ["log", "card"],
      line: said("No CUDA GPUs are available|Torch not compiled with CUDA enabled|Found no NVIDIA driver"),
      withCard: either(
        /^No devices were found\s{0,4}$/,
        /CUDA initialization: (?:Found no NVIDIA driver|No CUDA GPUs are available)/,
        told("nvidia-smi: (?:command )?not found")
      ),
      shows: { line: "RuntimeError: No CUDA GPUs are available" },
      cause: "no GPU is visible where the trainer runs",
      fix: "use an image with a GPU build of the framework on a box with the GPU passed through",
      source: "PyTorch, nvidia-smi"
    },
    {
      signature: "F-E03",
      failureClass: "GPU_ABSENT",
      in: ["log"],
      onlyAsked: true,
      withCard: /torch\.cuda\.is_available\(\)\W{1,6}False\b|^GPU available: (?:True \([^)\n]{0,20}\), used: )?False|CUDA is not available[^\n]{0,40}(?:using|falling back)[^\n]{0,20}CPU/im,
      shows: { line: "GPU available: False, used: False" },
      sure: "hint",
      cause: "the program trains on the processor although a card is paid for",
      fix: "end it, and use an image whose framework sees the card; about a hundred times slower is no training",
      source: "PyTorch, Lightning"
    },
    {
      signature: "F-E05",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: said(
        "driver on your system is too old|[Pp]lease update your (?:GPU )?driver|forward compatibility was attempted on non supported HW"
      ),
      withCard: /CUDA initialization: [^\n]{0,160}(?:driver on your system is too old|forward compatibility was attempted on non supported HW)/,
      shows: { line: "RuntimeError: The NVIDIA driver on your system is too old (found version 11040)." },
      cause: "the host's driver is older than the CUDA build needs",
      fix: "choose a box by its CUDA version; a tenant cannot change the driver",
      source: "PyTorch, CUDA error 804"
    },
    {
      signature: "F-E04",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: said("no kernel image is available for execution"),
      shows: { line: "RuntimeError: CUDA error: no kernel image is available for execution on the device" },
      cause: "card, CUDA toolkit and framework build do not fit each other",
      fix: "keep the image's own framework (requirements.torch: keep-image) or choose a box by CUDA version",
      source: "CUDA error 209"
    },
    {
      signature: "F-E07",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: said("CUDA version .{1,40} mismatches the version"),
      shows: {
        line: "RuntimeError: The detected CUDA version (12.4) mismatches the version that was used to compile PyTorch (11.8)."
      },
      cause: "an extension is compiled with another CUDA than its framework",
      fix: "install the toolkit of the framework, or take a wheel that was built for it",
      source: "torch.utils.cpp_extension"
    },
    {
      signature: "F-E06",
      failureClass: "ENV_BUG",
      in: ["log", "platform", "kubernetes"],
      line: told(
        "OCI runtime create failed: |nvidia-container-cli: (?:requirement error|initialization error)"
      ),
      shows: { line: "docker: Error response from daemon: OCI runtime create failed: runc create failed" },
      cause: "the container could not be started on this host, mostly since its driver is older than the image asks for",
      fix: "choose a box by its CUDA version, or an image for an older one",
      source: "Docker, NVIDIA container toolkit"
    }
  ]),
  ...tier("quiet", [
    {
      signature: "F-K12",
      failureClass: "STARVED",
      in: ["card"],
      sees: busyAndIdle,
      shows: { otherwise: "utilisation 100 %, with low SM clock, power and memory traffic" },
      sure: "hint",
      cause: "the card waits although it counts as busy: small kernels, or a loader that is too slow",
      fix: "look at the throughput and not at the utilisation; more loader workers or a larger batch, between two runs",
      source: "the heartbeats of the box"
    },
    {
      signature: "F-K14",
      failureClass: "STARVED",
      in: ["card"],
      sees: heldUpByThreads,
      shows: { otherwise: "utilisation 5 to 15 %, with many threads of Python on few cores" },
      sure: "hint",
      cause: "the threads of the loaders hold each other up",
      fix: "set OMP_NUM_THREADS and the number of workers to the cores that the box really has",
      source: "the heartbeats of the box"
    },
    {
      signature: "F-K15",
      failureClass: "HANG",
      in: ["card"],
      sees: waitsInCollective,
      shows: {
        otherwise: "utilisation 100 % and memory traffic 0 % on all cards, and no rank writes anything"
      },
      sure: "hint",
      cause: "all ranks wait in a collective",
      fix: "take the stacks of all ranks (py-spy dump); the one that is elsewhere is the cause",
      source: "the heartbeats of the box"
    },
    {
      signature: "F-K10",
      failureClass: "DEGRADED_GPU",
      in: ["card"],
      sees: clockHeldDown,
      shows: { otherwise: "the SM clock below 70 % of its reference at 83 C or more, under load" },
      cause: "heat holds the clock of the card down",
      fix: "finish or move to another box",
      source: "the audit and heartbeats of the box"
    },
    {
      signature: "F-K11",
      failureClass: "DEGRADED_GPU",
      in: ["card"],
      line: /GPU Current Temp\s{0,40}:\s{0,4}(?:8[3-9]|9\d|1\d\d) C\b/,
      shows: { line: "GPU Current Temp : 85 C" },
      sure: "hint",
      cause: "the card is hot enough to slow down soon",
      fix: "watch its clock; nothing else yet",
      source: "nvidia-smi -q -d TEMPERATURE"
    },
    {
      signature: "F-K16",
      failureClass: "VRAM_ZOMBIE",
      in: ["card"],
      sees: unlistedHolder,
      shows: {
        otherwise: "a process holds the device (fuser, lsof) that the tool of the card does not list"
      },
      sure: "hint",
      cause: "a process that is over still holds memory of the card",
      fix: "restart the container; end a process only after somebody has looked at whose it is",
      source: "fuser, lsof"
    },
    {
      signature: "F-K17",
      failureClass: "VRAM_ZOMBIE",
      in: ["card"],
      sees: takenBeforeStart,
      shows: { otherwise: "memory of the card is used before anything was started on it" },
      sure: "hint",
      cause: "somebody else uses the card, or an ended process still does",
      fix: "find the holder before the start; on a shared machine another card may be free",
      source: "the audit of the box"
    }
  ]),
  ...tier("harmless", [
    {
      signature: "F-K05",
      failureClass: "UNKNOWN",
      in: ["kernel"],
      line: /dmesg: read kernel buffer failed: (?:Operation not permitted|Permission denied)/,
      shows: { line: "dmesg: read kernel buffer failed: Operation not permitted" },
      sure: "proof",
      cause: "the kernel log of this box cannot be read, so it clears nobody",
      fix: "nothing; other evidence has to tell",
      source: "util-linux"
    },
    {
      signature: "F-K13",
      failureClass: "BENIGN",
      in: ["card"],
      sees: onProcessor,
      shows: { otherwise: "utilisation near 0 % while steps go on and memory is held" },
      sure: "hint",
      cause: "a phase on the processor: data, evaluation or a checkpoint",
      fix: "nothing while steps go on",
      source: "the heartbeats of the box"
    }
  ])
];

// src/watch/failures/seen/places.ts
var claimedCopy = inOrder(
  /\bsync(?:ed|hronized)\b(?: to)? \/\S{1,200}/i,
  /^total 0$|^ls: cannot access '[^'\n]{1,200}': No such file or directory$/m
);
var emptyOnDrive = inOrder(
  /\bsaved\b[^\n]{0,80}\/content\/drive\//i,
  /^-rw\S{1,12}\s{1,8}\d{1,4}\s{1,8}\S{1,40}\s{1,8}\S{1,40}\s{1,12}0\s[^\n]{1,60}$|\/content\/drive\/[^\n]{1,200}: No such file/m
);
var noEnvironment = allOf(
  /Could not find an activated (?:virtualenv|virtual environment) \(required\)|(?:refus|abort)[a-z]{0,4}:? [^\n]{0,80}(?:base|no) environment is active/i
);
var stepWithoutResources = allOf(
  /suggested max number of worker in current system is 1\b|^CUDA_VISIBLE_DEVICES=$/m,
  /\bsrun\b|\bSLURM_STEP_ID=\d/
);
var podWithoutCard = allOf(/"gpuCount":\s?0\b/, /"desiredStatus":\s?"RUNNING"|\bSIGTERM\b/);
var endUnanswered = inOrder(
  /\/instance-operations\/terminate\b/,
  /\b(?:Operation|Connection|Read) timed out\b/i
);
var stillListed = (text) => {
  for (const { index, 0: said2, 1: id = "" } of firstOf(
    text,
    /\bDELETE \S{1,200}?\/([\w-]{3,80})\/?(?: HTTP\/\d(?:\.\d)?)?\s{1,4}(?:->\s?)?20\d\b/g
  )) {
    const again = text.indexOf(`"${id}"`, index + said2.length);
    if (again >= 0) return again;
    const bare = text.slice(index + said2.length).search(new RegExp(`"id":\\s?${id.replace(/\W/g, "")}\\b`));
    if (bare >= 0) return index + said2.length + bare;
  }
  return -1;
};
var atItsHour = allOf(/"state":\s?"off"/, /"autoShutdownTimeout":\s?[1-9]\d{0,3}\b/);
var deletedAfterDays = allOf(
  /\b(?:1[05]) ?(?:days?\b|天)[^\n]{0,60}(?:releas|delet|释放|删除)|(?:releas|delet|释放|删除)[a-z]{0,3}[^\n]{0,60}\b1[05] ?(?:days?\b|天)/i
);
var goneWithoutAWord = allOf(
  /^nohup: (?:ignoring input|appending output)/m,
  /\bup \d{1,5} days?\b/,
  /^(?:pgrep|ps)\b[^\n]{0,120}\n(?:\s{0,4}PID\b[^\n]{0,120}\n)?(?=\$ |\s{0,4}$)/m
);
var sessionGone = allOf(
  /\bRuntime disconnected\b|Your session (?:crashed|was terminated)|Notebook session (?:ended|timed out)/i
);
var storageGoesOn = (text) => {
  const isStopped = /"desiredStatus":\s?"EXITED"|"actual_status":\s?"exited"|"state":\s?"off"/.test(text);
  return isStopped ? text.search(/"(?:storageCostPerHr|storage_total_cost|storageRate)":\s?(?:0\.\d{0,8}[1-9]|[1-9])/) : -1;
};
var tornAnswer = (text) => text.search(/^\{"gpuLease":1,[^\n]{0,20000}[^}\n]$/m);
var exitRecord = (text) => text.search(/"state":"exited"(?:,"attempt":\d{1,6})?,"exitCode":0\b/);
var allVerified = (text) => text.search(/\bverified ([1-9]\d{0,8})\/\1\b/);

// src/watch/failures/completion.ts
var COMPLETION = [
  ...tier("complete", [
    {
      signature: "F-C01",
      failureClass: "COMPLETE",
      in: ["log"],
      sees: exitRecord,
      shows: {
        otherwise: "the exit record of the keeper: exit code 0, nothing of the cell alive, its files still"
      },
      sure: "proof",
      cause: "the command returned and its outputs are in place",
      fix: "collect and verify",
      source: "the keeper on the box"
    },
    {
      signature: "F-C02",
      failureClass: "COMPLETE",
      in: ["log"],
      sees: allVerified,
      shows: { otherwise: "as many verified files as the roster promises" },
      sure: "proof",
      cause: "everything that was promised is there and loads",
      fix: "seal it",
      source: "the seal"
    },
    {
      signature: "F-C03",
      failureClass: "COMPLETE",
      in: ["log"],
      line: /^\[\d{1,5}\/\d{1,5}\] FINISHED \S{1,200} \(exit=0\)|^QUEUE DONE\b/m,
      shows: { line: "[3/3] FINISHED seed-3 (exit=0)" },
      sure: "hint",
      cause: "a queue says that its cells have ended",
      fix: "collect and verify: a claim is no artifact",
      source: "queues of scripts"
    },
    {
      signature: "F-C04",
      failureClass: "COMPLETE",
      in: ["log"],
      line: /\bTraining completed\b|\bEarly stopping\b|`?Trainer\.fit`? stopped: `?max_(?:epochs|steps)=\d{1,9}`? reached/,
      shows: { line: "Training completed. Do not forget to share your model on huggingface.co/models =)" },
      sure: "hint",
      cause: "the program says that it has come to its end",
      fix: "collect and verify: a claim is no artifact",
      source: "transformers, Lightning"
    },
    {
      signature: "F-C05",
      failureClass: "COMPLETE",
      in: ["log"],
      line: /\b(?:ARTIFACT_ACCEPTED|ACCEPTANCE_MATCH|PULL VERIFIED)\b/,
      shows: { line: "PULL VERIFIED" },
      sure: "hint",
      cause: "a tool says that it has compared the files",
      fix: "ask for the digests that it compared",
      source: "scripts of verification"
    },
    {
      signature: "F-C06",
      failureClass: "COMPLETE",
      in: ["scheduler"],
      line: /^slurm_load_jobs error: Invalid job id specified/m,
      shows: { line: "slurm_load_jobs error: Invalid job id specified" },
      sure: "hint",
      cause: "the job is no longer in the queue: over, or never there",
      fix: "ask sacct how it ended",
      source: "squeue"
    }
  ]),
  ...tier("signal", [
    {
      signature: "vanished",
      failureClass: "TRANSIENT",
      in: ["log"],
      when: ({ vanished }) => vanished,
      shows: { otherwise: "the process is gone and left no exit code" },
      sure: "hint",
      cause: "the process vanished without an exit record (killed from outside, or the container restarted)",
      fix: "the identical command resumes from the newest checkpoint",
      source: "the keeper on the box",
      probabilistic: true
    },
    {
      // Shown by a script of the tests: a thread that asks for Python's lock while the interpreter is being closed is ended, and
      // that ends the process. PyTorch's pull request 179291 describes it.
      signature: "aborted-at-exit",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: new RegExp(`${LINE}terminate called without an active exception\\s{0,4}$`, "m"),
      shows: { line: "terminate called without an active exception" },
      sure: "likely",
      cause: "a thread of a library (gloo's outlive destroy_process_group()) aborted the process while Python was being closed, as a rule after all its work",
      fix: "end the script with dist.barrier(), dist.destroy_process_group(), sys.stdout.flush() and os._exit(0)",
      source: "PyTorch pull request 179291, libstdc++"
    },
    {
      signature: "exit-signal",
      failureClass: "PREEMPTED",
      in: ["log"],
      when: ({ exitCode }) => exitCode === 137 || exitCode === 143 || exitCode === 129,
      shows: { otherwise: "exit code 129, 137 or 143, and nothing on the box says why" },
      sure: "hint",
      cause: "the process was ended by a signal and nothing on the box says why",
      fix: "the identical command resumes from the newest checkpoint",
      source: "POSIX shells",
      probabilistic: true
    }
  ])
];

// src/watch/failures/seen/training.ts
var LOSS = /\bloss\b['"]?[ :=]{1,3}['"]?(-?\d{1,9}(?:\.\d{1,12})?(?:e-?\d{1,2})?)\b/gi;
var beginsAnew = (text) => {
  for (const { index, 0: said2, 1: from } of firstOf(
    text,
    /\b(?:resum|restor|continu)[a-z]{0,6}\b[^\n]{0,160}?\b(?:step|iter|iteration|epoch|checkpoint)[ _=:-]{1,2}(\d{1,9})/gi
  )) {
    const after = text.slice(index + said2.length);
    const [, next] = /\b(?:step|iter|iteration|global_step)\b['"]?[ :=]{1,3}['"]?(\d{1,9})\b/i.exec(after) ?? [];
    if (Number(from) > 1 && next !== void 0 && Number(next) <= 1) return index;
  }
  return -1;
};
var fellApart = (text) => {
  if (!/\bearly stopping\b/i.test(text)) return -1;
  const norms = numbersIn(text, /\bgrad_norm\b['"]?[ :=]{1,3}['"]?(\d{1,9}(?:\.\d{1,12})?)/gi);
  const usual = median(norms.map(({ value }) => value));
  const spike = norms.find(({ value }) => value > 20 * usual);
  if (norms.length < 5 || !spike) return -1;
  const [, best, baseline] = /\bbest [^\n]{0,40}?(\d{1,3}(?:\.\d{1,6})?)[^\n]{0,40}?baseline[^\n\d]{0,10}(\d{1,3}(?:\.\d{1,6})?)/i.exec(
    text
  ) ?? [];
  return baseline !== void 0 && Number(best) < 0.8 * Number(baseline) ? spike.at : -1;
};
var EXACT_LOSS = /\bloss\b['"]?[ :=]{1,3}['"]?(-?\d{1,9}\.\d{3,12})\b/gi;
var flatFromStart = (text) => {
  const losses = numbersIn(text, EXACT_LOSS);
  const [first] = losses;
  const isFlat = losses.length >= 6 && losses.every(({ value }) => value === first?.value);
  return isFlat && first && first.value !== 0 ? first.at : -1;
};
var zeroWhileLossFalls = (text) => {
  const losses = numbersIn(text, LOSS);
  const scores = numbersIn(
    text,
    /\b(?:mAP\w{0,8}|AP\d{0,2}|bleu|rouge\w{0,3}|dice|m?iou|f1|precision|recall|exact_match)\b['"]?[ :=]{1,3}['"]?(\d{1,3}(?:\.\d{1,9})?)/gi
  );
  const falls = (losses.at(-1)?.value ?? Number.NaN) < 0.8 * (losses[0]?.value ?? Number.NaN);
  return falls && scores.length >= 3 && scores.every(({ value }) => value === 0) ? scores[0]?.at ?? -1 : -1;
};
var SCORE_OF_A_FILE = /\.(?:pt|pth|ckpt|safetensors)\b[^\n\d]{0,60}?(?:accuracy|acc|score|bleu|f1|mAP|exact_match)/;
var twoScores = (text) => SCORE_OF_A_FILE.test(text) ? twoOfAKind(
  text,
  /(\S{1,200}\.(?:pt|pth|ckpt|safetensors)\b[^\n\d]{0,60}?(?:accuracy|acc|score|bleu|f1|mAP|exact_match))['"]?[ :=]{1,3}(\d{1,3}(?:\.\d{1,6})?)/g,
  (one, other) => Math.abs(Number(one) - Number(other)) > 0.15 * Math.max(Number(one), Number(other))
) : -1;
var sameForAll = (text) => {
  const [alike] = numbersIn(
    text,
    /\bcosine[^\n\d]{0,60}(?:samples|outputs)[^\n\d]{0,20}(\d(?:\.\d{1,6})?)/gi
  );
  return alike && alike.value > 0.99 ? alike.at : -1;
};
var belowChance = (text) => {
  for (const { index, 0: line, 1: shuffled, 2: chance } of text.matchAll(
    /^[^\n]{0,80}\bshuffled\b[^\n\d]{0,40}(\d(?:\.\d{1,6})?)[^\n\d]{0,30}\bchance\b[^\n\d]{0,10}(\d(?:\.\d{1,6})?)/gim
  ))
    if (/\bval/i.test(line) && Number(shuffled) < Number(chance)) return index;
  return -1;
};
var twoKeysDiffer = (text) => {
  const begin = text.search(/^--- \S{1,200}\.(?:ya?ml|json|toml)\b/m);
  if (begin < 0) return -1;
  const keys = [...text.slice(begin).matchAll(/^\+\s{0,20}["']?([\w.-]{1,80})["']?\s{0,4}[:=]/gm)].map(
    ([, key]) => key
  );
  return new Set(keys).size > 1 ? begin : -1;
};
var oneSeed = (text) => {
  const known2 = /* @__PURE__ */ new Map();
  for (const { index, 1: worker = "", 2: seed = "" } of text.matchAll(
    /\bworker[ _=:]{1,2}(\d{1,4})\b[^\n]{0,40}?\bseed[ =:]{1,3}(\d{1,20})/gi
  )) {
    const other = known2.get(seed);
    if (other !== void 0 && other !== worker) return index;
    known2.set(seed, worker);
  }
  return -1;
};
var notHeldOut = allOf(
  /\bval(?:idation)?[ _]\w{1,20}[^\n]{0,60}\b(?:last train(?:ing)? batch|train_(?:loader|dataloader|dataset))\b/i,
  /\bval/i
);
var hardlyTrained = (text) => {
  const [steps] = numbersIn(text, /\bmax[_-]steps['"]?[ :=]{1,3}(\d{1,9})\b/g);
  const [score] = numbersIn(
    text,
    /\b(?:eval_)?(?:accuracy|acc|f1|score)\b['"]?[ :=]{1,3}(\d(?:\.\d{1,6})?)\b/g
  );
  return steps && score && steps.value <= 50 && score.value < 0.4 ? score.at : -1;
};
var farTooSoon = (text) => {
  for (const { index, 1: took, 2: usual } of text.matchAll(
    /\b(?:took|finished in|ended after) (\d{1,9}) s\b[^\n]{0,60}\b(?:usual(?:ly)?|expected)[^\n\d]{0,20}(\d{1,9}) s\b/gi
  ))
    if (Number(took) < Number(usual) / 2) return index;
  return text.search(/\bfinished in less than half of the expected time\b/);
};
var sameMetrics = (text) => twoOfAKind(
  text,
  /^([\da-f]{64}) [ *](\S{0,200}(?:metrics|results|log_history)\S{0,60})$/gm,
  (one, other) => one !== other
);
var emptyPanel = allOf(
  /No dashboards are active for the current data set/,
  /\b[1-9]\d{2,12}\b[^\n]{0,60}events\.out\.tfevents\.\d/
);
var comesUpAgain = (text) => {
  const [, name = ""] = /\b[Dd]eleted run (\S{3,60})/.exec(text) ?? [];
  const again = name === "" ? -1 : text.indexOf(name, text.indexOf(name) + name.length);
  return again >= 0 && inOrder(/\b[Dd]eleted run /, /^(?:[^\n]{0,40}\b)?(?:runs|finished|crashed)\b/m)(text) >= 0 ? again : -1;
};

// src/watch/failures/disk.ts
var ENOSPC = new RegExp(
  String.raw`(?<!(?:</torch_|/dev/shm)[^\n\r]{0,200})${UNQUOTED}(?:: |\] )[Nn]o space left on device(?!: ["']?/(?:dev/shm|torch_))(?= \((?:os error )?28\)|: ["']?[\w./~-]|[.,]?\s{0,8}$)|${UNQUOTED}\bENOSPC: no space`,
  "m"
);
var EMPTY_BY_TORCH = /torch\/serialization\.py[^\n]{0,200}\n(?:[ \t][^\n]{0,200}\n){0,12}EOFError(?:: Ran out of input)?$/;
var TORN_WRITE = said("basic_ios::clear: iostream error|unexpected pos \\d{1,20} vs \\d");
function inodesRanOut({ diskFreeInodes, diskFreeBytes }) {
  if (diskFreeInodes === null) return false;
  return diskFreeInodes === 0 || diskFreeInodes < 100 && diskFreeBytes > 1e8;
}
var DISK = [
  ...tier("disk", [
    {
      signature: "F-D06",
      failureClass: "DISK_FULL",
      in: ["log"],
      line: /^DISK_GATE_ABORT\b/m,
      when: ({ exitCode }) => exitCode === 3,
      shows: { otherwise: "exit code 3 and DISK_GATE_ABORT in the log" },
      sure: "proof",
      cause: "the disk gate refused to start the cell",
      fix: "free space or inodes on the box, or ask for a larger disk; nothing was started",
      source: "the keeper on the box"
    },
    {
      signature: "F-D03",
      failureClass: "DISK_FULL",
      in: ["log"],
      line: either(ENOSPC, TORN_WRITE),
      when: inodesRanOut,
      shows: { otherwise: "No space left on device, with bytes free and hardly an inode left" },
      sure: "proof",
      cause: "inodes are exhausted although bytes are free",
      fix: "pack small files into archives, or clean up by file count",
      source: "Linux, df -i"
    },
    {
      signature: "F-D13",
      failureClass: "DISK_FULL",
      in: ["kubernetes"],
      line: /\bEvicted\b[^\n]{0,300}ephemeral[- ]storage|ephemeral[- ]storage[^\n]{0,300}\bEvict(?:ed|ion)\b|Pod ephemeral local storage usage exceeds/,
      shows: { line: "Pod ephemeral local storage usage exceeds the total limit of containers 10Gi." },
      sure: "proof",
      cause: "the pod wrote more to the disk of its node than it may",
      fix: "write to the claim, and set limits.ephemeral-storage",
      source: "Kubernetes"
    },
    {
      signature: "F-D02",
      failureClass: "DISK_FULL",
      in: ["log"],
      line: ENOSPC,
      shows: { line: "OSError: [Errno 28] No space left on device: 'out/step-1200.pt'" },
      cause: "a write failed because the disk was full",
      fix: "prune scratch, keep best and last, or ask for a larger disk",
      source: "errno 28"
    },
    {
      signature: "F-D01",
      failureClass: "DISK_FULL",
      in: ["log"],
      line: TORN_WRITE,
      shows: { line: "RuntimeError: basic_ios::clear: iostream error" },
      cause: "a checkpoint could not be written to its end, as on a full disk",
      fix: "prune scratch, keep best and last, or ask for a larger disk",
      source: "PyTorch"
    },
    {
      signature: "F-D04",
      failureClass: "DISK_FULL",
      in: ["platform"],
      line: /^overlay\s{1,20}\S{1,12}\s{1,20}\S{1,12}\s{1,20}\S{1,12}\s{1,20}(?:100|9[89])%\s{1,20}\/\s{0,4}$/m,
      shows: { line: "overlay  5.0G  5.0G  20K  100% /" },
      cause: "the small disk of the container is full, while the data disk has room",
      fix: "send caches (HF_HOME, pip, TMPDIR) and outputs to the data disk",
      source: "df of the box"
    }
  ]),
  ...tier("own error", [
    {
      signature: "F-D07",
      failureClass: "CKPT_BAD",
      in: ["log"],
      line: either(
        said(
          "PytorchStreamReader failed|failed finding central directory|Error while deserializing header: |pickle data was truncated|unexpected EOF, expected \\d{1,15} more bytes|truncated file: eof = \\d|file seems not fully written"
        ),
        EMPTY_BY_TORCH
      ),
      shows: {
        line: "RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory"
      },
      cause: "a checkpoint could not be read",
      fix: "half a file in front of a verified copy is set aside before the next attempt, and the copy put back; save under another name and rename it",
      source: "PyTorch 2.15.0, safetensors, numpy, h5py and pickle, each given half a file"
    },
    {
      signature: "F-D08",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: new RegExp(
        `${LINE}(?:RuntimeError: Error\\(s\\) in loading state_dict for \\S{1,200}:)?\\s{0,8}(?:Missing|Unexpected) key\\(s\\) in state_dict[\\s\\S]{0,400}"(?:module|_orig_mod)\\.`,
        "m"
      ),
      shows: {
        line: 'RuntimeError: Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "conv1.weight". Unexpected key(s) in state_dict: "module.conv1.weight".'
      },
      cause: "the checkpoint was saved from a wrapped model",
      fix: "unwrap before saving, or strip the prefix when loading; keep loading strict",
      source: "PyTorch"
    },
    {
      signature: "F-D09",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: new RegExp(`${LINE}\\s{0,8}size mismatch for \\S{1,200}: copying a param`, "m"),
      shows: {
        line: "size mismatch for fc.weight: copying a param with shape torch.Size([10, 512]) from checkpoint"
      },
      cause: "the checkpoint is of another model",
      fix: "load the checkpoint of this configuration; drop keys only deliberately",
      source: "PyTorch"
    },
    {
      signature: "F-D18",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("No inf checks were recorded for this optimizer"),
      shows: { line: "AssertionError: No inf checks were recorded for this optimizer." },
      cause: "the gradient scaler and the optimizer do not belong together, as after a resume that restored only one",
      fix: "save and restore the scaler's state with the optimizer's",
      source: "PyTorch GradScaler"
    },
    {
      signature: "F-D17",
      failureClass: "CODE_BUG",
      in: ["log"],
      sees: beginsAnew,
      shows: {
        otherwise: "after a resume the step or epoch begins at 0, or the warm-up is run through again"
      },
      cause: "the resume does not restore the step, the scheduler or the data order",
      fix: "the drill of the smoke shows what is not restored; load all of it before the first step",
      source: "the metrics of the run"
    },
    {
      signature: "F-D16",
      failureClass: "CKPT_BAD",
      in: ["log"],
      sees: sameMetrics,
      shows: { otherwise: "two runs with metrics that are the same to the last byte" },
      cause: "an old directory was read, and not what this run made",
      fix: "move the old directory out of the way, and compare epoch and time of what was loaded",
      source: "the evidence of both runs"
    },
    {
      signature: "F-D14",
      failureClass: "ENV_BUG",
      in: ["kubernetes"],
      line: /Multi-Attach error for volume|exclusively attached to one node/,
      shows: {
        line: 'Multi-Attach error for volume "pvc-1" Volume is already exclusively attached to one node'
      },
      sure: "proof",
      cause: "a volume that one node may mount is asked for by a second one",
      fix: "a ReadWriteMany volume, or an affinity to the node that has it",
      source: "Kubernetes"
    }
  ]),
  ...tier("line and rent", [
    {
      signature: "F-D10",
      failureClass: "SYNC_FAILED",
      in: ["log", "drive"],
      line: /^DURABLE SYNC (?:BLOCKED|FAILED)\b/m,
      shows: { line: "DURABLE SYNC FAILED" },
      sure: "proof",
      cause: "training ended well, but its copy to the durable tier failed",
      fix: "the files on the data disk are the truth: repair the durable tier and copy again before anything is released",
      source: "the keeper on the box"
    },
    {
      signature: "F-D11",
      failureClass: "SYNC_FAILED",
      in: ["drive"],
      sees: claimedCopy,
      shows: { otherwise: 'something says "synced", and the durable directory is empty or not there' },
      cause: "a claim was taken for a copy",
      fix: "copy again and read it back; a seal counts only what was read back",
      source: "the durable tier itself"
    },
    {
      signature: "F-D12",
      failureClass: "SYNC_FAILED",
      in: ["drive"],
      sees: emptyOnDrive,
      shows: { otherwise: 'a file of 0 bytes, or none, on a mounted drive after "saved"' },
      cause: "the drive has not written it yet; that can take half an hour",
      fix: "flush and list it anew from outside before the session ends",
      source: "Google Drive in Colab"
    },
    {
      signature: "F-D15",
      failureClass: "TRANSFER",
      in: ["drive"],
      line: /: FAILED(?: open or read)?\s{0,4}$|WARNING: \d{1,9} computed checksums? did NOT match/m,
      shows: { line: "WARNING: 1 computed checksum did NOT match" },
      sure: "proof",
      cause: "a file that was brought over is not the one that was sent",
      fix: "bring it over again and compare again; nothing is released on it",
      source: "sha256sum, gpu-lease verify"
    }
  ]),
  ...tier("harmless", [
    {
      signature: "F-D05",
      failureClass: "BENIGN",
      in: ["drive"],
      line: /^\S{0,200}(?:checkpoint|ckpt|step)\S{0,120}\.(?:tmp|partial|incomplete)$/m,
      shows: { line: "out/checkpoint-1200.pt.tmp" },
      sure: "hint",
      cause: "a checkpoint was being written when the process ended",
      fix: "remove the unfinished file only; the one before it is whole if it loads",
      source: "a listing of the output directory"
    }
  ])
];

// src/watch/failures/seen/ranks.ts
var TIMED_OUT = /Watchdog caught collective operation timeout/;
var beforeTimeout = (text) => {
  const at = text.search(TIMED_OUT);
  return at < 0 ? void 0 : text.slice(0, text.lastIndexOf("\n", at) + 1);
};
var lastOf = (text) => {
  const line = text.trimEnd().split(/[\n\r]/).at(-1) ?? "";
  return { line, at: Math.max(0, text.trimEnd().length - line.length) };
};
var stuckAtPause = (text) => {
  const before = beforeTimeout(text);
  if (before === void 0) return -1;
  const { line, at } = lastOf(before);
  return /\b(?:evaluat|validat|saving|logging to)/i.test(line) ? at : -1;
};
var stuckAtLastBatch = (text) => {
  const before = beforeTimeout(text);
  if (before === void 0) return -1;
  const { line, at } = lastOf(before);
  const [, done, all] = /\b(\d{1,9})\/(\d{1,9})\b/.exec(line) ?? [];
  return all !== void 0 && Number(all) - Number(done) <= 1 && /epoch|train|\[/i.test(line) ? at : -1;
};
var OF_RANK = /^\[(?:rank|default)?(\d{1,5})\]:\s?(?:[\w.]{1,200}\.)?(\w{1,60}Error): /gm;
var oneRankAlone = (text) => {
  const waiting2 = new Set(
    [...text.matchAll(/^\[(?:rank|default)?(\d{1,5})\]:[^\n]{0,200}Watchdog caught/gm)].map(
      ([, rank]) => rank
    )
  );
  if (waiting2.size === 0) return -1;
  const own = [...text.matchAll(OF_RANK)].filter(
    ([, rank, name]) => !waiting2.has(rank) && !/^Dist/.test(name ?? "")
  );
  return own[0]?.index ?? -1;
};

// src/watch/failures/distributed.ts
var PREFLIGHT_FIX = "Put right what stands behind PREFLIGHT in its log, and start it again; `preflight: none` leaves the look out";
var preflightCause = (line) => `the command was not started, ${line.replace(/^PREFLIGHT fail (\S+) (.*)$/, "$1: $2").slice(0, 400)}`;
var DISTRIBUTED = [
  ...tier("own error", [
    {
      signature: "preflight",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: /^PREFLIGHT fail (?:MN\d|ND-\d\d) [^\n]{1,600}$/m,
      shows: {
        line: "PREFLIGHT fail MN2 node 1 (gpu-b): GLOO_SOCKET_IFNAME=ib9 names no interface there; there are eth0 10.0.0.2, lo 127.0.0.1"
      },
      lasts: true,
      sure: "proof",
      closer: ([line]) => ({ failureClass: "ENV_BUG", cause: preflightCause(line), fix: PREFLIGHT_FIX }),
      cause: "the look at the nodes before the command found a fault",
      fix: PREFLIGHT_FIX,
      source: "src/box/preflight.sh"
    },
    {
      signature: "F-N10",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: either(
        said("[Aa]ddress already in use"),
        told("\\bEADDRINUSE: address already|errno: 98 - Address already in use")
      ),
      shows: { line: "OSError: [Errno 98] Address already in use" },
      cause: "a port that the trainer wants is taken",
      fix: "let it choose a free port (0), or end what holds it",
      source: "errno 98, torch.distributed"
    },
    {
      signature: "F-N15",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: told("\\bBootstrap : no socket interface found"),
      shows: { line: "[rank0]: Bootstrap : no socket interface found" },
      cause: "NCCL finds no network interface of the name that NCCL_SOCKET_IFNAME has",
      fix: "leave NCCL_SOCKET_IFNAME out of vars, or name one that is there on every node (ip link)",
      source: "NCCL 2.28 on an H100"
    },
    {
      signature: "F-N05",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("Detected mismatch between collectives on ranks"),
      shows: { line: "RuntimeError: Detected mismatch between collectives on ranks." },
      sure: "proof",
      cause: "the ranks do not call the same collectives in the same order",
      fix: "look for a collective under a condition on the rank",
      source: "torch.distributed, TORCH_DISTRIBUTED_DEBUG=DETAIL"
    },
    {
      signature: "F-N09",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("Expected to have finished reduction in the prior iteration"),
      shows: {
        line: "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
      },
      sure: "proof",
      cause: "some weights got no gradient in a step, and the reduction waits for them",
      fix: "leave unused weights out, or find_unused_parameters=True where they change from step to step",
      source: "PyTorch DDP"
    },
    {
      signature: "F-N14",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said(
        "Mesh should not be bigger than default world size|[Ww]orld[ _]?[Ss]ize \\(?\\d{1,6}\\)? (?:is not|must be) (?:divisible by|equal to)"
      ),
      shows: {
        line: "RuntimeError: Mesh should not be bigger than default world size 4, but found 8 ranks!"
      },
      sure: "proof",
      cause: "the mesh or the parallel sizes do not multiply to the number of processes",
      fix: "make data, tensor and pipeline sizes multiply to the world size that is started",
      source: "PyTorch DeviceMesh, DeepSpeed, Megatron"
    },
    {
      signature: "F-N11",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: told("Duplicate GPU detected ?: rank \\d{1,6} and rank \\d{1,6} both on CUDA device"),
      shows: { line: "Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1a000" },
      sure: "proof",
      cause: "several processes use one card and leave the others idle",
      fix: "torch.cuda.set_device(LOCAL_RANK) before anything is put on a card",
      source: "NCCL"
    }
  ]),
  ...tier("hang", [
    // What the logs of several ranks show together is closer to the cause than the timeout of one.
    {
      signature: "F-N08",
      failureClass: "HANG",
      in: ["log"],
      sees: oneRankAlone,
      shows: { otherwise: "one rank shows an error of its own, and all others wait" },
      sure: "hint",
      cause: "the error of that rank; the others only wait for it",
      fix: "read the log of the rank that went silent first",
      source: "logs of all ranks"
    },
    {
      signature: "F-N06",
      failureClass: "CODE_BUG",
      in: ["log"],
      sees: stuckAtPause,
      shows: { otherwise: "it freezes each time at an evaluation, a log line or a checkpoint" },
      sure: "hint",
      cause: "a collective stands under a condition that only one rank meets",
      fix: "let all ranks take part, and only one write",
      source: "logs of all ranks"
    },
    {
      signature: "F-N07",
      failureClass: "DATA_BUG",
      in: ["log"],
      sees: stuckAtLastBatch,
      shows: { otherwise: "it freezes each time at the last batch of an epoch" },
      sure: "hint",
      cause: "the ranks have unequal numbers of batches",
      fix: "drop_last, a distributed sampler, or join() for uneven inputs",
      source: "logs of all ranks"
    },
    {
      signature: "F-N03",
      failureClass: "HANG",
      in: ["log"],
      line: either(
        told("Watchdog (?:caught collective operation timeout|.{0,80}collective.{0,300}timed out)"),
        said("collective operation timeout|NCCL timeout")
      ),
      shows: {
        line: "[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=42) ran for 600000 milliseconds"
      },
      sure: "hint",
      cause: "a collective timed out: some rank went silent first",
      fix: "find the rank whose log stops first; that one is the cause",
      source: "PyTorch ProcessGroupNCCL"
    },
    {
      signature: "F-N13",
      failureClass: "PREEMPTED",
      in: ["log"],
      line: new RegExp(`${LINE}(?:[\\w.]{1,200}\\.)?Rendezvous(?:Timeout|Closed)Error\\b`, "m"),
      shows: { line: "torch.distributed.elastic.rendezvous.api.RendezvousTimeoutError" },
      cause: "the other members of an elastic job did not come back in time",
      fix: "look why they are gone; a longer last call only waits for longer",
      source: "torch.distributed.elastic"
    },
    {
      signature: "F-N02",
      failureClass: "HANG",
      in: ["log"],
      onlyAsked: true,
      line: /NCCL INFO (?:Bootstrap ?: Using|NET\/Socket ?: Using)\s{0,4}(?:\[\d{1,2}\])?(?:docker0|lo|virbr\d)\b/,
      shows: { line: "NCCL INFO NET/Socket : Using [0]docker0:172.17.0.1<0>" },
      cause: "the ranks talk over an interface that does not lead to the others",
      fix: "name the right one: NCCL_SOCKET_IFNAME, GLOO_SOCKET_IFNAME",
      source: "NCCL_DEBUG=INFO"
    },
    {
      signature: "F-N01",
      failureClass: "HANG",
      in: ["log"],
      line: said(
        "Timed out after \\d{1,6} seconds waiting for clients|Socket Timeout|wait timeout after \\d{1,9}ms, keys: |store->get\\(.{1,40}\\), got error: wait timeout"
      ),
      shows: {
        line: "torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined."
      },
      sure: "hint",
      cause: "the ranks do not find each other: the fabric of the cards, a wrong interface, a closed port",
      fix: "NCCL_DEBUG=INFO on two processes shows which; then the interface or another box",
      source: "logs of all ranks"
    },
    {
      signature: "F-N04",
      failureClass: "HANG",
      in: ["network"],
      line: /ping: local error: message too long, mtu=\d{3,5}|Frag(?:mentation)? needed and DF set/i,
      shows: { line: "ping: local error: message too long, mtu=1500" },
      cause: "large packets do not get through between the machines: small collectives pass, the first large one hangs",
      fix: "one MTU on all machines and on what lies between them",
      source: "ping -M do -s 8972"
    },
    {
      signature: "F-N12",
      failureClass: "CODE_BUG",
      in: ["log"],
      onlyAsked: true,
      line: /\[default\] Worker group FAILED\. \d{1,4}\/\d{1,4} attempts left; will restart worker group/,
      lasts: true,
      shows: { line: "[default] Worker group FAILED. 2/3 attempts left; will restart worker group" },
      sure: "hint",
      cause: "the group of processes was started again; where the step begins at 0, nothing was loaded",
      fix: "load the newest checkpoint at each start, also one that the launcher makes",
      source: "torchrun"
    }
  ])
];

// src/watch/failures/environment.ts
var OF_LAUNCHER = String.raw`(?:\n[ \t][^\n]{0,1000}){1,60}\n(?:[\w.]{1,200}\.)?ChildFailedError\b`;
var ENVIRONMENT = [
  ...tier("credentials", [
    {
      signature: "F-E21",
      failureClass: "AUTH",
      in: ["log"],
      line: either(
        exception("GatedRepoError"),
        said("401 Client Error|HTTP Error 401: Unauthorized"),
        /ERROR 401: Unauthorized|awaiting response\.{3} 401 Unauthorized|requested URL returned error: 401/
      ),
      shows: { line: "huggingface_hub.errors.GatedRepoError: 401 Client Error." },
      cause: "a download refused its credentials",
      fix: "name the token under env: in the job file and set it where this command runs",
      source: "huggingface_hub, requests"
    }
  ]),
  ...tier("own error", [
    {
      signature: "F-E12",
      failureClass: "DATA_BUG",
      in: ["log"],
      line: said("device-side assert triggered|Target \\d{1,12} is out of bounds"),
      shows: { line: "RuntimeError: CUDA error: device-side assert triggered" },
      cause: "a label or index lies outside its range",
      fix: "run the same batch on the CPU, where the error names the line",
      source: "CUDA, PyTorch"
    },
    {
      signature: "F-E24",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("CUDA error: (?:an illegal memory access was encountered|misaligned address)"),
      shows: { line: "torch.AcceleratorError: CUDA error: an illegal memory access was encountered" },
      cause: "a kernel read or wrote outside its memory, and the traceback may be of a later call",
      fix: "run once with CUDA_LAUNCH_BLOCKING=1 under vars, which names the call; look first at kernels of your own or of an extension",
      source: "CUDA, PyTorch 2.11 on an H100"
    },
    {
      signature: "F-E25",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("CUDA error: invalid device ordinal|CUDA driver error: invalid device ordinal"),
      shows: { line: "torch.AcceleratorError: CUDA error: invalid device ordinal" },
      cause: "the program asks for a card that this box does not have",
      fix: "take the number of the card from LOCAL_RANK or torch.cuda.device_count(), or ask for more cards (`resources.gpu.count`)",
      source: "CUDA, PyTorch 2.11 on an H100"
    },
    {
      signature: "F-E26",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("Cannot re-initialize CUDA in forked subprocess"),
      shows: { line: "RuntimeError: Cannot re-initialize CUDA in forked subprocess." },
      cause: "a forked process, as a worker of a data loader is, uses the card",
      fix: "keep what a data set returns on the processor, or start the workers with multiprocessing_context='spawn'",
      source: "PyTorch 2.11 on an H100"
    },
    {
      signature: "F-E27",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: exception("OutOfResources", "out of resource: "),
      shows: {
        line: "triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 1048576, Hardware limit: 232448."
      },
      cause: "a Triton kernel asks for more shared memory or registers than this card has",
      fix: "smaller blocks or fewer num_stages for this card; a kernel that is tuned for a larger card needs that card",
      source: "Triton 3.6 on an H100"
    },
    {
      signature: "F-E28",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: told("It looks like (?:orte_init|MPI_INIT) failed for some reason"),
      shows: { line: "It looks like MPI_INIT failed for some reason; your parallel process is" },
      cause: "Open MPI does not start here; without ssh or rsh in the image it does not even for one process, and Lightning asks it wherever mpi4py is installed",
      fix: "remove mpi4py where the job does not use it, or install openssh-client in the image",
      source: "Open MPI below mpi4py and Lightning 2.6"
    },
    {
      signature: "F-E13",
      failureClass: "DATA_BUG",
      in: ["log"],
      line: said("stack expects each tensor to be equal size"),
      shows: {
        line: "RuntimeError: stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [3, 224, 200] at entry 1"
      },
      cause: "a batch cannot be put together from samples of several sizes",
      fix: "pad or crop in collate",
      source: "PyTorch"
    },
    {
      signature: "F-E14",
      failureClass: "DATA_BUG",
      in: ["log"],
      line: said("Expected more than 1 value per channel"),
      shows: {
        line: "ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 64])"
      },
      cause: "the last batch has a single sample, which a batch norm cannot take",
      fix: "drop the last batch (drop_last)",
      source: "PyTorch"
    },
    {
      signature: "F-E15",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("sampler option is mutually exclusive with shuffle"),
      shows: { line: "ValueError: sampler option is mutually exclusive with shuffle" },
      cause: "the loader is told to shuffle although a sampler decides the order",
      fix: "shuffle in the sampler alone, and set its epoch",
      source: "PyTorch"
    },
    {
      signature: "F-E16",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: either(
        said("Can't (?:pickle|get) local object"),
        /^\s{0,20}An attempt has been made to start a new process before the\s/
      ),
      shows: { line: "AttributeError: Can't pickle local object 'main.<locals>.collate'" },
      cause: "a worker process cannot be given what it needs, or starts the program again",
      fix: 'define it at the top of a module, and keep the start below if __name__ == "__main__"',
      source: "Python multiprocessing"
    },
    {
      signature: "F-E17",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("Image size of [\\dx]{1,30} pixels is too large|must be less than 2\\^16 in each direction"),
      shows: {
        line: "ValueError: Image size of 99999x800 pixels is too large. It must be less than 2^16 in each direction."
      },
      cause: "a figure is larger than its library can draw",
      fix: "write the metrics before the figure, and bound its size",
      source: "Matplotlib"
    },
    {
      signature: "F-E18",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("does not have a padding token"),
      shows: { line: "ValueError: Asking to pad but the tokenizer does not have a padding token." },
      cause: "the tokenizer has no padding token, and a batch needs one",
      fix: "tokenizer.pad_token = tokenizer.eos_token, or one that was added with the embedding resized",
      source: "transformers"
    },
    {
      signature: "F-E19",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: said("element 0 of tensors does not require grad"),
      shows: { line: "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn" },
      cause: "the loss hangs on no weight that is trained",
      fix: "look for detach(), no_grad() and frozen weights on the way to the loss",
      source: "PyTorch autograd"
    },
    {
      signature: "F-E11",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: either(
        said(
          "Override path .{1,200} is not a mapping|Could not override '|Key '[^'\\n]{1,100}' is not in struct"
        ),
        new RegExp(`${LINE}(?:Override path .{1,200} is not a mapping|Could not override ')`)
      ),
      shows: { line: "Could not override 'model.widht'." },
      cause: "the command sets a key that the configuration does not have",
      fix: 'write the key as the configuration has it, or add it with "+"',
      source: "Hydra, OmegaConf"
    },
    {
      signature: "F-E01",
      failureClass: "ENV_BUG",
      in: ["log"],
      // Bash and env write the carriage return as `\r`, the other shells as it is.
      line: /(?=[\\\r$Ii]|set: -\r)(?<!["|][^\n\r]{0,200})(?:\\r['’]?: (?:command )?not found|\r: (?:command )?not found|(?:\r|\\r['’]): No such file|\$'do\\r'|[Ii]llegal option -\r|set: -\r: invalid option)/,
      shows: { line: "run.sh: line 2: $'\\r': command not found" },
      sure: "proof",
      cause: "a script has CRLF line endings",
      fix: "store it with LF (.gitattributes: * text=auto eol=lf)",
      source: "dash, bash, busybox, env"
    },
    {
      signature: "F-E02",
      failureClass: "ENV_BUG",
      in: ["log"],
      when: ({ exitCode }) => exitCode === 127 || exitCode === 126,
      shows: { otherwise: 'exit code 126 or 127, such as after "python: not found"' },
      sure: "proof",
      cause: "the command or its interpreter is not there or not executable",
      fix: "use an explicit interpreter path in run, or install it in setup",
      source: "POSIX shells"
    },
    {
      signature: "F-E09",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: new RegExp(
        `${exception("ModuleNotFoundError|ImportError").source}|^EnvironmentNameNotFound: `,
        "m"
      ),
      shows: { line: "ModuleNotFoundError: No module named 'einops'" },
      cause: "a Python module is missing on the box",
      fix: "add it to requirements; the smoke should run the same imports",
      source: "Python, conda"
    }
  ]),
  ...tier("traceback", [
    {
      signature: "F-E10",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: exception("KeyError|AttributeError"),
      shows: { line: "KeyError: 'lr'" },
      cause: "the code asks for a name that is not there",
      fix: "read the last exception in the log; it repeats until the code or its configuration changes",
      source: "Python"
    },
    {
      signature: "F-E22",
      failureClass: "CODE_BUG",
      in: ["log"],
      // A bar has no line end of its own: what comes next stands behind it. That a launcher lost a process of its own is not the cause.
      line: new RegExp(
        `(?:${LINE}|(?:it/s|s/it)[^\\n\\r\\]]{0,200}\\])Traceback \\(most recent call last\\):(?!${OF_LAUNCHER})`,
        "m"
      ),
      shows: { line: "Traceback (most recent call last):" },
      sure: "hint",
      cause: "an uncaught exception in the training code",
      fix: "read the last exception in the log; it repeats until the code changes",
      source: "Python"
    }
  ]),
  ...tier("harmless", [
    {
      signature: "F-E08",
      failureClass: "ENV_BUG",
      in: ["log"],
      line: /Defaulting to user installation because normal site-packages is not writeable/,
      shows: { line: "Defaulting to user installation because normal site-packages is not writeable" },
      sure: "hint",
      cause: "what pip installs goes into the home directory and may hide the framework of the image",
      fix: "install into an environment of its own, with the packages of the system visible",
      source: "pip"
    },
    {
      signature: "F-E20",
      failureClass: "CODE_BUG",
      in: ["log"],
      line: /Detected call of `lr_scheduler\.step\(\)` before `optimizer\.step\(\)`/,
      shows: { line: "UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`." },
      sure: "hint",
      cause: "the first value of the learning rate is skipped: a wrong order, or a first step that the scaler left out",
      fix: "step the optimizer first; one such line at the first step of mixed precision is harmless",
      source: "PyTorch"
    },
    {
      signature: "F-E23",
      failureClass: "BENIGN",
      in: ["platform"],
      sees: noEnvironment,
      shows: { otherwise: "a hook refuses a remote start because it sees no activated environment" },
      cause: "the environment is activated in a file that this shell does not read",
      fix: "activate it in the command itself",
      source: "conda, virtualenv"
    }
  ])
];

// src/watch/failures/seen/memory.ts
var resident = (text) => numbersIn(text, /\b(?:rss|ram|resident|host memory)\b[ :=]{1,3}(\d{1,5}(?:\.\d{1,4})?) ?G(?:i?B)?\b/gi);
var KILLED = /^Killed\s{0,4}$|oom[-_]kill(?:er)?\b[^\n]{0,60}[1-9]|killed by signal: Killed/m;
var growsUntilKilled = (text) => {
  const values = resident(text);
  const grows = values.every(({ value }, i) => i === 0 || value > 1.04 * (values[i - 1]?.value ?? 0));
  return values.length >= 4 && grows && KILLED.test(text) ? values.at(-1)?.at ?? -1 : -1;
};
var leapsAtValidation = (text) => {
  const values = resident(text);
  const leap = values.find(({ value }, i) => i > 0 && value > 3 * (values[i - 1]?.value ?? Number.NaN));
  if (!leap) return -1;
  const line = text.slice(text.lastIndexOf("\n", leap.at) + 1, leap.at + 200).split("\n")[0] ?? "";
  return /\b(?:val|valid|validation|eval|evaluation|test)\b/i.test(line) ? leap.at : -1;
};
var othersOnHost = allOf(/load average: \d{3,5}\.\d/, /^oom_kill 0$/m);
var creepsToItsLimit = (text) => {
  const [asked2] = numbersIn(text, /\b(?:ReqMem|mem)[= ](\d{1,5})G/g);
  const last = numbersIn(text, /\b(\d{5,12})K\b/g).at(-1);
  return asked2 && last && last.value > 0.85 * asked2.value * 1024 * 1024 ? last.at : -1;
};

// src/watch/failures/memory.ts
var VRAM = either(
  exception("OutOfMemoryError"),
  said("CUDA out of memory|RESOURCE_EXHAUSTED: Out of memory|OOM when allocating tensor"),
  new RegExp(`${LINE}(?:[\\w.]{1,40}: )?CUDA out of memory\\. Tried to allocate`),
  // Each configuration of a kernel that XLA tried; the exception above them is of another name.
  /^EXECUTION FAILED: RESOURCE_EXHAUSTED: Out of memory while trying to allocate/
);
var MEMORY = [
  ...tier("kernel", [
    {
      signature: "F-K04",
      failureClass: "HOST_OOM",
      in: ["log"],
      when: ({ oomKillsSinceStart }) => (oomKillsSinceStart ?? 0) > 0,
      shows: {
        otherwise: "exit code 137, and the box counts more kills for memory (cgroup oom_kill) than at the start"
      },
      sure: "proof",
      cause: "the kernel killed a process of this box for memory (cgroup oom_kill rose since the start)",
      fix: "fewer loader workers, share the big object, or ask for more memory; shrinking the batch is not the fix",
      source: "Linux, memory.events of the control group"
    },
    {
      signature: "F-K03",
      failureClass: "HOST_OOM",
      in: ["kernel"],
      line: /Out of memory: Killed process \d{1,9}|oom-kill:constraint=|invoked oom-killer:/,
      shows: { line: "Out of memory: Killed process 4711 (python) total-vm:98304kB, anon-rss:65536kB" },
      cause: "the kernel killed a process for memory; on a shared host it may be that of somebody else",
      fix: "compare the process id with yours; fewer loader workers, or ask for more memory",
      source: "Linux kernel log"
    },
    {
      signature: "F-M11",
      failureClass: "HOST_OOM",
      in: ["log", "scheduler"],
      line: told(
        "slurmstepd: (?:error: )?Detected \\d{1,6} oom[-_]kill event|slurmstepd: [^\\n]{0,80}[Ee]xceeded (?:(?:job|step) )?memory limit"
      ),
      shows: { line: "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=42.batch." },
      sure: "proof",
      cause: "the scheduler killed the step for memory",
      fix: "ask for a fifth more than the MaxRSS that sacct shows (--mem); shrinking the batch is not the fix",
      source: "Slurm"
    },
    {
      signature: "F-M12",
      failureClass: "HOST_OOM",
      in: ["kubernetes"],
      line: /\bReason:\s{1,20}OOMKilled\b|"reason":\s?"OOMKilled"|\bOOMKilled\b/,
      shows: { line: "Last State: Terminated  Reason: OOMKilled  Exit Code: 137" },
      sure: "proof",
      cause: "the container reached the memory limit of its pod",
      fix: "ask for a fifth more (`memoryGb`, which is resources.limits.memory); shrinking the batch is not the fix",
      source: "Kubernetes"
    }
  ]),
  ...tier("card memory", [
    {
      signature: "F-M06",
      failureClass: "VRAM_OOM",
      in: ["log"],
      line: VRAM,
      when: ({ logTail }) => isFragmented(logTail),
      shows: {
        otherwise: 'CUDA out of memory, where more is "reserved by PyTorch but unallocated" than "Tried to allocate"'
      },
      cause: "the GPU ran out of memory in one piece: more is reserved and unused than was asked for",
      fix: "set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True under vars; it repeats as it is",
      source: "PyTorch"
    },
    {
      signature: "F-M07",
      failureClass: "VRAM_OOM",
      in: ["log"],
      line: VRAM,
      when: ({ logTail }) => isHeldByAnother(logTail),
      shows: { otherwise: 'CUDA out of memory, where "Process N has" most of the card, and it is not ours' },
      cause: "another process holds most of the memory of the card",
      fix: "find the holder (nvidia-smi, fuser /dev/nvidia*) before anything is made smaller; it repeats as it is",
      source: "PyTorch"
    },
    {
      signature: "F-M13",
      failureClass: "VRAM_OOM",
      in: ["log"],
      line: new RegExp(
        `${LINE}\\s{0,8}File "[^"\\n]{1,300}", line \\d{1,6}, in \\w{0,40}(?:full_post_state_dict_hook|unshard_fsdp_state_params|full_state_dict)\\w{0,20}\\n[\\s\\S]{0,3000}?(?:Error: CUDA out of memory|OutOfMemoryError: )`,
        "m"
      ),
      shows: { otherwise: "CUDA out of memory on rank 0 below a frame that gathers the full state of FSDP" },
      cause: "one card gathers the whole model for a checkpoint",
      fix: "save a sharded checkpoint, or the full one with offload to the processor",
      source: "PyTorch FSDP"
    },
    {
      signature: "F-M08",
      failureClass: "VRAM_OOM",
      in: ["log"],
      line: VRAM,
      when: ({ lastStep }) => lastStep !== void 0 && lastStep <= 2,
      shows: { otherwise: "CUDA out of memory at the first or second step" },
      cause: "the GPU ran out of memory within the first steps: the optimizer state is allocated on the first one",
      fix: "count weights, gradients and optimizer state, then a smaller optimizer, sharding or a larger card; it repeats as it is",
      source: "PyTorch"
    },
    {
      signature: "F-M05",
      failureClass: "VRAM_OOM",
      in: ["log"],
      line: VRAM,
      shows: { line: "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB." },
      cause: "the GPU ran out of memory",
      fix: "check for another holder of the card, then checkpointing, precision or a larger card; it repeats as it is",
      source: "PyTorch"
    }
  ]),
  ...tier("machine memory", [
    {
      signature: "F-M04",
      failureClass: "SHM_FULL",
      in: ["log"],
      line: either(
        said("DataLoader worker .{0,200} killed by signal: Bus error"),
        said("unable to write to file <\\/torch|received 0 items of ancdata"),
        /No space left on device: ['"]?\/(?:dev\/shm|torch_)/,
        /^Bus error/
      ),
      shows: {
        line: "RuntimeError: DataLoader worker (pid 4711) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory."
      },
      cause: "shared memory is exhausted",
      fix: "a larger /dev/shm, the file_system sharing strategy, or fewer workers",
      source: "PyTorch"
    },
    {
      signature: "F-M02",
      failureClass: "HOST_OOM",
      in: ["log"],
      line: said("DataLoader worker .{0,200} killed by signal: Killed"),
      shows: { line: "RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed." },
      cause: "a loader worker was killed, most likely for memory: every worker holds a copy of the dataset object",
      fix: "fewer loader workers, or share the big object",
      source: "PyTorch"
    },
    {
      signature: "F-M09",
      failureClass: "HOST_OOM",
      in: ["log"],
      sees: growsUntilKilled,
      shows: { otherwise: "memory of the box that grows with every epoch until a process is killed" },
      sure: "hint",
      cause: "something is kept that should be let go: losses with their graph, a cache without an end",
      fix: "keep numbers and no tensors; bound the cache",
      source: "the heartbeats of the box"
    }
  ]),
  ...tier("signal", [
    {
      signature: "F-M01",
      failureClass: "HOST_OOM",
      in: ["log"],
      onlyAsked: true,
      line: /^Killed\s{0,4}$/m,
      shows: { otherwise: 'the word "Killed" alone at the end of the log, without a traceback' },
      sure: "hint",
      cause: "something killed the process: the kernel for memory, a limit of time, or a person",
      fix: "look for proof in the kernel log, in memory.events and at the scheduler before anything is changed",
      source: "sh, bash"
    },
    {
      signature: "F-M03",
      failureClass: "PREEMPTED",
      in: ["log", "scheduler", "kubernetes"],
      onlyAsked: true,
      line: /\bexit(?:ed)?(?: with)?(?: code| status)?:?\s{1,20}137\b/i,
      shows: { otherwise: "exit code 137, and nothing on the box says why" },
      sure: "hint",
      cause: "the process was ended by signal 9: for memory, for time, or by somebody",
      fix: "look for proof in the kernel log, in memory.events and at the scheduler before anything is changed",
      source: "POSIX shells"
    }
  ]),
  ...tier("quiet", [
    {
      signature: "F-M10",
      failureClass: "HOST_OOM",
      in: ["log"],
      sees: leapsAtValidation,
      shows: { otherwise: "memory of the box that rises many times over at the end of the first epoch" },
      sure: "hint",
      cause: "the validation keeps all its outputs",
      fix: "bound the number of samples that a validation keeps",
      source: "the heartbeats of the box"
    }
  ]),
  ...tier("harmless", [
    {
      signature: "F-M14",
      failureClass: "BENIGN",
      in: ["kernel"],
      sees: othersOnHost,
      shows: {
        otherwise: "a load of hundreds and hardly any free memory on the host, and room in our own control group"
      },
      sure: "hint",
      cause: "others use the same host",
      fix: "nothing while our own counters stand still",
      source: "memory.events, loadavg"
    }
  ])
];
var MIB = { KiB: 1 / 1024, MiB: 1, GiB: 1024 };
function mib(text, pattern) {
  const [, amount = "", unit = ""] = pattern.exec(text) ?? [];
  return Number(amount || Number.NaN) * (MIB[unit] ?? Number.NaN);
}
var asked = (text) => mib(text, /Tried to allocate ([\d.]{1,12}) ([KMG]iB)/);
var isFragmented = (text) => mib(text, /([\d.]{1,12}) ([KMG]iB) is reserved by PyTorch but unallocated/) > asked(text);
function isHeldByAnother(text) {
  const total = mib(text, /total capacity of ([\d.]{1,12}) ([KMG]iB)/);
  const theirs = mib(text, /(?:^|[^s]) Process \d{1,9} has ([\d.]{1,12}) ([KMG]iB) memory in use/);
  const ours = mib(text, /this process has ([\d.]{1,12}) ([KMG]iB) memory in use/);
  return theirs > total / 2 && theirs > ours;
}

// src/watch/failures/platforms.ts
var PLATFORMS = [
  ...tier("taken away", [
    {
      signature: "F-P15",
      failureClass: "PREEMPTED",
      in: ["platform"],
      line: /"action"\s?:\s?"(?:terminate|stop|hibernate)"\s?,\s?"time"|"EventType"\s?:\s?"Preempt"|instance\/preempted[^\n]{0,20}TRUE/i,
      shows: { line: '{"action": "terminate", "time": "2026-05-01T08:22:00Z"}' },
      sure: "proof",
      cause: "the platform has said that it takes the machine back",
      fix: "save a checkpoint if it fits into the notice; the run goes on elsewhere from the newest verified one",
      source: "instance metadata of AWS, Azure, Google Cloud",
      probabilistic: true
    },
    {
      signature: "F-P16",
      failureClass: "PREEMPTED",
      in: ["platform"],
      sees: podWithoutCard,
      shows: {
        otherwise: "RunPod: SIGTERM, and SIGKILL some five seconds later; a pod that comes back without a GPU"
      },
      sure: "hint",
      cause: "the host was taken back, or the balance has run out",
      fix: "look at the balance first; then another host, with the data on a network volume",
      source: "RunPod",
      probabilistic: true
    },
    {
      signature: "F-P18",
      failureClass: "PREEMPTED",
      in: ["platform"],
      line: /"actual_status":\s?"offline"/,
      shows: { line: '"actual_status": "offline"' },
      cause: "the host of the box is away",
      fix: "go on elsewhere from the copy that is not on it",
      source: "vast.ai",
      probabilistic: true
    },
    {
      signature: "F-P29",
      failureClass: "PREEMPTED",
      in: ["platform"],
      sees: sessionGone,
      shows: { otherwise: "a session of a notebook that is gone without a signal" },
      sure: "hint",
      cause: "the platform ended it: idle, at its limit, or for want of cards",
      fix: "checkpoints on a durable place, and runs that are chained",
      source: "Colab, Kaggle",
      probabilistic: true
    },
    {
      signature: "F-P28",
      failureClass: "TRANSIENT",
      in: ["platform"],
      sees: goneWithoutAWord,
      shows: {
        otherwise: "AutoDL: a long process in the background is gone, the box is fine and its kernel log clean"
      },
      sure: "hint",
      cause: "the platform ended it without a word",
      fix: "start it again in a session of its own (tmux)",
      source: "AutoDL",
      probabilistic: true
    }
  ]),
  ...tier("walltime", [
    {
      signature: "F-P24",
      failureClass: "WALLTIME",
      in: ["platform"],
      sees: atItsHour,
      shows: { otherwise: "Paperspace: it ends at a round number of hours, with a clean kernel log" },
      sure: "hint",
      cause: "the automatic shutdown of the machine",
      fix: "a checkpoint before that hour, or a longer setting",
      source: "Paperspace"
    },
    {
      signature: "F-P26",
      failureClass: "WALLTIME",
      in: ["platform"],
      line: /auto-?stopped \(idle\)|自动关机|空闲.{0,6}关机/,
      shows: { line: "auto-stopped (idle)" },
      sure: "proof",
      cause: "the platform stops a box that it takes for idle",
      fix: "switch that policy off where the platform lets you, or keep a heartbeat on the card",
      source: "Featurize, LanRui, Gpushare"
    }
  ]),
  ...tier("line and rent", [
    {
      signature: "F-P17",
      failureClass: "CAPACITY",
      in: ["platform"],
      line: /"actual_status":\s?"scheduling"/,
      shows: {
        otherwise: 'vast.ai: "intended_status" running, and "scheduling" for more than half a minute'
      },
      sure: "hint",
      cause: "the card of a stopped box was given to somebody else",
      fix: "another box, on the same host or another offer",
      source: "vast.ai"
    },
    {
      signature: "F-P19",
      failureClass: "ENV_BUG",
      in: ["platform"],
      line: /"actual_status":\s?"loading"/,
      shows: { otherwise: 'vast.ai: "loading" for more than five minutes' },
      sure: "hint",
      cause: "the image is large, or the host slow",
      fix: "look at the log of the box; then another offer",
      source: "vast.ai"
    },
    {
      signature: "F-P21",
      failureClass: "CAPACITY",
      in: ["platform"],
      line: /"regions_with_capacity_available":\s?\[\s?\]|insufficient-capacity/,
      shows: { line: '"regions_with_capacity_available": []' },
      sure: "proof",
      cause: "no region has such a machine now",
      fix: "ask again later, or another kind",
      source: "Lambda"
    },
    {
      signature: "F-P25",
      failureClass: "CAPACITY",
      in: ["platform"],
      line: /\bout of capacity\b|no longer any instances available/i,
      shows: { line: "We are currently out of capacity for the selected machine type" },
      cause: "no such machine is free now",
      fix: "ask again later, or another kind",
      source: "Paperspace, RunPod"
    },
    {
      signature: "F-P20",
      failureClass: "BILLING",
      in: ["platform"],
      line: /"status":\s?"alert"/i,
      shows: { otherwise: "Lambda: a machine in state Alert" },
      cause: "something is wrong with the machine, and it bills on",
      fix: "terminate it through the API; a shutdown from inside does not stop its meter",
      source: "Lambda"
    },
    {
      signature: "F-P22",
      failureClass: "BILLING",
      in: ["platform"],
      sees: endUnanswered,
      shows: { otherwise: "a call that should end a box does not come back" },
      sure: "hint",
      cause: "whether it was ended is not known",
      fix: "ask what it is before the call is made again",
      source: "Lambda"
    },
    {
      signature: "F-P23",
      failureClass: "BILLING",
      in: ["platform"],
      sees: stillListed,
      shows: { otherwise: "a delete that was accepted, and the box is listed on" },
      sure: "hint",
      cause: "it is on its way out, or was not ended",
      fix: "ask until it is shown gone; until then it counts as billing",
      source: "all platforms"
    },
    {
      signature: "F-P27",
      failureClass: "BILLING",
      in: ["platform"],
      sees: deletedAfterDays,
      shows: { otherwise: "a stopped box whose data disk is deleted after 10 or 15 days" },
      sure: "hint",
      cause: "the clock of the platform for what is stopped",
      fix: 'collect before it is over; "gpu-lease status" shows what is left',
      source: "AutoDL, Matpool, Gpushare"
    },
    {
      signature: "F-P30",
      failureClass: "BILLING",
      in: ["platform"],
      sees: storageGoesOn,
      shows: { otherwise: "a box was stopped, and a line for its storage goes on" },
      sure: "hint",
      cause: "a stop ends the card and not the disk",
      fix: "the release names every meter and proves each",
      source: "RunPod, vast.ai, Paperspace"
    }
  ])
];

// src/watch/failures/schedulers.ts
var SCHEDULERS = [
  ...tier("kernel", [
    {
      signature: "F-P03",
      failureClass: "HOST_OOM",
      in: ["scheduler"],
      line: /\bOUT_OF_ME(?:MORY|\+)/,
      shows: { line: "42|OUT_OF_MEMORY|0:125" },
      sure: "proof",
      cause: "the job used more memory than it asked for",
      fix: "ask for a fifth more than MaxRSS; shrinking the batch is not the fix",
      source: "sacct"
    }
  ]),
  ...tier("taken away", [
    {
      signature: "F-K06",
      failureClass: "REBOOT",
      in: ["log"],
      when: ({ rebooted }) => rebooted,
      shows: { otherwise: "the box has another boot id than when the cell was started" },
      sure: "proof",
      cause: "the host rebooted under the run",
      fix: "the identical command resumes from the newest checkpoint",
      source: "Linux, /proc/sys/kernel/random/boot_id",
      probabilistic: true
    },
    {
      signature: "F-P04",
      failureClass: "PREEMPTED",
      in: ["scheduler"],
      line: /\|(?:PREEMPTED|NODE_FAIL|BOOT_FAIL|REQUEUED)\b|\bState=(?:PREEMPTED|NODE_FAIL|BOOT_FAIL)\b|CANCELLED AT \S{1,40} DUE TO (?:PREEMPTION|NODE FAILURE)/,
      shows: { line: "42|NODE_FAIL|0:0" },
      sure: "proof",
      cause: "the scheduler took the nodes away, or lost one",
      fix: "put it into the queue again; it resumes from the newest checkpoint",
      source: "sacct, slurmstepd",
      probabilistic: true
    }
  ]),
  ...tier("walltime", [
    {
      signature: "F-P02",
      failureClass: "WALLTIME",
      in: ["scheduler"],
      line: /\|TIMEOUT\b|\bState=TIMEOUT\b|CANCELLED AT \S{1,40} DUE TO TIME LIMIT/,
      shows: {
        line: "slurmstepd: error: *** JOB 42 ON node1 CANCELLED AT 2026-05-01T08:22:00 DUE TO TIME LIMIT ***"
      },
      sure: "proof",
      cause: "the job reached the time that it had asked for",
      fix: "queue it again, which resumes; more time (--time) only if the checkpoint does not get further",
      source: "sacct, slurmstepd"
    },
    {
      signature: "F-P06",
      failureClass: "WALLTIME",
      in: ["scheduler"],
      line: /^[^\n]{0,200}\|0:(?:9|15)\|?\s{0,8}$/m,
      shows: { line: "42|FAILED|0:9" },
      sure: "hint",
      cause: "a signal ended the job: 9 after a grace period, 15 at its begin; the time was over or the nodes were wanted",
      fix: "the State of sacct says which; a handler for the first signal saves a checkpoint",
      source: "sacct ExitCode"
    }
  ]),
  ...tier("own error", [
    {
      signature: "F-P09",
      failureClass: "ENV_BUG",
      in: ["scheduler"],
      sees: stepWithoutResources,
      shows: { otherwise: "a step that sees other cards than its job asked for, or a single processor" },
      sure: "hint",
      cause: "a step does not inherit cards and processors of its job (Slurm 22.05 and newer)",
      fix: "pass --gres and --cpus-per-task to srun, too",
      source: "Slurm"
    },
    {
      signature: "F-P11",
      failureClass: "ENV_BUG",
      in: ["kubernetes"],
      line: /\b(?:ImagePullBackOff|ErrImagePull|InvalidImageName)\b/,
      shows: { line: "trainer-0  0/1  ImagePullBackOff  0  5m" },
      sure: "proof",
      cause: "the image cannot be pulled: its name, its digest, or the secret for its registry",
      fix: "kubectl describe names which; imagePullSecrets for a private one",
      source: "Kubernetes"
    },
    {
      signature: "F-P12",
      failureClass: "ENV_BUG",
      in: ["kubernetes"],
      line: /\bFailedMount\b|unbound immediate PersistentVolumeClaims?|had untolerated taint/,
      shows: { line: "0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims." },
      sure: "proof",
      cause: "a volume cannot be mounted, a claim is bound to nothing, or no node takes the pod",
      fix: "look at the claim and its storage class; a toleration where a taint is named",
      source: "Kubernetes"
    },
    {
      signature: "F-P13",
      failureClass: "CODE_BUG",
      in: ["kubernetes"],
      line: /spec\.template\.spec\.restartPolicy: (?:Required value|Unsupported value)/,
      shows: {
        line: 'spec.template.spec.restartPolicy: Unsupported value: "Always": supported values: "OnFailure", "Never"'
      },
      sure: "proof",
      cause: "a Job does not take this restart policy",
      fix: "restartPolicy: Never or OnFailure",
      source: "Kubernetes"
    },
    {
      signature: "F-P14",
      failureClass: "WALLTIME",
      in: ["kubernetes"],
      line: /\b(?:BackoffLimitExceeded|DeadlineExceeded)\b/,
      closer: ([word]) => word === "DeadlineExceeded" ? {
        failureClass: "WALLTIME",
        cause: "the Job reached activeDeadlineSeconds",
        fix: "a longer deadline (`wait` and `budget.hours` of the job), or a run that resumes"
      } : {
        failureClass: "CODE_BUG",
        cause: "the pods of the Job failed as often as it lets them",
        fix: "read the log of the last one (kubectl logs --previous)"
      },
      shows: { line: "Warning  BackoffLimitExceeded  Job has reached the specified backoff limit" },
      sure: "proof",
      cause: "the Job was given up",
      fix: "its reason says why",
      source: "Kubernetes"
    },
    {
      signature: "F-P05",
      failureClass: "CODE_BUG",
      in: ["scheduler"],
      line: /\|(FAILED|CANCELLED(?: by \d{1,9})?|DEADLINE)\|/,
      closer: ([, state = ""]) => state.startsWith("CANCELLED") ? {
        failureClass: "STOPPED",
        cause: "somebody cancelled the job",
        fix: "ask who; it resumes when it is queued again"
      } : state === "DEADLINE" ? {
        failureClass: "WALLTIME",
        cause: "the job could not have ended before its deadline",
        fix: "a later --deadline, or less work"
      } : {
        failureClass: "CODE_BUG",
        cause: "the command of the job ended with an error",
        fix: "its log says which"
      },
      shows: { line: "42|FAILED|1:0" },
      sure: "proof",
      cause: "the job ended otherwise than well",
      fix: "its state says why",
      source: "sacct"
    }
  ]),
  ...tier("line and rent", [
    {
      signature: "F-P07",
      failureClass: "CAPACITY",
      in: ["scheduler"],
      line: /\((?:Resources|Priority|QOS[A-Za-z]{1,60}|Assoc[A-Za-z]{1,60}|ReqNodeNotAvail[^)\n]{0,80})\)/,
      shows: { line: "42 gpu train me PD 0:00 1 (QOSMaxGRESPerUser)" },
      sure: "proof",
      cause: "the job waits for room or for its turn",
      fix: "wait, or ask for less",
      source: "squeue"
    },
    {
      signature: "F-P10",
      failureClass: "CAPACITY",
      in: ["kubernetes"],
      line: /Insufficient nvidia\.com\/gpu/,
      shows: { line: "0/3 nodes are available: 3 Insufficient nvidia.com/gpu." },
      sure: "proof",
      cause: "no node has a free card, or the plugin that offers them is down",
      fix: "where all nodes show 0 allocatable cards, look at the device plugin; else wait",
      source: "Kubernetes"
    },
    {
      signature: "F-P08",
      failureClass: "HOST_OOM",
      in: ["scheduler"],
      sees: creepsToItsLimit,
      shows: { otherwise: "MaxRSS of sstat that creeps towards the memory that was asked for" },
      sure: "hint",
      cause: "the job will soon be killed for memory",
      fix: "a checkpoint now, and more memory for the next one",
      source: "sstat"
    }
  ]),
  ...tier("complete", [
    {
      signature: "F-P01",
      failureClass: "COMPLETE",
      in: ["scheduler"],
      line: /\|COMPLETED\|/,
      shows: { line: "42|COMPLETED|0:0" },
      sure: "hint",
      cause: "the scheduler says that the command returned 0",
      fix: "collect and verify: a claim is no artifact",
      source: "sacct"
    }
  ])
];

// src/watch/failures/training.ts
var TRAINING = [
  ...tier("numbers", [
    {
      signature: "F-T01",
      failureClass: "NAN",
      in: ["log"],
      line: /(?<!\bbest[ _-])(?:\b|\b(?:train|training|total)_)loss\W{1,4}(?:nan|-?inf(?:inity)?)\b|(?<!\bloss\W{1,4}-?\d[^\n]{0,80})\bgrad_norm\W{1,4}(?:nan|-?inf(?:inity)?)\b/i,
      over: /\b(?:(?:train|training|total)_)?(?:loss|grad_norm)\W{1,4}-?\d/i,
      shows: { line: "step 1200 loss: nan" },
      cause: "the loss became non-finite",
      fix: "replay from a checkpoint before the spike: the same step again means data, another one learning rate or precision",
      source: "the log of the run"
    },
    {
      signature: "F-T02",
      failureClass: "NAN",
      in: ["log"],
      line: /\bloss\W{1,4}-\d(?:\.\d{1,12})?e\+?(?:0?9|1\d|2\d|3\d)\b/i,
      shows: { line: "step 40 loss: -1.2e+16" },
      cause: "the loss ran away below zero, as with targets outside of their range or a wrong sign",
      fix: "look at the range of the targets and at the sign in the loss",
      source: "the log of the run"
    },
    {
      signature: "F-T04",
      failureClass: "NAN",
      in: ["log"],
      line: /reducing (?:the )?(?:dynamic )?loss scale (?:from \S{1,20} )?to (?:[01](?:\.0{1,6})?|1e-0?\d)\b|Current loss scale already at minimum/i,
      shows: { line: "Gradient overflow. Skipping step, loss scaler 0 reducing loss scale to 1.0" },
      cause: "every step overflows in half precision: the scale has fallen to its end and no step is taken any more",
      fix: "bf16 where the card has it, a smaller learning rate, or clipping",
      source: "Apex, DeepSpeed, fairseq"
    }
  ]),
  ...tier("result", [
    {
      signature: "F-T07",
      failureClass: "FAST_FINISH",
      in: ["log"],
      sees: farTooSoon,
      shows: { otherwise: "it ended in less than half of its usual time" },
      sure: "hint",
      cause: "fewer steps, an empty loader, an early return",
      fix: "look at the last step before it is believed",
      source: "the times of the run"
    },
    {
      signature: "F-T08",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      sees: zeroWhileLossFalls,
      shows: { otherwise: "all structured metrics are exactly 0 while the loss falls" },
      sure: "hint",
      cause: "the metric and the output do not speak of the same: format of boxes, an ignored class, a threshold",
      fix: "score one sample by hand",
      source: "the metrics of the run"
    },
    {
      signature: "F-T09",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      sees: twoScores,
      shows: { otherwise: "one checkpoint with two very different scores" },
      sure: "hint",
      cause: "another split, another protocol, another budget of decoding",
      fix: "compare the two commands word by word",
      source: "two evaluations"
    },
    {
      signature: "F-T10",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      onlyAsked: true,
      line: /^[{\s]{0,8}"?results"?:\s?\{\s?\},?\s?\}?$|\bn\s?=\s?0 samples\b|"(?:num_samples|n_samples)":\s?0\b/m,
      shows: { line: '{"results": {}}' },
      sure: "hint",
      cause: "nothing was measured: the metric applied to no sample",
      fix: 'that is not "no effect": look why no sample was taken',
      source: "evaluation harnesses"
    },
    {
      signature: "F-T11",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      sees: sameForAll,
      shows: { otherwise: "the outputs for all samples are nearly the same, shuffled input included" },
      sure: "hint",
      cause: "the model does not use its input",
      fix: "stop in the first epoch and look at what it is given",
      source: "the outputs of the model"
    },
    {
      signature: "F-T12",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      sees: belowChance,
      shows: { otherwise: "the shuffled baseline is below chance on the validation split" },
      sure: "hint",
      cause: "the validation split is not balanced",
      fix: "report on the test split, and say so",
      source: "the evaluation"
    },
    {
      signature: "F-T13",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      sees: twoKeysDiffer,
      shows: { otherwise: "two compared runs differ in more than one key" },
      sure: "hint",
      cause: "what made the difference cannot be told",
      fix: "change one key at a time",
      source: "the configurations of both"
    },
    {
      signature: "F-T15",
      failureClass: "RESULT_SUSPECT",
      in: ["log"],
      sees: notHeldOut,
      shows: { otherwise: 'a metric called "val" that is of the last training batch' },
      sure: "hint",
      cause: "nothing was held out",
      fix: "a loader over samples that were never trained on",
      source: "the code of the evaluation"
    },
    {
      signature: "F-T03",
      failureClass: "DIVERGENCE",
      in: ["log"],
      sees: fellApart,
      shows: {
        otherwise: "the gradients spike in the first two epochs, and the run stops early far below its baseline"
      },
      sure: "hint",
      cause: "this run fell apart by chance",
      fix: "run the identical command once more; where it does so again it is no chance",
      source: "the metrics of the run"
    },
    {
      signature: "F-T06",
      failureClass: "CODE_BUG",
      in: ["log"],
      sees: flatFromStart,
      shows: { otherwise: "the loss is flat from the first step, and no weight changes" },
      sure: "hint",
      cause: "nothing is trained: frozen weights, a detached loss, an optimizer of other weights",
      fix: "overfit a single batch before anything is rented",
      source: "the metrics of the run"
    },
    {
      signature: "F-T14",
      failureClass: "DATA_BUG",
      in: ["log"],
      sees: oneSeed,
      shows: { otherwise: "workers or epochs with the same augmentations" },
      sure: "hint",
      cause: "every worker starts from the same seed",
      fix: "seed each worker by its number and its epoch",
      source: "the data loader"
    }
  ]),
  ...tier("harmless", [
    {
      signature: "F-T05",
      failureClass: "BENIGN",
      in: ["log"],
      line: /Gradient overflow\.\s{1,4}Skipping step|OVERFLOW! Rank \d{1,6} Skipping step|\[deepspeed\] (?:fp16 dynamic loss scale )?overflow! .{0,40}Skipping step/i,
      shows: { line: "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0" },
      sure: "hint",
      cause: "the scale of half precision finds its place in the first steps",
      fix: "nothing while it stays at a few",
      source: "Apex, DeepSpeed"
    },
    {
      signature: "F-T16",
      failureClass: "BENIGN",
      in: ["log"],
      sees: hardlyTrained,
      shows: { otherwise: "a low metric after as few steps as a smoke has" },
      sure: "hint",
      cause: "it is hardly trained",
      fix: "ten to fifty times as many steps tell: where it climbs, nothing is wrong",
      source: "the metrics of the run"
    }
  ])
];

// src/watch/failures/transport.ts
var TRANSPORT = [
  ...tier("identity", [
    {
      signature: "F-S06",
      failureClass: "IDENTITY",
      in: ["ssh"],
      line: /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
      shows: { line: "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @" },
      sure: "proof",
      cause: "another machine answers at that address than before, or the same one with new keys",
      fix: "compare the fingerprint with what the platform shows before anything is sent there",
      source: "OpenSSH"
    }
  ]),
  ...tier("credentials", [
    {
      signature: "F-S07",
      failureClass: "AUTH",
      in: ["ssh"],
      line: /Permission denied \([a-z,-]{0,80}(?:publickey|password)|Too many authentication failures|Load key "[^"\n]{1,200}": (?:invalid format|error in libcrypto)/,
      shows: { line: "root@192.0.2.7: Permission denied (publickey,password)." },
      sure: "proof",
      cause: "the box does not take the key: malformed, another user, or added after the box was made",
      fix: "look at user and key; most platforms put keys on a box only when it is made",
      source: "OpenSSH"
    }
  ]),
  ...tier("line and rent", [
    {
      signature: "F-S05",
      failureClass: "TRANSPORT",
      in: ["ssh"],
      line: /connect to (?:host|address) [^\n]{1,200}: Connection refused|ssh: [^\n]{0,200}Connection refused/,
      shows: { line: "ssh: connect to host 192.0.2.7 port 22022: Connection refused" },
      cause: "the machine is there and nothing listens: its ssh is down, starting, or limits the rate",
      fix: "wait and ask again; it says nothing about the run",
      source: "OpenSSH"
    },
    {
      signature: "F-S03",
      failureClass: "TRANSPORT",
      in: ["ssh"],
      line: /Connection timed out during banner exchange|kex_exchange_identification: (?:Connection closed|read: Connection reset)/,
      shows: { line: "Connection timed out during banner exchange" },
      cause: "the line is open and no ssh answers on it: a proxy in between, or a server that is overloaded",
      fix: "another way to the box (its proxy or its direct address); it says nothing about the run",
      source: "OpenSSH"
    },
    {
      signature: "F-S02",
      failureClass: "TRANSPORT",
      in: ["ssh"],
      line: /ssh: connect to host [^\n]{1,200}: (?:Connection timed out|Operation timed out|No route to host|Network is unreachable)|ssh: Could not resolve hostname/,
      shows: { line: "ssh: connect to host 192.0.2.7 port 22: Connection timed out" },
      cause: "the box was not reached",
      fix: "wait and ask again, and ask the platform what it is; it says nothing about the run",
      source: "OpenSSH"
    },
    {
      signature: "F-S04",
      failureClass: "TRANSPORT",
      in: ["network"],
      line: /\b198\.1[89]\.\d{1,3}\.\d{1,3}\b/,
      shows: { line: "Name: box.example.org Address: 198.18.0.42" },
      cause: "a local proxy answers for the name with an address of its own",
      fix: "leave the host out of the proxy, or use the address itself",
      source: "RFC 2544 addresses in answers of a resolver"
    },
    {
      signature: "F-S08",
      failureClass: "TRANSPORT",
      in: ["ssh"],
      line: /subsystem request failed on channel \d{1,6}/,
      shows: { line: "subsystem request failed on channel 0" },
      sure: "proof",
      cause: "this endpoint has a shell and no file transfer, as proxied ones have",
      fix: "the direct address of the box, or a transfer through the shell",
      source: "OpenSSH"
    },
    {
      signature: "F-S09",
      failureClass: "TRANSFER",
      in: ["ssh"],
      line: /Read from remote host [^\n]{1,200}: Connection reset by peer|rsync error: (?:unexplained error|error in rsync protocol data stream)[^\n]{0,80}\(code (?:12|255)\)|client_loop: send disconnect: Broken pipe/,
      shows: { line: "Read from remote host 192.0.2.7: Connection reset by peer" },
      cause: "a transfer was cut",
      fix: "go on where it stopped, directory by directory, and compare afterwards",
      source: "OpenSSH, rsync"
    },
    {
      signature: "F-S10",
      failureClass: "TRANSFER",
      in: ["ssh"],
      line: /dest open "[^"\n]{1,300}": (?:Failure|No such file or directory)/,
      shows: { line: 'dest open "out/x/last.pt": Failure' },
      sure: "proof",
      cause: "the directory on the other side is not there",
      fix: "make it in the same step",
      source: "scp over SFTP"
    },
    {
      signature: "F-S11",
      failureClass: "ENV_BUG",
      in: ["network"],
      line: /\b524\b[^\n]{0,40}(?:timeout|A timeout occurred)|error code: 524/i,
      shows: { line: "error code: 524" },
      sure: "proof",
      cause: "the proxy of the platform ends a request that has no answer after 100 s",
      fix: "a TCP port instead of the HTTP proxy, or shorter requests",
      source: "Cloudflare"
    },
    {
      signature: "F-S12",
      failureClass: "ENV_BUG",
      in: ["log", "network"],
      line: either(
        exception("ProxyError"),
        said("[^\\n]{0,80}(?:ProxyError\\(|Cannot connect to proxy)"),
        told("curl: \\(\\d{1,3}\\) Received HTTP code \\d{3} from proxy after CONNECT")
      ),
      shows: { line: "requests.exceptions.ProxyError: HTTPSConnectionPool(host='hub.example', port=443)" },
      cause: "a proxy that is set in the environment does not let this through",
      fix: "NO_PROXY for the hosts that need none, or unset the proxy where the download is over",
      source: "requests, curl"
    },
    {
      signature: "F-S13",
      failureClass: "TRANSFER",
      in: ["drive"],
      line: /^\S{0,300}\.incomplete$/m,
      shows: { line: "blobs/4f1a.incomplete" },
      sure: "hint",
      cause: "a download is not complete; where it does not grow it stands still",
      fix: "end it and start it again, which resumes; without an accelerator if it stands again",
      source: "huggingface_hub"
    },
    {
      signature: "F-S14",
      failureClass: "TRANSIENT",
      in: ["tracker"],
      line: /Run initialization has timed out after \d{2,4}(?:\.\d)? sec|wandb: ERROR Run initialization/,
      shows: { line: "wandb.errors.CommError: Run initialization has timed out after 90.0 sec." },
      cause: "the tracker was not reached from the box in time",
      fix: "the network hook of the platform first; else offline, and synced afterwards",
      source: "W&B"
    },
    {
      signature: "F-S15",
      failureClass: "TRACKER",
      in: ["tracker"],
      line: /Disabled WandB due to initialization error|wandb: (?:WARNING|W) .{0,80}Disabling|wandb: ERROR (?:api_key not configured|API key)/,
      shows: { line: "wandb: ERROR api_key not configured (no-tty). call wandb.login(key=[your_api_key])" },
      cause: "the tracker switched itself off, and the training goes on without it",
      fix: "set its key; relaunch with a resume, or fill the run in from the log afterwards",
      source: "W&B"
    }
  ]),
  ...tier("harmless", [
    {
      signature: "F-S01",
      failureClass: "BENIGN",
      in: ["ssh"],
      line: /^Connection to [^\n]{1,200} closed by remote host\.?$/m,
      shows: { line: "Connection to 192.0.2.7 closed by remote host." },
      sure: "hint",
      cause: "the connection ended; right after our own stop that is how it looks",
      fix: "ask in a new connection before anything is concluded",
      source: "OpenSSH"
    },
    {
      signature: "F-S16",
      failureClass: "BENIGN",
      in: ["tracker"],
      sees: emptyPanel,
      shows: { otherwise: "the panel of the tracker shows no run, and its event files are not empty" },
      sure: "hint",
      cause: "it looks at another directory",
      fix: "start it on the directory of the event files",
      source: "TensorBoard"
    },
    {
      signature: "F-S17",
      failureClass: "BENIGN",
      in: ["ssh"],
      sees: tornAnswer,
      shows: { otherwise: "the answer of a look that is torn or mixed with other text" },
      sure: "hint",
      cause: "something else writes into the same line",
      fix: "nothing follows from it; look again",
      source: "the channel to the box"
    },
    {
      signature: "F-S18",
      failureClass: "BENIGN",
      in: ["tracker"],
      sees: comesUpAgain,
      shows: { otherwise: "runs that were deleted at the tracker come up again" },
      sure: "hint",
      cause: "its lists lag",
      fix: "wait, and delete what is still there later",
      source: "W&B"
    }
  ])
];

// src/watch/failures/catalogue.ts
var SIGNATURES = TIERS.flatMap(
  (tier2) => [
    CARD,
    MEMORY,
    DISK,
    TRAINING,
    ENVIRONMENT,
    DISTRIBUTED,
    TRANSPORT,
    SCHEDULERS,
    PLATFORMS,
    COMPLETION
  ].flatMap((family) => family.filter((row) => row.tier === tier2))
);
var ENDS_NOTHING = ["quiet", "result", "harmless", "complete"];
var OF_A_DEAD_CELL = SIGNATURES.filter(
  (row) => row.in.includes("log") && !row.onlyAsked && !ENDS_NOTHING.includes(row.tier) && (row.line !== void 0 || row.when !== void 0)
);
var FIRST_SAID = "own error";
var firstToLast = (one, other) => {
  const tiers = TIERS.indexOf(one.row.tier) - TIERS.indexOf(other.row.tier);
  if (tiers !== 0) return tiers;
  const lines = one.row.tier === FIRST_SAID ? one.line - other.line : 0;
  return lines || SIGNATURES.indexOf(one.row) - SIGNATURES.indexOf(other.row);
};

// src/metrics/sighting.ts
function sightingOf(sent, sources) {
  for (const [index, rule] of sources.entries()) {
    for (const each of sent) {
      const seen = each.source === index ? sightingIn(each, rule) : void 0;
      if (seen) return seen;
    }
  }
}
function sightingIn({ head, tail }, rule) {
  const points = pointsOf(tail, rule);
  const last = points.at(-1);
  if (!last) return;
  const loss = points.findLast((point) => point.loss !== void 0)?.loss;
  const first = head && pointsOf(head, rule)[0]?.step;
  return {
    last: { step: last.step, loss },
    before: points.findLast(({ step }) => step < last.step)?.step,
    firstAfter(resumedFrom) {
      if (growthOf(rule) === "pages") return void 0;
      if (last.step < resumedFrom && head === void 0) return last.step;
      if (growthOf(rule) !== "whole") return first;
      return points.find(({ step }) => step > resumedFrom)?.step;
    }
  };
}
function pointsOf(piece, rule) {
  const points = [];
  for (const row of rowsOf(piece, rule)) {
    if (row.kind !== "record") continue;
    const numbers = numbersOf(row.record, rule);
    const step = numbers.get(rule.stepKey);
    if (step !== void 0 && step >= 0) points.push({ step, loss: numbers.get(rule.lossKey) });
  }
  return points;
}

// src/watch/diagnose.ts
function diagnose(remains) {
  const [known2] = OF_A_DEAD_CELL.flatMap((row2) => foundIn(row2, remains)).sort(firstToLast);
  if (!known2) {
    const [, firstNode] = /^NODES_FAILED ([^\n]{1,300})$/m.exec(remains.logTail) ?? [];
    return {
      failureClass: "CODE_BUG",
      signature: "exit",
      cause: firstNode ?? `the command ended with exit code ${remains.exitCode} and no known signature`,
      fix: "read the end of the log",
      probabilistic: false
    };
  }
  const { row, match } = known2;
  const { failureClass, cause, fix } = (match && row.closer?.(match)) ?? row;
  return { signature: row.signature, failureClass, cause, fix, probabilistic: row.probabilistic ?? false };
}
function foundIn(row, remains) {
  const text = remains.logTail;
  const found = evidenceOf(row, remains);
  const last = found.at(-1);
  if (!last || wasLivedThrough(row, text, last)) return [];
  const first = found.find((each) => !wasLivedThrough(row, text, each)) ?? last;
  const line = first.at < 0 ? Number.POSITIVE_INFINITY : text.slice(0, first.at).split("\n").length;
  return [{ row, match: first.match, line }];
}

// src/watch/judge.ts
var ruleOf = (job) => ({
  ...job.watch,
  sources: sourcesOf(job),
  cardAsked: job.resources.gpu !== void 0
});
var SETTLE_SECONDS = 3;
function judgeCell(cell, probe2, baseline, rule) {
  if (cell.state === "waiting") return { verdict: "waiting" };
  if (cell.state === "exited") {
    const code = cell.exitCode ?? -1;
    if (cell.reason === "dead-man") return { verdict: "dead", exitCode: code, diagnosis: WALLTIME };
    if (cell.reason === "taken") return { verdict: "dead", exitCode: code, diagnosis: TAKEN };
    if (cell.reason === "node-lost") return { verdict: "dead", exitCode: code, diagnosis: NODE_LOST };
    if (cell.reason === "signal") return { verdict: "dead", exitCode: code, diagnosis: STOPPED };
    if (code === 0 && (cell.syncExitCode ?? 0) === 0)
      return goesOn(cell, probe2, rule.stallSeconds) ?? finished(cell, rule.expectedSeconds);
    if (cell.more) return { verdict: "settling" };
    if (code === 0)
      return { verdict: "dead", exitCode: cell.syncExitCode ?? -1, diagnosis: syncFailed(cell.syncExitCode) };
    return {
      verdict: "dead",
      exitCode: code,
      diagnosis: diagnose(remainsOf(cell, probe2, baseline, rule))
    };
  }
  if (cell.state === "lost") {
    return {
      verdict: "dead",
      exitCode: -1,
      diagnosis: diagnose(remainsOf(cell, probe2, baseline, rule))
    };
  }
  if (cell.background > 0) return { verdict: "background", processes: cell.background };
  const quiet = cell.quietSeconds ?? 0;
  if (quiet > rule.stallSeconds) return { verdict: "stalled", quietSeconds: quiet };
  return { verdict: "running" };
}
var finished = (cell, expectedSeconds) => ({
  verdict: "finished",
  exitCode: 0,
  fast: isFast(cell, expectedSeconds)
});
function goesOn(cell, { boxTime }, stallSeconds) {
  const { background: processes, changedAfterEnd, changedAgoSeconds, endedAt: endedAt2 } = cell;
  const writes = changedAfterEnd > 0 && (changedAgoSeconds ?? 0) < stallSeconds;
  if (processes > 0 || writes) return { verdict: "background", processes };
  const ago = endedAt2 === null ? SETTLE_SECONDS : boxTime - endedAt2;
  return ago >= 0 && ago < SETTLE_SECONDS ? { verdict: "settling" } : void 0;
}
function isFast(cell, expectedSeconds) {
  if (expectedSeconds === void 0 || cell.startedAt === null || cell.endedAt === null) return false;
  return cell.endedAt - cell.startedAt < expectedSeconds / 2;
}
function remainsOf(cell, probe2, baseline, { sources = [], cardAsked } = {}) {
  const now = probe2.memory.oomKills;
  return {
    exitCode: cell.state === "exited" ? cell.exitCode ?? -1 : -1,
    logTail: withoutTerminalCodes(cell.logTail),
    cardAsked,
    oomKillsSinceStart: now === null || baseline.oomKills === null ? null : now - baseline.oomKills,
    // A boot id that cannot be read, then or now, proves nothing.
    rebooted: baseline.bootId !== "" && probe2.bootId !== "" && probe2.bootId !== baseline.bootId,
    diskFreeBytes: probe2.disk.freeBytes,
    diskFreeInodes: probe2.disk.freeInodes,
    vanished: cell.state === "lost",
    lastStep: sightingOf(cell.metrics, sources)?.last.step
  };
}
var WALLTIME = {
  failureClass: "WALLTIME",
  signature: "dead-man",
  cause: "the run was ended on the box because budget.hours was over",
  fix: "its checkpoints are kept; a longer run needs a new one with a larger budget",
  probabilistic: false
};
var STOPPED = {
  failureClass: "STOPPED",
  signature: "signal",
  cause: "the run was ended on the box by our own order",
  fix: "its checkpoints are kept; start a new run, or give the box back",
  probabilistic: false
};
var TAKEN = {
  failureClass: "PREEMPTED",
  signature: "taken",
  cause: "whoever runs the box told it that it is taken away, and the command was asked to save and to end",
  fix: "it goes on from its newest verified checkpoint",
  probabilistic: true
};
var NODE_LOST = {
  failureClass: "NODE_LOST",
  signature: "node-lost",
  cause: "the connection to one of its nodes ended without a word, and the others were asked to save and to end",
  fix: "all of them begin again from the newest checkpoint, where each answers; its log names the node",
  probabilistic: true
};
var syncFailed = (exitCode) => ({
  failureClass: "SYNC_FAILED",
  signature: "F-D10",
  cause: `training ended well, but its copy to the durable tier failed (exit ${exitCode})`,
  fix: "the files on the data disk are the truth: repair the durable tier and copy again before anything is released",
  probabilistic: false
});

// src/watch/allocation.ts
var MOST_BYTES = 2 ** 20;
async function auditOfAllocation(world, of, seen) {
  const { lease, job } = of;
  const { started, allocation } = lease;
  if (!seen.audited || started?.attempt !== seen.attempt || allocation?.attempt === seen.attempt) return [];
  const reading = readAudit(await textOf(world, of, seen.attempt));
  if (reading === void 0) return [];
  const { fit, findings, measured } = judgeAudit(reading, askedOfMachine(job));
  for (const { level, id, what, cause, fix } of findings) {
    if (level === "info") world.face.line(`${lease.name}: audit ${id}: ${oneLine(what)}`);
    else
      world.face.warn(
        `${lease.name}: ${level === "fail" ? "NOT FIT, " : ""}${id}: ${what} Cause: ${cause} Fix: ${fix}`
      );
  }
  return [
    {
      type: "audited",
      lease: lease.name,
      attempt: seen.attempt,
      fit,
      findings: findings.map(({ id, level, what, cause, fix }) => ({
        id,
        level,
        what: level === "info" ? what : `${what} Cause: ${cause} Fix: ${fix}`
      })),
      measured
    }
  ];
}
var askedOfMachine = ({ resources: { gpu, cpus, memoryGb } }) => ({
  ...gpu && { gpu },
  ...cpus && { cpus },
  ...memoryGb && { memoryGb },
  diskBytes: 0,
  inodes: 0
});
async function textOf(world, { lease }, attempt) {
  const file = `${lease.started?.dir.base}/attempts/${attempt}/audit`;
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(["cat", file], { timeoutSeconds: 60, maxOutputBytes: MOST_BYTES });
    return stdout;
  } catch (error) {
    if (error instanceof TransportFailed) return "";
    throw error;
  }
}

// src/watch/audit-of-tasks.ts
var MOST_TASKS = 32;
var MOST_BYTES_EACH = 65536;
var MOST_NAMED = 8;
var READ = `base=$1; shift; n=0
for each; do n=$((n + 1)); head -c ${MOST_BYTES_EACH} "$base/$each/audit" 2>/dev/null | sed "s/^/$n /"; echo; done`;
async function auditOfTasks(world, of, seen) {
  const { lease } = of;
  const { attempt } = seen;
  if (lease.started?.attempt !== attempt) return [];
  const tasks = notYetJudged(of, seen).slice(0, MOST_TASKS);
  if (tasks.length === 0) return [];
  const readings = await readingsOf(world, of, { attempt, tasks });
  const judged = tasks.flatMap((task, at) => {
    const reading = readings[at];
    return reading ? [{ ...task, ...judgeAudit(reading, askedOfMachine(of.job)) }] : [];
  });
  if (judged.length === 0) return [];
  const unfit = judged.filter(({ fit }) => !fit);
  for (const each of unfit.slice(0, MOST_NAMED)) warn(world, lease.name, each);
  const findings = unfit.slice(0, MOST_NAMED).flatMap(failuresOf);
  return [
    {
      type: "audited",
      lease: lease.name,
      attempt,
      tasks: attemptsOf(new Map(judged.map((each) => [each.place, each.attempt]))),
      fit: unfit.length === 0,
      findings: [...findings, ...more(unfit.length - MOST_NAMED)],
      measured: {}
    }
  ];
}
function notYetJudged({ run, lease }, { attempt, cells }) {
  const { allocation } = lease;
  const known2 = attemptsIn(allocation?.attempt === attempt ? allocation.tasks ?? "" : "");
  const places = new Map([...run.cells.keys()].map((name, place) => [name, place]));
  return cells.flatMap(({ name, audited }) => {
    const place = places.get(name);
    if (place === void 0 || audited === void 0 || (known2.get(place) ?? 0) >= audited) return [];
    return [{ cell: name, place, attempt: audited }];
  });
}
async function readingsOf(world, { lease }, { attempt, tasks }) {
  const base = `${lease.started?.dir.base}/attempts/${attempt}/tasks`;
  const files = tasks.map((task) => `${task.cell}/${task.attempt}`);
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(["sh", "-c", READ, "sh", base, ...files], {
      timeoutSeconds: 60,
      maxOutputBytes: 2 * MOST_TASKS * MOST_BYTES_EACH
    });
    const texts = /* @__PURE__ */ new Map();
    for (const line of stdout.split("\n")) {
      const [, number = "", text = ""] = /^(\d+) (.*)$/.exec(line) ?? [];
      texts.set(number, [...texts.get(number) ?? [], text]);
    }
    return tasks.map((_, at) => readAudit((texts.get(String(at + 1)) ?? []).join("\n")));
  } catch (error) {
    if (error instanceof TransportFailed) return [];
    throw error;
  }
}
var failuresOf = ({ cell, findings }) => findings.filter(({ level }) => level === "fail").map(({ id, level, what, cause, fix }) => ({
  id,
  level,
  what: `${cell}: ${what} Cause: ${cause} Fix: ${fix}`
}));
var more = (count) => count > 0 ? [{ id: "tasks", level: "fail", what: `So it is with ${count} more of these tasks.` }] : [];
function warn({ face }, lease, { cell, findings }) {
  for (const { level, id, what, cause, fix } of findings)
    if (level === "fail")
      face.warn(`${lease}, task of ${cell}: NOT FIT, ${id}: ${oneLine(what)} Cause: ${cause} Fix: ${fix}`);
}

// src/watch/cards.ts
var readCards = (gpu) => (gpu ?? "").split(";").flatMap((line) => {
  const cells = line.split(",").map((cell) => cell.trim());
  const number = (at) => /^\d{1,7}(\.\d{1,3})?$/.test(cells[at] ?? "") ? Number(cells[at]) : void 0;
  return number(0) === void 0 || cells.length < 5 ? [] : [{ busyPercent: number(2), usedMib: number(3) }];
});
function cardWords(cards) {
  const busy = cards.flatMap(({ busyPercent }) => busyPercent ?? []);
  if (busy.length === 0) return "";
  const [least, most] = [Math.min(...busy), Math.max(...busy)];
  const percent = least === most ? `${most} %` : `${least}-${most} %`;
  return cards.length === 1 ? `GPU ${percent}` : `${cards.length} GPUs ${percent}`;
}
var CONTEXT_MIB = 200;
var areUnused = (cards) => cards.length > 0 && cards.every(({ usedMib }) => usedMib !== void 0 && usedMib < CONTEXT_MIB);
var LONG_SECONDS = 120;
function trainsBesideCards(unused, cell, cards, at) {
  const since = unused.get(cell);
  if (!areUnused(cards)) {
    if (!since?.isTold) unused.delete(cell);
    return false;
  }
  if (!since) unused.set(cell, { ...at, isTold: false });
  if (!since || since.isTold || at.step <= since.step || at.atSeconds - since.atSeconds < LONG_SECONDS)
    return false;
  since.isTold = true;
  return true;
}

// src/watch/decide.ts
function decide(of, seen, judged) {
  const events = [];
  const said2 = [];
  let chance;
  for (const each of judged) {
    const known2 = of.run.cells.get(each.cell.name);
    if (!known2 || known2.ended) continue;
    const behind = resumeEvents(of, each.cell);
    if (behind.some((event) => event.type === "halted")) return { events: behind, said: said2 };
    events.push(...behind, ...changes(of.lease, known2, each.verdict));
    const end = endOf(of, each, seen);
    events.push(...end.events);
    said2.push(...end.said);
    chance ??= end.chance;
  }
  const ofEnd = ofQueue(of, seen, { events, judged, chance });
  if (ofEnd.length > 0 && events.length === 0) said2.push(...earlySaid(seen));
  return { events: [...fetched(of, seen), ...events, ...ofEnd], said: said2 };
}
function fetched({ run, lease }, { data }) {
  const known2 = [...run.data.values()];
  if (data?.exitCode !== 0 || known2.length === 0 || known2.every((each) => each.fetched)) return [];
  if (data.fetched.length !== known2.length) return [];
  const sources = known2.flatMap(({ to }, at) => {
    const seen = data.fetched[at];
    return seen ? [{ to, ...seen }] : [];
  });
  return [{ type: "data-fetched", lease: lease.name, sources }];
}
var earlySaid = (seen) => isWrongPlace(seen) ? [{ what: "place", why: seen.queueReason ?? "" }] : earlyOf(seen);
var isWrongPlace = ({ queueExitCode, queueReason }) => queueExitCode === 5 && queueReason !== void 0 && queueReason !== "plan";
var earlyOf = (seen) => ["data", "setup"].flatMap((name) => {
  const { exitCode, logTail = "" } = seen[name] ?? {};
  const why = logTail.trimEnd().split("\n").at(-1)?.slice(0, 300) ?? "";
  return exitCode === void 0 || exitCode === null || exitCode === 0 ? [] : [{ what: "early", name, why }];
});
var attemptOf = ({ started }) => started?.attempt ?? 0;
function endOf({ run, lease, job }, { cell, verdict }, seen) {
  const ended = endedAt(lease, cell, sightingOf(cell.metrics, sourcesOf(job)));
  if (verdict.verdict === "finished")
    return {
      events: [{ ...ended, verdict: "finished", exitCode: 0 }],
      said: verdict.fast ? [{ what: "fast", cell: cell.name }] : []
    };
  if (verdict.verdict !== "dead") return { events: [], said: [] };
  const { diagnosis, exitCode } = verdict;
  const isChance = diagnosis.probabilistic || isMendedNext({ run, lease }, cell, diagnosis);
  if (isChance && seen.queue === "running") return { events: [], said: [] };
  const said2 = [{ what: "dead", cell: cell.name, diagnosis }];
  if (isChance) return { events: [], said: said2, chance: `${cell.name}: ${diagnosis.cause}` };
  const { failureClass } = diagnosis;
  const shortage = shortageIn(cell);
  return {
    events: [
      { ...ended, verdict: "dead", exitCode, failureClass, ...shortage !== void 0 && { shortage } }
    ],
    said: said2
  };
}
var isMendedNext = ({ run, lease }, { name }, { failureClass }) => {
  const known2 = run.cells.get(name);
  if (failureClass !== "CKPT_BAD" || !isQueued(lease) || !known2 || known2.sets.length === 0) return false;
  const before = run.leases.filter((each) => each !== lease).map(({ started }) => started?.attempt ?? 0);
  return known2.begunAgain !== void 0 || attemptOf(lease) > Math.max(0, ...before) + 1;
};
function shortageIn({ reason, logTail }) {
  if (reason !== "disk-gate") return;
  const missing = /^DISK_GATE_ABORT [^\n]{1,200}: ([\d.]{1,20} (?:GB|inodes)) missing$/m.exec(logTail)?.[1];
  if (missing === void 0) return;
  const largest = [...logTail.matchAll(/^LARGEST (\d{1,16}) (\/[^\n]{1,200})$/gm)].map(
    ([, bytes, path = ""]) => `${oneLine(path, 200)} ${(Number(bytes) / 1e9).toFixed(2)} GB`
  );
  const where = largest.length > 0 ? `; the largest on that disk: ${largest.slice(-6).join(", ")}` : "";
  return `${missing} are missing on its disk${where}`;
}
function endedAt(lease, cell, seen) {
  const { last: point, before } = seen ?? {};
  const stride = point && before !== void 0 ? point.step - before : void 0;
  return {
    type: "cell-ended",
    lease: lease.name,
    cell: cell.name,
    attempt: attemptOf(lease),
    ...point === void 0 ? {} : { lastStep: point.step },
    ...point?.loss === void 0 ? {} : { lastLoss: point.loss },
    ...stride === void 0 ? {} : { stride },
    ...cell.startedAt !== null && cell.endedAt !== null && cell.endedAt > cell.startedAt ? { ranSeconds: cell.endedAt - cell.startedAt } : {},
    ...cell.reason === "background" || cell.changedAfterEnd > 0 ? { background: true } : {}
  };
}
function ofQueue(of, seen, {
  events,
  judged,
  chance
}) {
  if (chance !== void 0) return [preempted(of.lease, chance)];
  if (events.length > 0) return [];
  if (seen.queue === "lost")
    return [preempted(of.lease, `the keeper's queue is ${seen.queue} on a living box`)];
  return seen.queue === "ended" ? queueEnded(of, seen, judged) : [];
}
var QUEUE_CLASSES = /* @__PURE__ */ new Map([
  [3, "DISK_FULL"],
  [4, "ENV_BUG"],
  [9, "DATA_DIFFERS"],
  [143, "WALLTIME"]
]);
var DATA_CLASSES = /* @__PURE__ */ new Map([
  [3, "DISK_FULL"],
  [7, "ENV_BUG"]
]);
var NOT_REACHED = 4;
function queueEnded({ run, lease }, seen, judged) {
  const { queueExitCode, data } = seen;
  if (queueExitCode === 9 && data?.exitCode === NOT_REACHED)
    return [preempted(lease, "the data did not come: their source was not reached from the box")];
  const ofData = queueExitCode === 9 ? DATA_CLASSES.get(data?.exitCode ?? -1) : void 0;
  const ofPlace = isWrongPlace(seen) ? "ENV_BUG" : void 0;
  const failureClass = ofData ?? ofPlace ?? QUEUE_CLASSES.get(queueExitCode ?? -1) ?? "CODE_BUG";
  return judged.filter(({ cell, verdict }) => verdict.verdict === "waiting" && !run.cells.get(cell.name)?.ended).map(({ cell }) => ({
    type: "cell-ended",
    lease: lease.name,
    cell: cell.name,
    attempt: attemptOf(lease),
    verdict: "dead",
    exitCode: queueExitCode ?? -1,
    failureClass
  }));
}
var preempted = (lease, why) => ({
  type: "preempted",
  lease: lease.name,
  what: "process",
  why
});
function changes(lease, known2, verdict) {
  const of = { lease: lease.name, cell: known2.name };
  if (verdict.verdict === "stalled" && known2.stalledSince === void 0)
    return [{ type: "stalled", ...of, quietSeconds: verdict.quietSeconds }];
  if (verdict.verdict === "running" && known2.stalledSince !== void 0) return [{ type: "moving", ...of }];
  if (verdict.verdict === "background" && known2.detached === void 0)
    return [{ type: "detached", ...of, attempt: attemptOf(lease), processes: verdict.processes }];
  return [];
}
var stepOf = (again) => again?.step === void 0 ? void 0 : { step: again.step };
function resumeEvents({ run, lease, job }, cell) {
  const isTask = lease.intent.tasks !== void 0;
  const attempt = isTask ? cell.attempt : attemptOf(lease);
  const again = run.cells.get(cell.name)?.begunAgain;
  if (isTask && attempt > 1 && again?.attempt !== attempt)
    return [{ type: "begun-again", lease: lease.name, cell: cell.name, attempt }];
  const from = isTask ? stepOf(again) : lease.started?.from.find((each) => each.cell === cell.name);
  if (!from || !job.metrics || attempt < 2 && !run.begunFrom) return [];
  if ((run.cells.get(cell.name)?.resumedAttempt ?? 0) >= attempt) return [];
  const first = sightingOf(cell.metrics, sourcesOf(job))?.firstAfter(from.step);
  if (first === void 0) return [];
  if (first < from.step) {
    return [
      {
        type: "halted",
        code: "resumed-behind",
        what: `${cell.name} went on at step ${first} although step ${from.step} was verified: it did not load its checkpoint.`,
        next: "The box is held. Fix the resume (the smoke drill should catch it) and start a new run; the verified copies are safe."
      }
    ];
  }
  return [
    {
      type: "resumed",
      lease: lease.name,
      cell: cell.name,
      attempt,
      firstStep: first,
      verifiedStep: from.step
    }
  ];
}

// src/watch/progress.ts
function pace(first, last, totalSteps) {
  const seconds = last.atSeconds - first.atSeconds;
  const steps = last.step - first.step;
  if (seconds <= 0 || steps <= 0) return;
  const stepsPerSecond = steps / seconds;
  const left = totalSteps === void 0 ? void 0 : Math.max(0, totalSteps - last.step);
  return { stepsPerSecond, etaSeconds: left === void 0 ? void 0 : left / stepsPerSecond };
}
function factsOfProgress(point, speed) {
  const rate = speed?.stepsPerSecond;
  const left = speed?.etaSeconds;
  const loss = point?.loss;
  return [
    ...known("rate", rate, (value) => `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)} steps/s`),
    ...known("loss", loss, (value) => `loss ${value.toPrecision(4)}`),
    ...known("left", left, (value) => `${formatSeconds(value)} left`)
  ];
}
var known = (is, value, words) => value === void 0 ? [] : [{ is, text: words(value) }];

// src/watch/expected-end.ts
var NEWS = { share: 0.1, seconds: 300 };
function expectedOver({ run, lease, job }, seen, now) {
  const open = [...run.cells.values()].filter(({ ended }) => !ended);
  const running = seen.cells.find(({ name, state }) => state === "running" && run.cells.has(name));
  if (!running) return;
  const from = lease.started?.from.find(({ cell }) => cell === running.name)?.step ?? 0;
  const left = secondsLeft(job, running, from, seen.boxTime);
  if (left === void 0) return;
  const others = (open.length - 1) / (lease.intent?.tasks?.atOnce ?? 1);
  return new Date(now.getTime() + (left.ofThis + Math.floor(others) * left.ofWhole) * 1e3);
}
function secondsLeft(job, cell, from, boxTime) {
  if (cell.startedAt === null || boxTime <= cell.startedAt) return;
  const byWord = job.watch.expectedSeconds;
  const total = job.metrics?.totalSteps;
  const sighting = total === void 0 ? void 0 : sightingOf(cell.metrics, sourcesOf(job));
  const first = { step: sighting?.firstAfter(from) ?? from, atSeconds: cell.startedAt };
  const speed = sighting && pace(first, { step: sighting.last.step, atSeconds: boxTime }, total);
  if (speed?.etaSeconds !== void 0 && total !== void 0)
    return { ofThis: speed.etaSeconds, ofWhole: total / speed.stepsPerSecond };
  if (byWord === void 0) return;
  return { ofThis: Math.max(0, byWord - (boxTime - cell.startedAt)), ofWhole: byWord };
}
function isNews({ overAt }, at, now) {
  if (overAt === void 0) return true;
  const moved = Math.abs(secondsBetween(new Date(overAt), at));
  return moved > Math.max(NEWS.seconds, NEWS.share * Math.abs(secondsBetween(now, at)));
}

// src/lease/ended-in-queue.ts
function submissionEnded(run, lease, { cancelled, why, of, fix }) {
  const cell = of ?? [...run.cells.keys()][0];
  const log = cell === void 0 || !lease.started ? "" : `${logOf(run, cell)} and at `;
  const how = cancelled ? "was cancelled, and nobody here did it" : "ended without doing its work";
  return {
    type: "halted",
    code: cancelled ? "submission-cancelled" : "submission-failed",
    what: `${lease.name} ${how}: ${why}. It computes nothing${lease.started ? " more" : ""}, and its files lie where they were.`,
    next: `${fix === void 0 ? "" : `What helps: ${fix}. `}Look at ${log}the queue's own record of ${lease.boxId ?? "it"}. "gpu-lease resume ${run.id}" submits it once more${lease.started ? " from its newest checkpoint" : ""}; "gpu-lease abandon ${run.id}" ends the run.`
  };
}
var submissionLost = (lease, why) => ({
  type: "preempted",
  lease: lease.name,
  what: "box",
  why: why.slice(0, 300)
});
var submissionStuck = (run, { name, boxId }, why) => ({
  type: "halted",
  code: "submission-stuck",
  what: `${name} (${boxId ?? "not submitted"}) does not start by itself: ${why}. It waits at no cost.`,
  next: `Where that can be put right at the queue, do so, and "gpu-lease resume ${run.id}" waits on; "gpu-lease abandon ${run.id}" takes it out of the queue, for a new run with another job file.`
});

// src/watch/words-of-engine.ts
var isCancelled = (native) => /^CANCELLED\b/.test(native);
function endOfTask(native) {
  if (isCancelled(native)) return;
  const line = `0|${native}`;
  const known2 = SIGNATURES.find(
    (row) => !row.onlyAsked && row.line?.test(line) && (row.in.includes("scheduler") || row.in.includes("kubernetes") && row.failureClass === "HOST_OOM")
  );
  if (!known2) return;
  return known2.probabilistic || known2.failureClass === "WALLTIME" ? "again" : known2.failureClass;
}

// src/watch/in-array.ts
function knownTasks(run, { intent }, engine) {
  if (!intent.tasks) return;
  const { word, tasks } = engine ?? {};
  const { count } = intent.tasks;
  const over = word === "over" ? othersThan(count) : tasks ? othersThan(count, tasks.waiting, tasks.running) : [];
  const ended = [...run.cells.values()].filter((cell) => cell.ended).map(({ name }) => name);
  return { over: rangesOf(over), ended };
}
function withWaiting(run, seen) {
  if (!seen.tasks) return seen;
  const told2 = new Map(seen.cells.map((cell) => [cell.name, cell]));
  const open = [...run.cells.values()].filter((cell) => !cell.ended);
  return { ...seen, cells: open.map((cell) => told2.get(cell.name) ?? waiting(cell)) };
}
var waiting = ({ name }) => ({
  name,
  state: "waiting",
  attempt: 0,
  exitCode: null,
  syncExitCode: null,
  startedAt: null,
  endedAt: null,
  heartbeatAgeSeconds: null,
  logBytes: 0,
  logTail: "",
  metrics: [],
  background: 0,
  changedAfterEnd: 0,
  changedAgoSeconds: null,
  quietSeconds: null,
  watched: []
});
function ownWord(seen) {
  if (!seen.tasks || seen.queue === "ended") return seen;
  return { ...seen, queue: "running", cells: seen.cells.filter(({ state }) => state !== "lost") };
}
function lostTasks(run, lease, engine, { seen, decided }) {
  if (!seen.tasks) return { events: [], said: [] };
  const ends = endsOf(engine.tasks);
  const ofAll = endOfAll(engine);
  const lost2 = seen.cells.filter(({ state }) => state === "lost").map((cell) => ({ cell, end: (cell.task === void 0 ? void 0 : ends.get(cell.task)) ?? ofAll }));
  const repeating = lost2.flatMap(({ cell, end }) => {
    const failureClass = end && endOfTask(end.native);
    return failureClass === void 0 || failureClass === "again" ? [] : [{ cell, why: end?.why ?? "", failureClass }];
  });
  const said2 = repeating.map(({ cell, why }) => ({ cell: cell.name, why }));
  if (repeating.length > 0) return { events: repeating.map((each) => dead(lease, each)), said: said2 };
  if (engine.word !== "over" || decided > 0 || seen.cells.some(isToBeTold)) return { events: [], said: [] };
  const notRun = seen.queue === "ended" ? [] : seen.cells.filter(({ state }) => state === "waiting");
  return { events: [...lost2, ...notRun].length > 0 ? [whenNoneIsLeft(run, lease, lost2)] : [], said: [] };
}
var isToBeTold = ({ state, exitCode, more: more2 }) => state === "exited" && (exitCode === 0 || more2 === true);
function whenNoneIsLeft(run, lease, lost2) {
  if (lease.queue?.to === "over") return submissionLost(lease, "tasks of it are left to run");
  const cancelled = lost2.filter(({ end }) => end && isCancelled(end.native));
  if (cancelled.length > 0) return submissionEnded(run, lease, wordsOf(cancelled, true));
  const unknown = lost2.filter(({ end }) => !end || endOfTask(end.native) !== "again");
  if (unknown.length > 0) return submissionEnded(run, lease, wordsOf(unknown, false));
  return submissionLost(lease, lost2.length > 0 ? tasksOf(lost2) : "tasks of it were never run");
}
var wordsOf = (lost2, cancelled) => ({
  cancelled,
  why: tasksOf(lost2),
  ...lost2[0] ? { of: lost2[0].cell.name } : {}
});
var MOST_NAMED2 = 10;
function tasksOf(lost2) {
  const names = lost2.slice(0, MOST_NAMED2).map(({ cell }) => cell.name);
  const more2 = lost2.length > names.length ? ` and ${lost2.length - names.length} more` : "";
  const why = lost2[0]?.end?.why ?? "its engine does not say how";
  return `the task${lost2.length === 1 ? "" : "s"} of ${names.join(", ")}${more2}: ${why}`;
}
var endsOf = (tasks) => new Map((tasks?.ended ?? []).flatMap((end) => placesIn(end.places).map((place) => [place, end])));
var endOfAll = ({ word, tasks, native, why }) => word === "over" && tasks === void 0 ? { native, why: why ?? (native || "its engine does not say how") } : void 0;
var dead = ({ name, started }, { cell, failureClass }) => ({
  type: "cell-ended",
  lease: name,
  cell: cell.name,
  attempt: started?.attempt ?? 0,
  verdict: "dead",
  exitCode: -1,
  failureClass
});

// src/watch/in-queue.ts
var engineOf = ({ queue, native }, askedAt) => ({
  word: queue?.phase ?? "unknown",
  why: queue?.why === void 0 ? void 0 : oneLine(queue.why, 300),
  native: oneLine(native ?? "", 100),
  startsAt: queue?.startsAt,
  stuck: queue?.stuck,
  said: (queue?.said ?? "").slice(0, 1e3),
  askedAt,
  tasks: queue?.tasks
});
var ENDING_SECONDS = 120;
var HELD_SECONDS = 86400;
function inQueue(run, lease, engine, seen) {
  const moved = movedTo(lease, engine);
  const begun = lease.started?.attempt ?? 0;
  if (seen.attempt > begun)
    return { judge: false, events: [...moved, begunAgain(run, lease, seen)], is: "waiting" };
  switch (engine.word) {
    case "held":
    case "waiting":
      return {
        judge: seen.tasks !== void 0 && seen.attempt === begun,
        events: [...moved, ...stuck(run, lease, engine)],
        is: "waiting"
      };
    case "unknown":
      return seen.queue === "ended" && !isTaken(seen) && !isEnding(seen) ? { judge: true, events: [] } : { judge: false, events: [], is: "unknown" };
    case "running":
      if (seen.queue !== "ended" && !(hasNoneLeft(seen) && isEnding(seen)))
        return { judge: seen.attempt === begun, events: moved, is: "waiting" };
      if (isTaken(seen) || isEnding(seen)) return { judge: false, events: moved, is: "ending" };
      return { judge: true, events: moved };
    case "over":
      if (seen.tasks) return { judge: true, events: moved };
      if (seen.queue === "ended" && !isTaken(seen) && seen.attempt === begun)
        return { judge: true, events: moved };
      return { judge: false, events: [...moved, ...lost(run, lease, engine)], is: "dead" };
  }
}
var isTaken = ({ takenAwayAt, queueExitCode }) => takenAwayAt !== void 0 && queueExitCode !== 0;
var hasNoneLeft = ({ cells }) => cells.length > 0 && cells.every(({ endedAt: endedAt2 }) => endedAt2 !== null);
function isEnding({ boxTime, cells }) {
  const last = Math.max(0, ...cells.map(({ endedAt: endedAt2 }) => endedAt2 ?? 0));
  return boxTime - last < ENDING_SECONDS;
}
function movedTo({ name, queue: known2 }, { word, why, stuck: held, tasks: words }) {
  const to = word === "held" ? "waiting" : word;
  if (to === "unknown" || known2?.to === "over") return [];
  const tasks = words && to === "running" ? placesIn(words.running).length : void 0;
  if (known2?.to === to && (to === "running" ? !isOtherCount(known2.tasks, tasks) : known2.why === why))
    return [];
  const said2 = to === "running" ? {} : { ...why !== void 0 && { why }, ...held && { stuck: held } };
  return [{ type: "queue-moved", lease: name, to, ...said2, ...tasks && { tasks } }];
}
function stuck(run, lease, { stuck: how, why, native, askedAt }) {
  const { queue: known2 } = lease;
  const isHeldLong = how === "held" && known2?.stuck === "held" && secondsBetween(new Date(known2.at), askedAt) >= HELD_SECONDS;
  return how === "never" || isHeldLong ? [submissionStuck(run, lease, why ?? native)] : [];
}
var isOtherCount = (known2 = 1, now = 1) => Math.abs(now - known2) > Math.max(known2, now) / 20;
function begunAgain(run, lease, { attempt }) {
  const { started } = lease;
  if (!started) throw new Error(`${lease.name} was never started`);
  const from = [...run.cells.values()].flatMap(
    ({ name, ended, verifiedStep }) => ended || verifiedStep === void 0 ? [] : [{ cell: name, step: verifiedStep, source: "same-disk" }]
  );
  return { ...partsOf(started), attempt, from };
}
function partsOf(started) {
  const { lease, configHash, codeHash, keeper, dir, launcher, bootId, oomKills } = started;
  return { type: "started", lease, configHash, codeHash, keeper, dir, launcher, bootId, oomKills };
}
function lost(run, lease, engine) {
  const { native, why } = engine;
  const told2 = why ?? (native || "its engine does not say how");
  if (lease.queue?.to === "over") return [submissionLost(lease, told2)];
  const known2 = shownBy(engine);
  if (known2?.probabilistic || known2?.failureClass === "WALLTIME") return [submissionLost(lease, told2)];
  if (known2?.failureClass !== "HOST_OOM")
    return [submissionEnded(run, lease, { cancelled: isCancelled(native), why: told2, fix: helpFor(native) })];
  return [...run.cells.values()].filter(({ ended }) => !ended).map(({ name }) => ({
    type: "cell-ended",
    lease: lease.name,
    cell: name,
    attempt: lease.started?.attempt ?? 0,
    verdict: "dead",
    exitCode: -1,
    failureClass: known2.failureClass
  }));
}
function shownBy({ native, said: said2 }) {
  const text = `0|${native.split(" ")[0]}|
${said2}`;
  return SIGNATURES.find(
    ({ in: places, line, failureClass }) => places.includes("scheduler") && line?.test(text) || places.includes("kubernetes") && failureClass === "HOST_OOM" && line?.test(native)
  );
}
function helpFor(native) {
  for (const row of SIGNATURES) {
    const match = row.in.includes("kubernetes") ? row.line?.exec(native) : void 0;
    if (match) return `${(row.closer?.(match) ?? row).fix} (${row.signature})`;
  }
  return;
}
function closerBy(engine, verdict) {
  if (engine?.word !== "over" || verdict.verdict !== "dead") return verdict;
  if (!WORDLESS.has(verdict.diagnosis.signature)) return verdict;
  const known2 = shownBy(engine);
  if (known2?.failureClass !== "HOST_OOM") return verdict;
  const { signature, failureClass, cause, fix } = known2;
  return { ...verdict, diagnosis: { signature, failureClass, cause, fix, probabilistic: false } };
}
var WORDLESS = /* @__PURE__ */ new Set(["exit", "exit-signal", "vanished"]);
function wordsOfQueue({ name, boxId }, { word, why, native, startsAt }, now) {
  const state = word === "unknown" ? "in a state that its queue does not tell" : native || word;
  const starts = startsAt !== void 0 && Date.parse(startsAt) > now.getTime() ? `; expected to start at ${startsAt}` : "";
  return `${name} (${boxId ?? "not submitted"}) is ${state}${why === void 0 ? "" : `: ${why}`}${starts}`;
}

// src/watch/last-words.ts
var TAIL_BYTES = 65536;
async function lastWordsOf(channel, dir, cell) {
  if (cell.task !== void 0) return lastWordsIn(cell.logTail);
  const log = `${dir.base}/attempts/${cell.attempt}/cells/${cell.name}/log`;
  try {
    const { exitCode, stdout } = await channel.exec(["tail", "-c", String(TAIL_BYTES), log]);
    return lastWordsIn(exitCode === 0 ? stdout : cell.logTail);
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    return lastWordsIn(cell.logTail);
  }
}

// src/watch/memory-of-dead.ts
async function memoryOfDead(channel, dir, dead2) {
  try {
    const samples = readMemory(await memoryText(channel, dir));
    return dead2.flatMap(
      ({ name, startedAt }) => memoryUses(samples, name, startedAt ?? 0).filter(isSuspect).map((use) => `${name}: ${memoryWords(use)}`)
    );
  } catch (error) {
    if (error instanceof TransportFailed) return [];
    throw error;
  }
}

// src/watch/overall.ts
var isDead = (run, events) => events.length > 0 || [...run.cells.values()].some(({ ended }) => ended?.verdict === "dead");
function overall(seen, verdicts, isKnownDead) {
  const has = (name) => verdicts.some((each) => each.verdict === name);
  if (has("dead") || isKnownDead || seen.queue === "lost") return "dead";
  if (verdicts.length > 0 && verdicts.every((each) => each.verdict === "finished")) return "finished";
  return has("stalled") ? "stalled" : "running";
}

// src/watch/show-cell.ts
function onTier({ durable }) {
  if (!durable) return "";
  const at = new Date(Number(durable.id.split("-")[0]) * 1e3).toISOString().slice(11, 16);
  return `newest checkpoint on the durable tier: ${oneLine(durable.name, 80)}, ${at} UTC`;
}
function showCell(world, { run, lease, job }, watching, { cell, verdict, cards }) {
  const isOver = run.cells.get(cell.name)?.ended !== void 0;
  if (isOver && watching.over.has(cell.name)) return;
  watching.over.delete(cell.name);
  const point = sightingOf(cell.metrics, sourcesOf(job))?.last;
  const atSeconds = world.clock.now().getTime() / 1e3;
  if (point && !watching.first.has(cell.name)) watching.first.set(cell.name, { step: point.step, atSeconds });
  const first = watching.first.get(cell.name);
  const speed = point && first ? pace(first, { step: point.step, atSeconds }, job.metrics?.totalSteps) : void 0;
  const state = {
    label: cell.name,
    done: point?.step ?? 0,
    total: job.metrics?.totalSteps,
    unit: "steps",
    facts: [
      stateFact(verdict),
      ...factsOfProgress(point, verdict.verdict === "running" ? speed : void 0),
      { is: "cards", text: cardWords(cards) },
      { is: "tier", text: onTier(cell) },
      costFact(world, run)
    ]
  };
  watching.shown.set(cell.name, state);
  world.face.progress(cell.name, state);
  if (isOver) settle(world, watching, cell.name, verdict.verdict);
  const at = point && job.resources.gpu && { step: point.step, atSeconds };
  if (at && trainsBesideCards(watching.unused, cell.name, cards, at))
    world.face.warn(besideCards(lease, cell));
}
var stateFact = (verdict) => verdict.verdict === "stalled" ? { is: "state", text: `STALLED, silent for ${Math.round(verdict.quietSeconds)} s`, brief: "STALLED" } : { is: "state", text: verdict.verdict };
var costFact = ({ clock }, run) => ({
  is: "cost",
  text: formatUsd(usdSoFar(run, clock.now()))
});
function showUnseen(world, run, watching, ageSeconds) {
  const unseen = {
    is: "state",
    text: `not reached for ${formatSeconds(ageSeconds)}`,
    brief: "not reached"
  };
  for (const [name, state] of watching.shown) {
    const loss = state.facts?.filter(({ is }) => is === "loss") ?? [];
    world.face.progress(name, { ...state, facts: [unseen, ...loss, costFact(world, run)] });
  }
}
function settleOver(world, watching, events) {
  for (const event of events) {
    if (event.type === "cell-ended")
      settle(
        world,
        watching,
        event.cell,
        event.verdict === "dead" ? `dead (exit ${event.exitCode})` : "finished"
      );
    if (event.type !== "preempted") continue;
    const is = event.what === "process" ? "stopped" : `${event.lease} is lost`;
    for (const cell of watching.shown.keys()) world.face.settle(cell, is);
    watching.shown.clear();
    watching.first.clear();
  }
}
function settle({ face }, { shown, over }, cell, is) {
  over.add(cell);
  if (shown.delete(cell)) face.settle(cell, is);
}
var besideCards = ({ name }, cell) => `${cell.name} makes steps, and for two minutes nothing has held memory on any GPU of ${name}: it trains on the CPU, at the price of the GPU. Look what its framework sees (torch.cuda.is_available(), CUDA_VISIBLE_DEVICES); "gpu-lease abandon" saves what there is and gives the box back.`;

// src/watch/words-of-said.ts
function wordsOf2(said2, seen, lease, { requirements }) {
  if (said2.what === "fast")
    return `${said2.cell} finished in less than half of the expected time: look at it before you believe it`;
  if (said2.what === "early")
    return `${lease.name}: ${EARLY[said2.name]} failed, and no cell was started: ${said2.why}${endOf2(said2.why)}${requirements ? unknownPackage(said2.why, requirements) : ""}${retryOf(lease)}`;
  if (said2.what === "place") return `${lease.name}: no cell was started: ${oneLine(said2.why, 300)}`;
  const { cause, failureClass, signature, fix } = said2.diagnosis;
  const room = failureClass === "DISK_FULL" ? roomOf(seen, lease) : "";
  const retry = failureClass === "CODE_BUG" || failureClass === "ENV_BUG" ? retryOf(lease) : "";
  return `${said2.cell} is dead: ${cause} (${failureClass}, ${signature}). ${fix}.${room}${retry}`;
}
var retryOf = (lease) => isQueued(lease) ? "" : ` Once that is corrected and committed, "gpu-lease retry ${lease.name.replace(/-\d+$/, "")}" goes on with it on this box.`;
function unknownPackage(why, { file, index }) {
  const name = /^ERROR: No matching distribution found for (\S{1,200})/.exec(why)?.[1];
  if (name === void 0) return "";
  const where = index ? `the index ${index.url}` : "the usual index";
  return ` ${file} asks for ${name}, and ${where} has nothing like it: correct its name or version there, or \`requirements.index\`.`;
}
var endOf2 = (sentence) => /[.!?]$/.test(sentence) ? "" : ".";
function wordsOfLast(last) {
  if (!last) return "";
  const { crash, lines } = last;
  return `${crash ? ` It ended with a ${crash}` : ""}${lines.length > 0 ? `
Last lines of its output:
${lines.map((each) => `  ${each}`).join("\n")}` : ""}`;
}
var EARLY = { data: "fetching the data", setup: "the setup" };
function roomOf({ disk }, lease) {
  const { freeBytes, totalBytes, freeInodes, totalInodes } = disk;
  const inodes = freeInodes === null ? "" : ` and ${freeInodes} of ${totalInodes ?? "?"} inodes`;
  return ` Now ${freeBytes} of ${totalBytes} bytes${inodes} are free on the file system of ${lease.started?.dir.base}.`;
}

// src/watch/look.ts
async function look(world, of, watching) {
  const { run, lease, job } = of;
  const dir = lease.started?.dir;
  if (!dir) throw new Error(`${lease.name} was never started`);
  const engine = isQueued(lease) ? await askEngine(world, lease) : void 0;
  let answer;
  try {
    answer = await probe(await world.channel(lease), dir, engine?.word, knownTasks(run, lease, engine));
  } catch (error) {
    const failed = transportFailure(error);
    if (!failed) throw error;
    return engine ? placeNotReached(world, of, watching, failed) : notReached(world, run, lease, { watching, error: failed });
  }
  const seen = withWaiting(run, ofRun(answer, run, world, watching));
  watching.lastSeen = world.clock.now();
  watching.gone = 0;
  if (seen.boxTime > 0) world.clock.heard?.(lease.name, new Date(seen.boxTime * 1e3), "box");
  tellTakenAway(world, lease, seen, watching);
  const queued = engine && inQueue(run, lease, engine, seen);
  if (engine) tellOfQueue(world, lease, watching, engine);
  const ofEngine = engine ? await knownThere(world, of, [{ in: "scheduler", text: engine.native }]) : [];
  if (queued && !queued.judge) {
    const events2 = [...queued.events, ...ofEngine];
    return notJudged(of, watching, { ...queued, events: events2 }, { seen, now: world.clock.now() });
  }
  if (seen.queue === "absent") return { verdict: "dead", events: [wiped(lease)], probe: void 0 };
  const own = ownWord(seen);
  const judged = own.cells.map((cell) => ({
    cell,
    verdict: closerBy(engine, judge(cell, own, lease, job))
  }));
  const cards = readCards(seen.gpu);
  for (const { cell, verdict: verdict2 } of judged) {
    if (!seen.tasks || verdict2.verdict !== "waiting") showCell(world, of, watching, { cell, verdict: verdict2, cards });
    warnOfTier(world, cell, watching);
  }
  showData(world, run, seen);
  watching.settling = judged.some(({ verdict: verdict2 }) => verdict2.verdict === "settling") ? watching.settling + 1 : 0;
  const parked = parkNews(world, run, lease, seen);
  if (parked.some(({ type }) => type === "halted"))
    return { verdict: "dead", events: parked, probe: void 0 };
  const { events: decided, said: said2 } = decide(of, own, judged);
  await tell(world, of, own, said2);
  const lost2 = engine && lostTasks(run, lease, engine, { seen, decided: decided.length });
  for (const { cell, why } of lost2?.said ?? []) world.face.warn(`${cell}: ${why}`);
  const known2 = await knownThere(world, of, textsOf(seen));
  const auditOf = seen.tasks ? auditOfTasks : auditOfAllocation;
  const ofMachine = engine ? await auditOf(world, of, seen) : [];
  const copies = tierNews(run, lease.name, seen.cells.map(seenOnTier), world.clock.now());
  const moved = queued?.events ?? [];
  const events = withSight(of, seen, world.clock.now(), [
    ...moved,
    ...ofMachine,
    ...parked,
    ...decided,
    ...lost2?.events ?? [],
    ...copies,
    ...ofEngine,
    ...known2
  ]);
  for (const event of events) {
    if (event.type === "resumed")
      world.face.line(
        `${event.cell} resumed at step ${event.firstStep}; step ${event.verifiedStep} was verified`
      );
  }
  const verdict = overall(
    own,
    judged.map((each) => each.verdict),
    seen.tasks !== void 0 && isDead(run, lost2?.events ?? [])
  );
  watching.verdict = verdict;
  return { verdict, events, probe: seen };
}
async function askEngine(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  const seen = await driver.describe(lease.boxId ?? "").catch((error) => {
    if (transportFailure(error)) return { state: "unknown" };
    throw error;
  });
  return engineOf(seen, world.clock.now());
}
function tellOfQueue({ face, clock }, lease, watching, engine) {
  const words = wordsOfQueue(lease, engine, clock.now());
  if (words === watching.queue) return;
  watching.queue = words;
  face.line(words);
}
function notJudged(of, watching, { is, events }, { seen, now }) {
  watching.settling = is === "ending" ? watching.settling + 1 : 0;
  watching.verdict = is === "dead" ? "dead" : is === "unknown" ? { unknownSince: now } : "running";
  const { verdict } = watching;
  return { verdict, events: is === "unknown" ? events : withSight(of, seen, now, events), probe: seen };
}
function placeNotReached(world, { run, lease }, watching, error) {
  const { clock, face } = world;
  const since = lastSeenOf(lease, watching, clock.now());
  const age = secondsBetween(since, clock.now());
  showUnseen(world, run, watching, age);
  face.warn(
    `${lease.platform} was not reached (${error.reason}); ${lease.name} was last seen ${formatSeconds(age)} ago. This says nothing about the run.`
  );
  watching.settling = 0;
  watching.verdict = { unknownSince: since };
  return { verdict: watching.verdict, events: unreached(lease, age, "unknown"), probe: void 0 };
}
function tellTakenAway({ face }, lease, seen, watching) {
  if (seen.takenAwayAt === void 0 || watching.takenAway) return;
  watching.takenAway = true;
  face.warn(`${lease.name} was told that it is taken away; what runs on it was asked to save and to end`);
}
var textsOf = ({ cells, setup, data }) => [
  ...[data, setup].flatMap((early) => early ? [{ in: "setup", text: early.logTail }] : []),
  ...cells.map(({ name, logTail }) => ({ in: "log", text: logTail, cell: name }))
];
async function knownThere(world, { run, lease }, texts) {
  const plain = texts.map((each) => ({ ...each, text: withoutTerminalCodes(each.text) }));
  const found = recognize({ run, lease }, await world.profile(lease.platform), plain, isFarPast);
  for (const each of found) world.face.warn(wordsOfRecognized(each));
  return found.map(({ event }) => event);
}
function transportFailure(error) {
  if (error instanceof TransportFailed) return error;
  if (!(error instanceof Problem && error.kind === "unreachable")) return;
  return new TransportFailed(error.what, "closed", { cause: error });
}
var NAMES_SHOWN = 5;
function ofRun(answer, run, { face }, watching) {
  const own = /* @__PURE__ */ new Map();
  const strange = /* @__PURE__ */ new Set();
  for (const cell of answer.cells) {
    if (!run.cells.has(cell.name)) strange.add(cell.name);
    else if (!own.has(cell.name)) own.set(cell.name, cell);
  }
  if (strange.size > 0 && !watching.strange) {
    const names = [...strange].slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name.slice(0, 80)));
    const more2 = strange.size > names.length ? ` and ${strange.size - names.length} more` : "";
    face.warn(
      `On the box lies what is no cell of this run and is not looked at: ${names.join(", ")}${more2}.`
    );
    watching.strange = true;
  }
  return { ...answer, cells: [...own.values()] };
}
var SEEN_EVERY_SECONDS = 1800;
var UNREACHED_SECONDS = 60;
function withSight({ run, lease, job }, seen, now, events) {
  if (events.length > 0) return events;
  const known2 = run.leases.find(({ name }) => name === lease.name) ?? lease;
  const last = known2.seenAt ?? known2.rentedAt;
  const isOld = last === void 0 || secondsBetween(new Date(last), now) >= SEEN_EVERY_SECONDS;
  const over = expectedOver({ run, lease, job }, seen, now);
  const overAt = over && isNews(known2, over, now) ? { overAt: over.toISOString() } : {};
  return known2.unreached || isOld || "overAt" in overAt ? [{ type: "seen", lease: lease.name, ...overAt }] : [];
}
var wiped = (lease) => ({
  type: "preempted",
  lease: lease.name,
  what: "disk",
  why: "it answers, and nothing of the run is on it: reset, or made anew under its name"
});
function lastSeenOf({ seenAt, startedAt, rentedAt }, { lastSeen }, now) {
  const known2 = new Date(seenAt ?? startedAt ?? rentedAt ?? now);
  return lastSeen && lastSeen > known2 ? lastSeen : known2;
}
async function notReached(world, run, lease, { watching, error }) {
  const now = world.clock.now();
  const since = lastSeenOf(lease, watching, now);
  const driver = await world.driver(drivenBy(lease));
  const seen = await driver.describe(lease.boxId ?? "").catch(() => ({ state: "unknown" }));
  const loss = lossOf(run, lease, seen, now);
  watching.gone = loss || seen.state === "stopped" ? watching.gone + 1 : 0;
  watching.settling = 0;
  const verdict = { unknownSince: since };
  watching.verdict = verdict;
  const age = secondsBetween(since, now);
  showUnseen(world, run, watching, age);
  world.face.warn(
    `${lease.name} not reached (${error.reason}); last seen ${formatSeconds(age)} ago, the platform says ${seen.state}. This says nothing about the run.`
  );
  const shownTwice = watching.gone >= 2;
  if (!loss && shownTwice && seen.state === "stopped" && mayHaveParked(lease, since, now))
    return { verdict, events: [parkedItself(lease)], probe: void 0 };
  if (!loss) {
    const shown = seen.state === "stopped" && !shownTwice ? "unknown" : seen.state;
    const known2 = await knownThere(world, { run, lease }, [
      { in: "ssh", text: error.message },
      { in: "api", text: `the platform calls it ${seen.native ?? seen.state}` }
    ]);
    return { verdict, events: [...unreached(lease, age, shown), ...known2], probe: void 0 };
  }
  if (!shownTwice) return { verdict, events: [], probe: void 0 };
  await world.hangUp(lease.name);
  return { verdict: "dead", events: [shownLost(lease, loss, error.reason)], probe: void 0 };
}
function unreached({ name, unreached: known2 }, ageSeconds, shown) {
  const isNews2 = known2 ? shown === "stopped" && known2.shown !== shown : ageSeconds >= UNREACHED_SECONDS;
  return isNews2 ? [{ type: "unreached", lease: name, shown }] : [];
}
var baselineOf = ({ started }) => ({
  bootId: started?.bootId ?? "",
  oomKills: started?.oomKills ?? null
});
var judge = (cell, seen, lease, job) => judgeCell(cell, seen, baselineOf(lease), ruleOf(job));
async function tell(world, { lease, job }, seen, said2) {
  const dead2 = seen.cells.filter(
    ({ name }) => said2.some((each) => each.what === "dead" && each.cell === name)
  );
  const dir = lease.started?.dir;
  for (const each of said2) {
    const last = await lastOf2(world, lease, seen, each);
    world.face.warn(`${wordsOf2(each, seen, lease, job)}${wordsOfLast(last)}`, last?.place);
  }
  if (!dir || dead2.length === 0) return;
  for (const each of await memoryOfDead(await world.channel(lease), dir, dead2)) world.face.line(each);
}
async function lastOf2(world, lease, seen, said2) {
  if (said2.what === "early") return lastWordsIn(seen[said2.name]?.logTail ?? "");
  const cell = said2.what === "dead" && seen.cells.find(({ name }) => name === said2.cell);
  const dir = lease.started?.dir;
  return cell && dir ? lastWordsOf(await world.channel(lease), dir, cell) : void 0;
}
function showData({ face }, { data }, seen) {
  if (!seen.data || data.size === 0) return;
  if (seen.data.state !== "running") {
    face.settle("data");
    return;
  }
  const total = [...data.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  face.progress("data", {
    label: "data",
    done: seen.data.bytes,
    total: total > 0 ? total : void 0,
    unit: "bytes"
  });
}
var seenOnTier = (cell) => ({
  cell: cell.name,
  copy: cell.durable && { ...cell.durable, name: oneLine(cell.durable.name, 200) },
  failure: tierFailure(cell)
});
var tierFailure = ({ durableFailure: why }) => why === "changed" || why === "unknown" ? void 0 : why;
function parkNews({ face }, run, lease, { parkedAt, parkExit }) {
  const isOpen = lease.parkedItself !== void 0 && lease.parkedItself.at === void 0;
  if (parkedAt === void 0) return isOpen ? stoppedByOthers(run, lease) : [];
  const at = new Date((parkedAt + (lease.started?.aheadOfBoxSeconds ?? 0)) * 1e3).toISOString();
  if (parkExit !== void 0 && lease.parkedItself === void 0)
    face.warn(
      `${lease.name} was to park itself at ${at} and goes on: its line ended with ${parkExit} (keeper.log of its attempt). It is paid for until it is collected and parked from here.`
    );
  return isOpen ? [{ type: "park-dated", lease: lease.name, parkedAt: at }] : [];
}
var stoppedByOthers = (run, { name, platform }) => [
  { type: "park-dated", lease: name },
  {
    type: "halted",
    code: "box-stopped",
    what: `${name} stood stopped at ${platform} and was started again, because it had been told to park itself when its work was over. Its own record says that it did not: somebody else stopped it. It runs, and nothing is begun on it.`,
    next: `"gpu-lease resume ${run.id}" goes on from its last checkpoint, "gpu-lease abandon ${run.id}" gives it back.`
  }
];
function warnOfTier({ face }, cell, watching) {
  const { name } = cell;
  const failure = tierFailure(cell);
  const why = failure && NOT_ON_TIER[failure];
  if (!why || watching.notOnTier.has(name)) return;
  watching.notOnTier.add(name);
  face.warn(
    `${name}: its newest checkpoint does not get to the durable tier: ${why}. The run goes on; look into keeper.log of its attempt.`
  );
}

export {
  sightingOf,
  settleOver,
  submissionEnded,
  submissionLost,
  evidenceOf,
  cardAtWork,
  newMarks,
  isOverAfter,
  countOf,
  SIGNATURES,
  firstToLast,
  ruleOf,
  judgeCell,
  remainsOf,
  look,
  baselineOf
};
