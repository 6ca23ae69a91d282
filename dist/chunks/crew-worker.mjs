import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ProgressOfMany,
  takeItem
} from "./verify-apart-item-queue.shared.mjs";
import {
  VERDICTS_AT_ONCE,
  setUnderWay,
  thrown
} from "./verify-apart-files-under-way.shared.mjs";
import {
  shown,
  verifyMember
} from "./verify-archive-archive-members.shared.mjs";
import "./verify-codec-top-fields.shared.mjs";
import {
  openLocal
} from "./verify-read-local-file.shared.mjs";
import "./verify-checkpoint-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-read-window-source.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-archive-zip-directory.shared.mjs";
import "./verify-contract-untrusted.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-tensor-thread.shared.mjs";
import "./verify-tensor-element-scan.shared.mjs";
import "./verify-contract-moments.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./problem.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

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
    if (item.isOfSet || tellsVerdicts && item.isWanted) say({ said: "settled", item, verdict });
    else final.push([item.index, shown(verdict, options)]);
    if (final.length >= VERDICTS_AT_ONCE) sayFinal();
  }
  setUnderWay(cells, thread);
  sayFinal();
  progress.flush();
  say({ said: "done" });
}
