import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  compareStored
} from "./stores-compare.shared.mjs";
import {
  bytesOf,
  meaningOf
} from "./stores-store.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/stores/ladder.ts
var ON_ITS_BOX = { held: "The box is held with everything on it.", again: '"gpu-lease collect"' };
async function storeParcel(ladder, parcel, climb) {
  const refused = [];
  for (const store of ladder) {
    const why = await store.refusal(parcel) ?? await liesElsewhere(store, parcel);
    if (why !== void 0) {
      refused.push(`${store.describe()}: ${why}`);
      climb.say(`not to ${store.describe()}: ${why}`);
      continue;
    }
    climb.say(`storing ${parcel.files.length} files, ${bytesOf(parcel)} bytes, to ${store.describe()}`);
    const placed = await store.put(parcel);
    if ("upload" in placed) return placed;
    return { stored: await readBack(store, parcel, placed, climb) };
  }
  const { held, again } = climb.meanwhile ?? ON_ITS_BOX;
  throw new Problem({
    code: "nowhere-to-store",
    kind: "refused",
    what: `What was ${meaningOf(parcel)} has no store that takes it:
${refused.map((each) => `- ${each}`).join("\n")}`,
    next: `${held} Add a store that fits to "store" in the job file for the next run, give the missing key or permission to this workflow, and run ${again} again.`,
    costing: [...climb.costing]
  });
}
async function liesElsewhere(store, { lies }) {
  if (lies === void 0) return void 0;
  const elsewhere = `the files went from the box straight to ${lies}`;
  if (store.kind !== "s3") return elsewhere;
  const set = await store.open(lies);
  await set?.close();
  return set === void 0 ? `${elsewhere}, and are not there` : void 0;
}
async function readBack(store, parcel, { id, place }, climb) {
  const set = await store.open(id);
  if (set === void 0) throw differs(store, parcel, ["it is not there"], climb);
  const total = bytesOf(parcel);
  try {
    const differences = await compareStored(store, set, parcel.files, {
      signal: climb.signal,
      onProgress: (done) => climb.onProgress?.(done, total)
    });
    const again = await store.open(id);
    await again?.close();
    if (again?.digest !== set.digest) throw differs(store, parcel, ["it changed while it was read"], climb);
    if (differences.length > 0) {
      const list = differences.map(({ path, problem }) => `${path} is ${problem}`);
      throw differs(store, parcel, list, climb);
    }
    return {
      seal: parcel.seal,
      store: store.kind,
      id,
      place,
      digest: set.digest,
      bytes: total,
      files: parcel.files.length,
      ...set.keptUntil !== void 0 && { keptUntil: set.keptUntil }
    };
  } finally {
    await set.close();
  }
}
var differs = (store, parcel, list, climb) => new Problem({
  code: "store-differs",
  kind: "failed",
  what: `What ${store.describe()} gives back is not what was ${meaningOf(parcel)}:
${list.slice(0, 20).map((each) => `- ${each}`).join("\n")}`,
  next: `Nothing of it counts and nothing was released. Remove it there, or name another store, and run ${(climb.meanwhile ?? ON_ITS_BOX).again} again.`,
  costing: [...climb.costing]
});

export {
  storeParcel
};
