import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ProgressOfMany,
  VERDICTS_AT_ONCE,
  setUnderWay,
  takeItem,
  thrown
} from "./verifier.verify-apart-files-under-way.shared.mjs";
import {
  openLocal
} from "./verifier.verify-read-file-source.shared.mjs";
import {
  shown,
  verifyMember
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/apart/crew-worker.ts
import { serialize } from "node:v8";
import { parentPort } from "node:worker_threads";
var say = (said, transfer = []) => parentPort?.postMessage(said, transfer);
parentPort?.once("message", (order) => {
  work(order).catch((error) => say(thrown(error)));
});
async function work({ items, options, local, cells, thread, tellsVerdicts }) {
  const progress = new ProgressOfMany((of) => say({ said: "progress", of }));
  const onProgress = (path, done, total) => progress.tell(path, done, total);
  let final = [];
  const sayFinal = () => {
    if (final.length === 0) return;
    const packed = new Uint8Array(serialize(final));
    say({ said: "packed", verdicts: packed }, [packed.buffer]);
    final = [];
  };
  for (let item = takeItem(items); item !== void 0; item = takeItem(items)) {
    setUnderWay(cells, thread, item.index);
    const source = openLocal(local, item);
    const verdict = await verifyMember(source, { ...options, onProgress }, item.task, { path: item.path });
    if (item.isAwaited || tellsVerdicts && item.isWanted) say({ said: "settled", item, verdict });
    else final.push([item.index, shown(verdict, options)]);
    if (final.length >= VERDICTS_AT_ONCE) sayFinal();
  }
  setUnderWay(cells, thread);
  sayFinal();
  progress.flush();
  say({ said: "done" });
}
