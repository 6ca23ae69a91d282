import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  MODEL,
  PAIR,
  TENSOR
} from "./verifier.verify-codec-protobuf-schema.shared.mjs";
import {
  ProtobufWalk,
  startOfText
} from "./verifier.verify-codec-protobuf.shared.mjs";
import {
  beside
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  Unsettled
} from "./verifier.clock.shared.mjs";

// src/verify/onnx/location.ts
var WINDOW_BYTES = 256 * 1024;
var MOST_LOCATION_BYTES = 4096;
var MOST_LOCATIONS = 1e5;
var EXTERNAL_DATA = 13;
function resolveLocation(model, location) {
  if (location === "") return { wrong: "is empty" };
  if (location.length > MOST_LOCATION_BYTES) return { wrong: "is longer than a path can be" };
  if (/[\x00-\x1f\x7f]/.test(location)) return { wrong: "holds control characters" };
  if (location.includes("\\")) return { wrong: "holds a backslash, which is a folder on some systems" };
  if (location.startsWith("/") || /^[A-Za-z]:/.test(location)) return { wrong: "is absolute" };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(location)) return { wrong: "is an address" };
  const steps = location.split("/").filter((step) => step !== ".");
  if (steps.includes("..")) return { wrong: "leads out of the folder of the model" };
  if (steps.length === 0 || steps.includes("")) return { wrong: "names no file" };
  return { path: beside(model, steps.join("/")) };
}
async function locationsIn(source) {
  const locations = /* @__PURE__ */ new Set();
  const finder = new LocationFinder(MODEL, (location) => {
    if (locations.size < MOST_LOCATIONS) locations.add(location);
  });
  const walk = new ProtobufWalk(finder, 0, source.sizeBytes, { protobufDepth: 100 });
  try {
    for (let at = 0; at < source.sizeBytes; ) {
      if (walk.skippable > 0) {
        at += walk.skippable;
        walk.skip(walk.skippable);
        continue;
      }
      const bytes = await source.read(at, Math.min(WINDOW_BYTES, source.sizeBytes - at));
      walk.feed(bytes);
      at += bytes.length;
    }
  } catch (error) {
    if (!(error instanceof Broken || error instanceof Unsettled)) throw error;
  }
  return locations;
}
var LocationFinder = class _LocationFinder {
  #shape;
  #take;
  constructor(shape, take) {
    this.#shape = shape;
    this.#take = take;
  }
  delimited(field) {
    const message = this.#shape.fields[field]?.message?.();
    if (message === void 0) return void 0;
    if (this.#shape === TENSOR && field === EXTERNAL_DATA) return this.#entry();
    return message === PAIR ? void 0 : new _LocationFinder(message, this.#take);
  }
  #entry() {
    let key = "";
    let value = "";
    return {
      delimited: (field, length) => startOfText(MOST_LOCATION_BYTES + 1, length, (text) => {
        if (field === 1) key = text;
        else value = text;
      }),
      end: () => {
        if (key === "location") this.#take(value);
      }
    };
  }
};

export {
  resolveLocation,
  locationsIn
};
