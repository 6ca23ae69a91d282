import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  OutputWatch,
  placeOnBox
} from "./crash-frames.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";

// src/box/memory-use.ts
var SPIKE_FACTOR = 1.5;
var SPIKE_SHARE = 0.25;
var LEAST_SAMPLES = 4;
var RISE_FACTOR = 1.1;
var FULL_SHARE = 0.95;
function memoryUses(samples, cell, since = 0) {
  const own = samples.filter((sample) => sample.cell === cell && sample.at >= since);
  return [useOf(own, "box"), useOf(own, "card")].filter((use) => use !== void 0);
}
function useOf(own, of) {
  const [read, most] = of === "box" ? ["held", "max"] : ["cardUsed", "cardTotal"];
  const known = own.flatMap((sample) => {
    const value = sample[read];
    return value === null ? [] : [{ at: sample.at, value, most: sample[most] }];
  });
  const [first] = known;
  if (!first) return void 0;
  const values = known.map(({ value }) => value);
  const top = known.reduce((best, each) => each.value > best.value ? each : best, first);
  return {
    of,
    peak: top.value,
    at: top.at,
    afterSeconds: top.at - first.at,
    usual: median(values),
    most: top.most,
    shape: shapeOf(values),
    kills: of === "box" ? killsIn(own) : 0
  };
}
function shapeOf(values) {
  if (values.length < LEAST_SAMPLES) return "level";
  const quarter = Math.floor(values.length / 4);
  const quarters = [0, 1, 2, 3].map((at) => median(values.slice(at * quarter, (at + 1) * quarter)));
  const rises = quarters.every((value, at) => at === 0 || value > RISE_FACTOR * (quarters[at - 1] ?? 0));
  if (rises) return "rising";
  const [usual, peak] = [median(values), values.reduce((a, b) => Math.max(a, b), 0)];
  const high = values.filter((value) => value > (usual + peak) / 2).length;
  const isSpike = peak > SPIKE_FACTOR * usual && high <= Math.max(1, SPIKE_SHARE * values.length);
  return isSpike ? "spike" : "level";
}
var median = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
function killsIn(own) {
  const counts = own.flatMap(({ oomKills }) => oomKills === null ? [] : [oomKills]);
  return Math.max(0, (counts.at(-1) ?? 0) - (counts[0] ?? 0));
}
var isFull = ({ peak, most }) => most !== null && peak >= FULL_SHARE * most;
var isSuspect = (use) => use.shape !== "level" || use.kills > 0 || isFull(use);
function memoryWords(use) {
  const { of, peak, at, afterSeconds, usual, most, shape, kills } = use;
  const share = most === null || most === 0 ? "" : ` of ${gigabytes(most)}`;
  const time = `${formatSeconds(afterSeconds)} after its start (${new Date(at * 1e3).toISOString().slice(0, 19)}Z)`;
  const full = isFull(use) ? ", which is all there is" : "";
  const shown = `memory of the ${of}: at most ${gigabytes(peak)}${share}${full}, ${time}; usually ${gigabytes(usual)}`;
  const killed = kills === 0 ? "" : ` The kernel killed ${kills === 1 ? "a process" : `${kills} processes`} for memory meanwhile.`;
  return `${shown}${MEANING[shape](peak / Math.max(1, usual))}.${killed}`;
}
var MEANING = {
  level: () => "",
  spike: (times) => `. A spike of ${times.toFixed(1)} times the usual: a validation that keeps all its outputs, or a checkpoint that is gathered, looks like that`,
  rising: () => ". It kept rising: something is collected and never let go"
};
var gigabytes = (bytes) => `${(bytes / 1e9).toFixed(bytes < 1e8 ? 3 : 1)} GB`;

// src/crash/last-words.ts
function lastWordsIn(text) {
  const output = new OutputWatch(() => {
  });
  output.push(Buffer.from(text));
  output.end();
  const { crash, frames, tail } = output;
  return { crash: crash && `${crash.what}: ${crash.line}`, place: placeOnBox(frames), lines: tail };
}

export {
  lastWordsIn,
  memoryUses,
  isSuspect,
  memoryWords
};
