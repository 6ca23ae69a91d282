import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  FlatTable,
  overBudget,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/classical/catboost-core.ts
var HEAD_BYTES = 8;
var [VERSION, TREES] = [0, 1];
async function openCatboost(subject) {
  const { reader, sizeBytes, budgets, facts, findings } = subject;
  const head = await reader.read(0, Math.min(HEAD_BYTES, sizeBytes));
  const length = head.length < HEAD_BYTES ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(4, true);
  if (length < HEAD_BYTES || HEAD_BYTES + length > sizeBytes)
    throw new Broken("L1", "cut-short", "its core is not inside the file", {
      offset: 4,
      expected: `8 to ${sizeBytes - HEAD_BYTES} bytes`,
      found: `${length} bytes`
    });
  if (length > budgets.structureBytes) throw overBudget("structureBytes", budgets.structureBytes, length, 4);
  return {
    checksummed: false,
    reaches: "L2",
    regions: () => [wholeFile(subject, { feed: () => {
    }, end: () => {
    } })],
    async inside() {
      const core = FlatTable.root(await reader.read(HEAD_BYTES, length), HEAD_BYTES);
      const version = core.text(VERSION);
      facts.scalars["version"] = version.slice(0, 64);
      if (!/^Fla(t)?buffersModel_v[0-9]+$/.test(version) || core.table(TREES) === void 0)
        throw new Broken("L2", "catboost-core", "its core is of no version with trees", {
          offset: HEAD_BYTES,
          found: JSON.stringify(version.slice(0, 40))
        });
      if (HEAD_BYTES + length < sizeBytes)
        findings.note("L2", "catboost-parts", "has parts behind its core, which are not read");
    },
    finish: () => {
    }
  };
}
export {
  openCatboost
};
