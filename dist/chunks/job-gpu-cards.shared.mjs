import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestOf
} from "./nearest.shared.mjs";

// src/job/gpu-cards.ts
var CARDS = [
  // Consumer
  { model: "GTX 1080 Ti", memoryGb: [11], also: ["1080 Ti"] },
  { model: "RTX 2080 Ti", memoryGb: [11, 22], also: ["2080 Ti"] },
  { model: "RTX 2080", memoryGb: [8] },
  { model: "RTX 3060", memoryGb: [12, 8], also: ["3060"] },
  { model: "RTX 3060 Ti", memoryGb: [8], also: ["3060 Ti"] },
  { model: "RTX 3070", memoryGb: [8], also: ["3070"] },
  { model: "RTX 3070 Ti", memoryGb: [8], also: ["3070 Ti"] },
  { model: "RTX 3080", memoryGb: [10, 12, 20], also: ["3080"] },
  { model: "RTX 3080 Ti", memoryGb: [12], also: ["3080 Ti"] },
  { model: "RTX 3090", memoryGb: [24], also: ["3090"] },
  { model: "RTX 3090 Ti", memoryGb: [24], also: ["3090 Ti"] },
  { model: "RTX 4060", memoryGb: [8], also: ["4060"] },
  { model: "RTX 4060 Ti", memoryGb: [8, 16], also: ["4060 Ti"] },
  { model: "RTX 4070", memoryGb: [12], also: ["4070"] },
  { model: "RTX 4070 SUPER", memoryGb: [12], also: ["RTX 4070S", "4070S", "4070 SUPER"] },
  { model: "RTX 4070 Ti", memoryGb: [12], also: ["4070 Ti"] },
  {
    model: "RTX 4070 Ti SUPER",
    memoryGb: [16],
    also: ["4070 Ti SUPER", "RTX 4070S Ti", "RTX 4070 TiS", "4070S Ti"]
  },
  { model: "RTX 4080", memoryGb: [16], also: ["4080"] },
  { model: "RTX 4080 SUPER", memoryGb: [16, 32], also: ["RTX 4080S", "4080S", "4080 SUPER"] },
  { model: "RTX 4090", memoryGb: [24, 48], also: ["4090"] },
  { model: "RTX 4090D", memoryGb: [24, 48], also: ["4090D", "RTX 4090 D", "4090 D"] },
  { model: "RTX 5060 Ti", memoryGb: [8, 16], also: ["5060 Ti"] },
  { model: "RTX 5070", memoryGb: [12], also: ["5070"] },
  { model: "RTX 5070 Ti", memoryGb: [16], also: ["5070 Ti"] },
  { model: "RTX 5080", memoryGb: [16], also: ["5080"] },
  { model: "RTX 5090", memoryGb: [32], also: ["5090"] },
  { model: "RTX 5090D", memoryGb: [32, 24], also: ["5090D", "RTX 5090 D", "5090 D"] },
  { model: "TITAN RTX", memoryGb: [24] },
  { model: "TITAN V", memoryGb: [12] },
  { model: "TITAN Xp", memoryGb: [12] },
  // Workstation
  { model: "P4000", memoryGb: [8] },
  { model: "P5000", memoryGb: [16] },
  { model: "P6000", memoryGb: [24] },
  { model: "RTX 4000", memoryGb: [8] },
  { model: "RTX 5000", memoryGb: [16] },
  { model: "RTX 6000", memoryGb: [24] },
  { model: "RTX 8000", memoryGb: [48] },
  { model: "A1000", memoryGb: [8], also: ["RTX A1000"] },
  { model: "A2000", memoryGb: [6, 12], also: ["RTX A2000"] },
  { model: "A4000", memoryGb: [16], also: ["RTX A4000"] },
  { model: "A4500", memoryGb: [20], also: ["RTX A4500"] },
  { model: "A5000", memoryGb: [24], also: ["RTX A5000"] },
  { model: "A5500", memoryGb: [24], also: ["RTX A5500"] },
  { model: "A6000", memoryGb: [48], also: ["RTX A6000"] },
  { model: "RTX 2000 Ada", memoryGb: [16], also: ["2000 Ada"] },
  {
    model: "RTX 4000 Ada",
    memoryGb: [20],
    also: ["4000 Ada", "RTX 4000 SFF Ada", "RTX 4000 Ada Generation"]
  },
  { model: "RTX 4500 Ada", memoryGb: [24], also: ["4500 Ada"] },
  { model: "RTX 5000 Ada", memoryGb: [32], also: ["5000 Ada", "A5000 Ada"] },
  { model: "RTX 5880 Ada", memoryGb: [48], also: ["5880 Ada"] },
  { model: "RTX 6000 Ada", memoryGb: [48], also: ["6000 Ada", "A6000 Ada"] },
  { model: "RTX PRO 4000", memoryGb: [24], also: ["PRO 4000"] },
  { model: "RTX PRO 4500", memoryGb: [32], also: ["PRO 4500"] },
  { model: "RTX PRO 5000", memoryGb: [48, 72], also: ["PRO 5000"] },
  { model: "RTX PRO 6000", memoryGb: [96], also: ["PRO 6000"] },
  // Data centre, NVIDIA
  { model: "K80", memoryGb: [12] },
  { model: "M40", memoryGb: [12, 24] },
  { model: "M60", memoryGb: [8] },
  { model: "P4", memoryGb: [8] },
  { model: "P40", memoryGb: [24] },
  { model: "P100", memoryGb: [16, 12] },
  { model: "V100", memoryGb: [16, 32], also: ["V100S"] },
  { model: "T4", memoryGb: [16], also: ["T4G"] },
  { model: "A2", memoryGb: [16] },
  { model: "A10", memoryGb: [24] },
  { model: "A10G", memoryGb: [24] },
  { model: "A16", memoryGb: [16] },
  { model: "A30", memoryGb: [24] },
  { model: "A40", memoryGb: [48] },
  { model: "A100", memoryGb: [40, 80], also: ["A100X"] },
  { model: "A800", memoryGb: [40, 80] },
  { model: "L4", memoryGb: [24] },
  { model: "L20", memoryGb: [48] },
  { model: "L40", memoryGb: [48] },
  { model: "L40S", memoryGb: [48] },
  { model: "H20", memoryGb: [96, 141] },
  { model: "H100", memoryGb: [80, 94] },
  { model: "H800", memoryGb: [80] },
  { model: "H200", memoryGb: [141] },
  { model: "GH200", memoryGb: [96, 144] },
  { model: "B200", memoryGb: [180, 192] },
  { model: "B300", memoryGb: [288, 270] },
  { model: "GB200", memoryGb: [186] },
  { model: "GB300", memoryGb: [288] },
  // Data centre, AMD. Some size names end in a count: `gpu-mi300x1-192gb` is one MI300X.
  { model: "MI100", memoryGb: [32] },
  { model: "MI210", memoryGb: [64] },
  { model: "MI250", memoryGb: [128], also: ["MI250X"] },
  { model: "MI300X", memoryGb: [192], also: ["MI300"] },
  { model: "MI325X", memoryGb: [256], also: ["MI325"] },
  { model: "MI350X", memoryGb: [288], also: ["MI350"] },
  { model: "MI355X", memoryGb: [288], also: ["MI355"] },
  // Slices that AutoDL names by their memory and not by the card they are cut from.
  { model: "vGPU-32GB", memoryGb: [32], also: ["vGPU 32", "v 32g", "vGPU 32G", "vGPU 32GB"] },
  { model: "vGPU-48GB", memoryGb: [48], also: ["vGPU 48", "v 48g", "vGPU 48G", "vGPU 48GB"] }
];

