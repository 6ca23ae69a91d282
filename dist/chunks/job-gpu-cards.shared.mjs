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
  { model: "GTX 970", compute: 5.2, memoryGb: [4], also: ["970"] },
  { model: "GTX 750 Ti", compute: 5, memoryGb: [2] },
  { model: "GTX 1050", compute: 6.1, memoryGb: [2, 3], also: ["1050"] },
  { model: "GTX 1650 Ti", compute: 7.5, memoryGb: [4] },
  { model: "GTX 1050 Ti", compute: 6.1, memoryGb: [4], also: ["1050 Ti"] },
  { model: "GTX 1060", compute: 6.1, memoryGb: [6, 3], also: ["1060"] },
  { model: "GTX 1070", compute: 6.1, memoryGb: [8], also: ["1070"] },
  { model: "GTX 1070 Ti", compute: 6.1, memoryGb: [8], also: ["1070 Ti"] },
  { model: "GTX 1080", compute: 6.1, memoryGb: [8], also: ["1080"] },
  { model: "GTX 1080 Ti", compute: 6.1, memoryGb: [11], also: ["1080 Ti"] },
  { model: "GTX 1650", compute: 7.5, memoryGb: [4], also: ["1650"] },
  { model: "GTX 1650 SUPER", compute: 7.5, memoryGb: [4], also: ["GTX 1650 S", "1650 SUPER"] },
  { model: "GTX 1660", compute: 7.5, memoryGb: [6], also: ["1660"] },
  { model: "GTX 1660 SUPER", compute: 7.5, memoryGb: [6], also: ["GTX 1660 S", "1660 SUPER"] },
  { model: "GTX 1660 Ti", compute: 7.5, memoryGb: [6], also: ["1660 Ti"] },
  { model: "RTX 2060", compute: 7.5, memoryGb: [6, 12], also: ["2060"] },
  { model: "RTX 2060 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2060S", "2060S", "2060 SUPER"] },
  { model: "RTX 2070", compute: 7.5, memoryGb: [8], also: ["2070"] },
  { model: "RTX 2070 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2070S", "2070S", "2070 SUPER"] },
  { model: "RTX 2080 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2080S", "2080S", "2080 SUPER"] },
  { model: "RTX 2080 Ti", compute: 7.5, memoryGb: [11, 22], also: ["2080 Ti"] },
  { model: "RTX 2080", compute: 7.5, memoryGb: [8], also: ["2080"] },
  { model: "RTX 3050", compute: 8.6, memoryGb: [8, 6], also: ["3050"] },
  { model: "RTX 3060", compute: 8.6, memoryGb: [12, 8], also: ["3060"] },
  { model: "RTX 3060 Ti", compute: 8.6, memoryGb: [8], also: ["3060 Ti"] },
  { model: "RTX 3070", compute: 8.6, memoryGb: [8], also: ["3070"] },
  { model: "RTX 3070 Ti", compute: 8.6, memoryGb: [8], also: ["3070 Ti"] },
  { model: "RTX 3080", compute: 8.6, memoryGb: [10, 12, 20], also: ["3080"] },
  { model: "RTX 3080 Ti", compute: 8.6, memoryGb: [12], also: ["3080 Ti"] },
  { model: "RTX 3090", compute: 8.6, memoryGb: [24], also: ["3090"] },
  { model: "RTX 3090 Ti", compute: 8.6, memoryGb: [24], also: ["3090 Ti"] },
  { model: "RTX 4060", compute: 8.9, memoryGb: [8], also: ["4060"] },
  { model: "RTX 4060 Ti", compute: 8.9, memoryGb: [8, 16], also: ["4060 Ti"] },
  { model: "RTX 4070", compute: 8.9, memoryGb: [12], also: ["4070"] },
  { model: "RTX 4070 SUPER", compute: 8.9, memoryGb: [12], also: ["RTX 4070S", "4070S", "4070 SUPER"] },
  { model: "RTX 4070 Ti", compute: 8.9, memoryGb: [12], also: ["4070 Ti"] },
  {
    model: "RTX 4070 Ti SUPER",
    compute: 8.9,
    memoryGb: [16],
    also: ["4070 Ti SUPER", "RTX 4070S Ti", "RTX 4070 TiS", "4070S Ti"]
  },
  { model: "RTX 4080", compute: 8.9, memoryGb: [16], also: ["4080"] },
  { model: "RTX 4080 SUPER", compute: 8.9, memoryGb: [16, 32], also: ["RTX 4080S", "4080S", "4080 SUPER"] },
  { model: "RTX 4090", compute: 8.9, memoryGb: [24, 48], also: ["4090"] },
  { model: "RTX 4090D", compute: 8.9, memoryGb: [24, 48], also: ["4090D", "RTX 4090 D", "4090 D"] },
  { model: "RTX 5060", compute: 12, memoryGb: [8], also: ["5060"] },
  { model: "RTX 5060 Ti", compute: 12, memoryGb: [8, 16], also: ["5060 Ti"] },
  { model: "RTX 5070", compute: 12, memoryGb: [12], also: ["5070"] },
  { model: "RTX 5070 Ti", compute: 12, memoryGb: [16], also: ["5070 Ti"] },
  { model: "RTX 5080", compute: 12, memoryGb: [16], also: ["5080"] },
  { model: "RTX 5090", compute: 12, memoryGb: [32], also: ["5090"] },
  { model: "RTX 5090D", compute: 12, memoryGb: [32, 24], also: ["5090D", "RTX 5090 D", "5090 D"] },
  { model: "RTX 3060 laptop", compute: 8.6, memoryGb: [6] },
  { model: "RTX 3070 laptop", compute: 8.6, memoryGb: [8] },
  { model: "RTX 4060 laptop", compute: 8.9, memoryGb: [8] },
  { model: "RTX 4070 laptop", compute: 8.9, memoryGb: [8] },
  { model: "RTX 4080 laptop", compute: 8.9, memoryGb: [12] },
  { model: "RTX 4090 laptop", compute: 8.9, memoryGb: [16] },
  { model: "P104-100", compute: 6.1, memoryGb: [4, 8] },
  { model: "P106-100", compute: 6.1, memoryGb: [6] },
  { model: "CMP 50HX", compute: 7.5, memoryGb: [10] },
  { model: "CMP 170HX", compute: 8, memoryGb: [8] },
  { model: "TITAN RTX", compute: 7.5, memoryGb: [24] },
  { model: "TITAN V", compute: 7, memoryGb: [12] },
  { model: "TITAN X", compute: 5.2, memoryGb: [12], also: ["GTX TITAN X"] },
  { model: "TITAN Xp", compute: 6.1, memoryGb: [12] },
  // Workstation
  { model: "K620", compute: 5, memoryGb: [2] },
  { model: "K2200", compute: 5, memoryGb: [4] },
  { model: "P2000", compute: 6.1, memoryGb: [5] },
  { model: "P4000", compute: 6.1, memoryGb: [8] },
  { model: "P5000", compute: 6.1, memoryGb: [16] },
  { model: "P6000", compute: 6.1, memoryGb: [24] },
  { model: "GP100", compute: 6, memoryGb: [16] },
  { model: "GV100", compute: 7, memoryGb: [32] },
  { model: "RTX 4000", compute: 7.5, memoryGb: [8] },
  { model: "RTX 5000", compute: 7.5, memoryGb: [16] },
  { model: "RTX 6000", compute: 7.5, memoryGb: [24] },
  { model: "RTX 8000", compute: 7.5, memoryGb: [48] },
  { model: "A1000", compute: 8.6, memoryGb: [8], also: ["RTX A1000"] },
  { model: "A2000", compute: 8.6, memoryGb: [6, 12], also: ["RTX A2000"] },
  { model: "A4000", compute: 8.6, memoryGb: [16], also: ["RTX A4000"] },
  { model: "A4500", compute: 8.6, memoryGb: [20], also: ["RTX A4500"] },
  { model: "A5000", compute: 8.6, memoryGb: [24], also: ["RTX A5000"] },
  { model: "A5500", compute: 8.6, memoryGb: [24], also: ["RTX A5500"] },
  { model: "A6000", compute: 8.6, memoryGb: [48], also: ["RTX A6000"] },
  { model: "RTX 2000 Ada", compute: 8.9, memoryGb: [16], also: ["2000 Ada"] },
  {
    model: "RTX 4000 Ada",
    compute: 8.9,
    memoryGb: [20],
    also: ["4000 Ada", "RTX 4000 SFF Ada", "RTX 4000 Ada Generation"]
  },
  { model: "RTX 4500 Ada", compute: 8.9, memoryGb: [24], also: ["4500 Ada"] },
  { model: "RTX 5000 Ada", compute: 8.9, memoryGb: [32], also: ["5000 Ada", "A5000 Ada"] },
  { model: "RTX 5880 Ada", compute: 8.9, memoryGb: [48], also: ["5880 Ada"] },
  { model: "RTX 6000 Ada", compute: 8.9, memoryGb: [48], also: ["6000 Ada", "A6000 Ada"] },
  { model: "RTX PRO 4000", compute: 12, memoryGb: [24], also: ["PRO 4000"] },
  { model: "RTX PRO 4000 Mobile", compute: 12, memoryGb: [16] },
  { model: "RTX PRO 4500", compute: 12, memoryGb: [32], also: ["PRO 4500"] },
  { model: "RTX PRO 5000", compute: 12, memoryGb: [48, 72], also: ["PRO 5000"] },
  { model: "RTX PRO 6000", compute: 12, memoryGb: [96], also: ["PRO 6000"] },
  // Data centre, NVIDIA
  { model: "K20", compute: 3.5, memoryGb: [5], also: ["K20c"] },
  { model: "K80", compute: 3.7, memoryGb: [12] },
  { model: "M40", compute: 5.2, memoryGb: [12, 24] },
  { model: "M60", compute: 5.2, memoryGb: [8] },
  { model: "P4", compute: 6.1, memoryGb: [8] },
  { model: "P6", compute: 6.1, memoryGb: [16] },
  { model: "P40", compute: 6.1, memoryGb: [24] },
  { model: "P100", compute: 6, memoryGb: [16, 12] },
  { model: "V100", compute: 7, memoryGb: [16, 32], also: ["V100S"] },
  { model: "T4", compute: 7.5, memoryGb: [16], also: ["T4G"] },
  { model: "A2", compute: 8.6, memoryGb: [16] },
  { model: "A10", compute: 8.6, memoryGb: [24] },
  { model: "A10G", compute: 8.6, memoryGb: [24] },
  { model: "A16", compute: 8.6, memoryGb: [16] },
  { model: "A30", compute: 8, memoryGb: [24] },
  { model: "A40", compute: 8.6, memoryGb: [48] },
  { model: "A100", compute: 8, memoryGb: [40, 80], also: ["A100X"] },
  { model: "A800", compute: 8, memoryGb: [40, 80] },
  { model: "L4", compute: 8.9, memoryGb: [24] },
  { model: "L20", compute: 8.9, memoryGb: [48] },
  { model: "L40", compute: 8.9, memoryGb: [48] },
  { model: "L40S", compute: 8.9, memoryGb: [48] },
  { model: "H20", compute: 9, memoryGb: [96, 141] },
  { model: "H100", compute: 9, memoryGb: [80, 94] },
  { model: "H800", compute: 9, memoryGb: [80] },
  { model: "H200", compute: 9, memoryGb: [141] },
  { model: "GH200", compute: 9, memoryGb: [96, 144] },
  { model: "B100", compute: 10, memoryGb: [192] },
  { model: "B200", compute: 10, memoryGb: [180, 192] },
  { model: "B300", compute: 10.3, memoryGb: [288, 270] },
  { model: "GB200", compute: 10, memoryGb: [186] },
  { model: "GB300", compute: 10.3, memoryGb: [288] },
  // Data centre, AMD. Some size names end in a count: `gpu-mi300x1-192gb` is one MI300X.
  { model: "MI50", memoryGb: [16, 32] },
  { model: "MI100", memoryGb: [32] },
  { model: "MI210", memoryGb: [64] },
  { model: "MI250", memoryGb: [128], also: ["MI250X"] },
  { model: "MI300A", memoryGb: [128] },
  { model: "MI308X", memoryGb: [192, 128] },
  { model: "MI300X", memoryGb: [192], also: ["MI300"] },
  { model: "MI325X", memoryGb: [256], also: ["MI325"] },
  { model: "MI350X", memoryGb: [288], also: ["MI350"] },
  { model: "MI355X", memoryGb: [288], also: ["MI355"] },
  // AMD, desktop
  { model: "RX 6800", memoryGb: [16] },
  { model: "RX 6800 XT", memoryGb: [16] },
  { model: "RX 6900 XT", memoryGb: [16] },
  { model: "RX 6950 XT", memoryGb: [16] },
  { model: "RX 7600", memoryGb: [8] },
  { model: "RX 7700 XT", memoryGb: [12] },
  { model: "RX 7800 XT", memoryGb: [16] },
  { model: "RX 7900 GRE", memoryGb: [16] },
  { model: "Radeon VII", memoryGb: [16] },
  { model: "Radeon Pro VII", memoryGb: [16] },
  { model: "Pro V620", memoryGb: [32] },
  { model: "PRO W7800", memoryGb: [32], also: ["W7800"] },
  { model: "RX 7900 XTX", memoryGb: [24], also: ["7900 XTX"] },
  { model: "RX 7900 XT", memoryGb: [20], also: ["7900 XT"] },
  { model: "PRO W7900", memoryGb: [48], also: ["W7900"] },
  { model: "PRO W6800", memoryGb: [32], also: ["W6800"] },
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
function isCard(gpu, name) {
  const wanted = knownGpu(name);
  if (!wanted || gpu.model === null) return nameHolds(gpu.native, name);
  if (wanted.model !== gpu.model) return false;
  if (wanted.form !== void 0 && gpu.form !== void 0 && wanted.form !== gpu.form) return false;
  return wanted.memoryGb === void 0 || gpu.memoryGb === void 0 || wanted.memoryGb === gpu.memoryGb;
}
var cardText = ({ native, model, form, memoryGb }) => model === null ? native : [model, form, memoryGb === void 0 ? void 0 : `${memoryGb} GB`].filter(Boolean).join(" ");
function countInName(name) {
  const [, before, after] = /^(?:gpu[_-])?(\d{1,2})x[_ -]?(?=[a-z])|[a-z]\d{1,3}[a-z]{0,3}x(\d{1,2})(?=$|-\d+gb$)/i.exec(name) ?? [];
  const verda = /^(\d{1,2})[A-Z][A-Z0-9]+(?:\.\d+S)?\.\d+V$/.exec(name)?.[1];
  const count = Number(before ?? after ?? verda);
  return count > 0 ? count : void 0;
}
var computeOf = (model) => CARDS.find((card) => card.model === model)?.compute;
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
var OTHER_CARD = "(?! (?:ti|laptop|mobile)\\b)";
function patternOf(spelling) {
  const words = spelling.toLowerCase().split(/[ -]/).join(" ?");
  const before = /^[a-z]/.test(words) ? "(?<![a-wyz]|(?<!\\d)x)" : "(?<![a-z0-9])";
  return new RegExp(`${before}${words}(?=$|[^a-z0-9]|x\\d|sxm|pcie|nvl|oam)${OTHER_CARD}`);
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
  isCard,
  cardText,
  countInName,
  computeOf,
  memorySizesOf,
  nearestGpu,
  nameHolds
};
