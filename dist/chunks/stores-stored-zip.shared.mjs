import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  BoundedReader,
  readMember,
  readZipDirectory
} from "./verify-archive-zip-directory.shared.mjs";
import {
  openFileSource
} from "./verify-read-file-source.shared.mjs";
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";
import {
  Broken,
  Unsettled
} from "./verify-contract-findings.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";

// src/stores/stored-zip.ts
var BUDGETS = { ...DEFAULT_BUDGETS, wallSeconds: 6 * 3600 };
var openZip = async (path) => openZipIn(await openFileSource(path));
async function openZipIn(source) {
  try {
    const reader = new BoundedReader(source, BUDGETS, systemClock);
    const { entries } = await readZipDirectory(reader, BUDGETS);
    const files = new Map(
      entries.filter(({ name }) => !name.endsWith("/")).map((entry) => [entry.name, entry])
    );
    return {
      entries: [...files.values()].map(({ name, bytes }) => ({ name, bytes })),
      read: (name, sink) => contentOf(reader, files.get(name), name, sink),
      close: () => source.close()
    };
  } catch (error) {
    await source.close();
    throw broken(error);
  }
}
async function contentOf(reader, entry, name, sink) {
  if (entry === void 0) throw new RangeError(`the zip has no ${JSON.stringify(name)}`);
  await readMember(reader, entry, sink).catch((error) => {
    throw broken(error);
  });
}
var broken = (error) => {
  if (!(error instanceof Broken || error instanceof Unsettled)) return error;
  return new Problem(
    {
      code: "zip-broken",
      kind: "failed",
      what: `The archive that was downloaded cannot be read for certain: ${error.message}.`,
      next: 'Nothing of it counts and nothing was released. Run "gpu-lease collect" again.'
    },
    { cause: error }
  );
};

export {
  openZip,
  openZipIn
};