// src/job/gpus.ts
function offeredGpu(native, count, memoryGb) {
  const card = cardIn(native);
  const form = formIn(native);
  const memory = memoryGb === void 0 ? saidOrOnly(card, native) : nearestSize(sizesOf(card), memoryGb);
  return {
    native,
    model: card?.model ?? null,
    ...form === void 0 ? {} : { form },
    ...memory === void 0 ? {} : { memoryGb: memory },
    count
  };
}
function knownGpu(name) {
  const card = cardIn(name);
  if (!card) return;
  const form = formIn(name);
  const memoryGb = saidMemory(card, name);
  return {
    model: card.model,
    ...form === void 0 ? {} : { form },
    ...memoryGb === void 0 ? {} : { memoryGb }
  };
}
function memorySizesOf(name) {
  const said = knownGpu(name)?.memoryGb;
  return said === void 0 ? cardIn(name)?.memoryGb : [said];
}
function nearestGpu(name) {
  const word = squeezed(name);
  const modelOf = new Map(
    CARDS.flatMap((card) => spellingsOf(card).map((each) => [squeezed(each), card.model]))
  );
  const asDigits = modelOf.get(word.replaceAll("o", "0"));
  const byLength = [...modelOf.keys()].sort(
    (a, b) => Math.abs(a.length - word.length) - Math.abs(b.length - word.length)
  );
  const near = asDigits === void 0 ? nearestOf(word, byLength) : void 0;
  return asDigits ?? (near === void 0 ? void 0 : modelOf.get(near));
}
var nameHolds = (native, name) => squeezed(native).includes(squeezed(name));
function cardIn(text) {
  const plain = plainly(text);
  let best;
  for (const { card, pattern, length } of PATTERNS) {
    if (length > (best?.length ?? 0) && pattern.test(plain)) best = { card, length };
  }
  return best?.card;
}
var spellingsOf = ({ model, also = [] }) => [model, ...also];
var squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
var plainly = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, " ").replace(/(nvidia|tesla|geforce|quadro|amd|instinct) ?/g, " $1 ").trim();
function patternOf(spelling) {
  const words = spelling.toLowerCase().split(/[ -]/).join(" ?");
  const before = /^[a-z]/.test(words) ? "(?<![a-wyz]|(?<!\\d)x)" : "(?<![a-z0-9])";
  return new RegExp(`${before}${words}(?=$|[^a-z0-9]|x\\d|sxm|pcie|nvl|oam)`);
}
var PATTERNS = CARDS.flatMap(
  (card) => spellingsOf(card).map((each) => ({ card, pattern: patternOf(each), length: squeezed(each).length }))
);
function formIn(text) {
  const plain = plainly(text);
  if (/sxm/.test(plain) || /\.\d{2,3}S\./.test(text) || /h100 80gb hbm3/.test(plain)) return "SXM";
  if (/pcie/.test(plain)) return "PCIe";
  return /nvl\b/.test(plain) ? "NVL" : void 0;
}
var sizesOf = (card) => card?.memoryGb ?? [];
function saidMemory(card, text) {
  for (const [, digits] of text.matchAll(/(?<!\d)(\d{1,3}) ?(?:gi?b?|s(?=\.))(?![a-z])/gi)) {
    const size = nearestSize(card.memoryGb, Number(digits));
    if (card.memoryGb.includes(size)) return size;
  }
  return;
}
function saidOrOnly(card, native) {
  if (!card) return;
  return saidMemory(card, native) ?? (card.memoryGb.length === 1 ? card.memoryGb[0] : void 0);
}
function nearestSize(sizes, measured) {
  const off = (size) => Math.abs(size - measured) / size;
  const [nearest] = [...sizes].sort((a, b) => off(a) - off(b));
  return nearest !== void 0 && off(nearest) < 0.08 ? nearest : Math.round(measured);
}

export {
  offeredGpu,
  knownGpu,
  memorySizesOf,
  nearestGpu,
  nameHolds
};
