import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isMapping
} from "./strict-yaml-explain.shared.mjs";
import {
  knownGpu
} from "./job-gpu-cards.shared.mjs";

// src/job/short-forms.ts
function gpuInstead(path, value, within) {
  const key = String(path.at(-1));
  const parent = path.slice(0, -1).join(".");
  if (parent === "resources.gpu" && key !== "memory") {
    const line = written("", wishOf(within));
    return line && { ...line, at: path.slice(0, -1) };
  }
  if (NAMES_OF_GPU.includes(key) && (parent === "resources" || parent === ""))
    return written(parent === "" ? "resources" : "", wishOf(value));
  if (SIZES.includes(`${parent}.${key}`)) return bound(key, value, "GB");
  if (parent === "resources" && (key === "cpus" || key === "cpu")) return bound("cpus", value, "");
  return;
}
var NAMES_OF_GPU = ["gpu", "gpus", "accelerator", "accelerators", "gpu_type", "gpu-type", "gpuType"];
var SIZES = ["resources.gpu.memory", "resources.memory", "resources.disk"];
function written(parent, wish) {
  if (!wish) return;
  const { names, memory, count } = wish;
  const [name, ...others] = names;
  const parts = [
    ...name === void 0 ? [] : [`name: ${others.length > 0 ? `[${names.join(", ")}]` : name}`],
    ...memory === void 0 ? [] : [`memory: ${memory}`],
    ...count === void 0 ? [] : [`count: ${count}`]
  ];
  const line = `gpu: { ${parts.join(", ")} }`;
  return { line: parent === "" ? line : `${parent}: { ${line} }`, isSure: true };
}
function wishOf(value) {
  if (typeof value === "number") return isCount(value) ? { names: [], count: value } : void 0;
  if (typeof value === "string") return wishInText(value);
  const each = Array.isArray(value) ? value.map(wishOf) : isMapping(value) ? Object.entries(value).map(([name, count]) => wishInText(`${name}:${count}`)) : [];
  const wishes = each.filter((wish) => wish !== void 0);
  const [first] = wishes;
  if (!first || wishes.length < each.length) return;
  const isOne = wishes.every(({ count, memory }) => count === first.count && memory === first.memory);
  return isOne ? { ...first, names: wishes.flatMap(({ names }) => names) } : void 0;
}
var isCount = (value) => Number.isInteger(value) && value >= 1 && value <= 64;
function wishInText(text) {
  const wish = { names: [] };
  for (const part of text.split(":").flatMap(unmultiplied)) {
    const memory = /^(\d{1,3}) ?Gi?B ?\+?$/i.exec(part)?.[1];
    if (/^\d{1,2}$/.test(part) && isCount(Number(part))) wish.count = Number(part);
    else if (memory !== void 0) wish.memory = `${memory}GB+`;
    else if (/^\d{1,3}GB\.\.\d{1,3}GB$/.test(part)) wish.memory = part;
    else if (!addNames(wish, part)) return;
  }
  return wish.names.length > 0 || wish.memory !== void 0 || wish.count !== void 0 ? wish : void 0;
}
function unmultiplied(part) {
  const text = part.trim();
  const [, before, after] = /^(\d{1,2}) ?x ?([A-Za-z].*)$/i.exec(text) ?? [];
  if (before !== void 0 && after !== void 0) return [after, before];
  const [, name, count] = /^([A-Za-z].*?) ?x ?(\d{1,2})$/i.exec(text) ?? [];
  return name !== void 0 && count !== void 0 && knownGpu(name) ? [name, count] : [text];
}
function addNames(wish, part) {
  for (const name of part.split(",").map((each) => each.trim())) {
    const card = knownGpu(name);
    if (!card) return false;
    const { model, form, memoryGb } = card;
    const isSaid = memoryGb !== void 0 && /\d ?Gi?B/i.test(name);
    wish.names.push(form === void 0 ? model : `${model} ${form}`);
    if (isSaid) wish.memory = `${memoryGb}GB+`;
  }
  return true;
}
function bound(key, value, unit) {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  const digits = /^(\d{1,6}) ?\+?$/.exec(text)?.[1];
  if (digits === void 0 || digits === "0") return;
  const note = `for at least ${digits}${unit && ` ${unit}`}`;
  return { line: `${key}: ${digits}${unit}+`, note, isSure: true };
}

export {
  gpuInstead
};
