import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  costing
} from "./lease-run.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/collect/collect-problems.ts
var strangeHere = (run, cell, paths) => new Problem({
  code: "not-plain-here",
  kind: "failed",
  what: `Something that is no plain file lies among the artifacts of cell ${cell}: ${paths.slice(0, 5).join(", ")}.`,
  next: 'Take it away, then run "gpu-lease collect" again.',
  costing: costing(run)
});
var hostileNames = (run, cell, refused) => new Problem({
  code: "unsafe-names",
  kind: "failed",
  what: `The box lists files of cell ${cell} that cannot be pulled safely: ${refused.slice(0, 5).join(", ")}.`,
  next: 'Rename them on the box (plain names below the output directory), then run "gpu-lease collect" again.',
  costing: costing(run)
});
function notPulled(run, cell, bad) {
  const list = bad.slice(0, 10).map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ""}`);
  return new Problem({
    code: "not-pulled",
    kind: "failed",
    what: `${bad.length} file(s) of cell ${cell} could not be pulled whole:
${list.join("\n")}`,
    next: 'The box still has them. Run "gpu-lease collect" again; it continues where this one stopped.',
    costing: costing(run)
  });
}
var notSealable = (run, obstacles) => new Problem({
  code: "not-sealable",
  kind: "failed",
  what: `The run cannot be sealed; the box is held with everything on it:
${listOf(obstacles)}`,
  next: `Look at the files. Correct the roster for the next run, or give these up with "gpu-lease abandon ${run.id}".`,
  costing: costing(run)
});
var listOf = (obstacles) => obstacles.slice(0, 20).map(({ cell, path, code, what }) => `- ${cell}/${path}: ${code}: ${what}`).join("\n");
var fitsNowhere = (run, bytes, freeBytes, refusals) => new Problem({
  code: "fits-nowhere",
  kind: "refused",
  what: `The artifacts have ${bytes} bytes, this machine has ${freeBytes} free, and the box cannot send them to a store:
${refusals.map((each) => `- ${each}`).join("\n")}`,
  next: 'The box is held with everything on it and nothing was moved. Free space here or collect on a larger runner, or give the missing key to this step, then run "gpu-lease collect" again.',
  costing: costing(run)
});
function noRoomHere({ run, store }, full, files, onTier) {
  const gb = Math.ceil((files.reduce((sum, { bytes }) => sum + bytes, 0) + EVIDENCE_BYTES) / 1e9);
  return new Problem(
    {
      code: full.code,
      kind: "failed",
      what: `${full.what} It cannot be sealed on the durable tier either: ${onTier}. The box is held with everything on it, and paid for until this is sealed.`,
      next: `Make room for ${gb} GB below ${store.root}, or pull to a larger disk with "gpu-lease collect ${run.id} --store DIR". For the next run name a store that the box can send to ("store" with "kind: s3"), or a durable directory that outlives the box.`,
      costing: costing(run)
    },
    { cause: full }
  );
}
var EVIDENCE_BYTES = 64 * 1024 ** 2;
var notSent = (run, place, why) => new Problem({
  code: "not-sent",
  kind: "failed",
  what: `${why.length} file(s) did not get from the box to ${place}:
${why.slice(0, 10).map((each) => `- ${each}`).join("\n")}`,
  next: 'The box still has them. Run "gpu-lease collect" again; what arrived is not sent twice.',
  costing: costing(run)
});
var storeDiffers = (run, place, list) => new Problem({
  code: "store-differs",
  kind: "failed",
  what: `What lies in ${place} is not what the box has:
${list.slice(0, 20).map((each) => `- ${each}`).join("\n")}`,
  next: 'Nothing is sealed and nothing there was touched. Remove it there and run "gpu-lease collect" again; the box still has everything.',
  costing: costing(run)
});

export {
  strangeHere,
  hostileNames,
  notPulled,
  notSealable,
  listOf,
  fitsNowhere,
  noRoomHere,
  notSent,
  storeDiffers
};
