import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/read/file-source.ts
import { readSync } from "node:fs";
import { constants, open } from "node:fs/promises";
async function openFileSource(path, options = {}) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((cause) => {
    throw refusal(path, cause);
  });
  try {
    return await fromHandle(path, handle, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
async function fromHandle(path, handle, options) {
  const before = await handle.stat({ bigint: true });
  if (!before.isFile()) throw notAFile(path, "a directory, device, pipe or socket");
  if (before.nlink > 1n && options.allowHardLinks !== true) {
    throw new Problem({
      code: "hard-linked",
      kind: "failed",
      what: `${path} has ${before.nlink} names on this disk, so something else may change it.`,
      next: "Verify a copy of its own."
    });
  }
  const sizeBytes = Number(before.size);
  const mustLieInside = (offset, length) => {
    if (offset >= 0 && offset + length <= sizeBytes) return;
    throw new RangeError(`${length} bytes from ${offset} lie outside ${path} (${sizeBytes} bytes)`);
  };
  const ended = (at) => new RangeError(`${path} ended at ${at}, it had ${sizeBytes} bytes`);
  const readInto = async (offset, target) => {
    mustLieInside(offset, target.length);
    for (let done = 0; done < target.length; ) {
      const { bytesRead } = await handle.read(target, done, target.length - done, offset + done);
      if (bytesRead === 0) throw ended(offset + done);
      done += bytesRead;
    }
  };
  const readIntoNow = (offset, target) => {
    mustLieInside(offset, target.length);
    for (let done = 0; done < target.length; ) {
      const bytesRead = readSync(handle.fd, target, done, target.length - done, offset + done);
      if (bytesRead === 0) throw ended(offset + done);
      done += bytesRead;
    }
  };
  return {
    label: path,
    sizeBytes,
    descriptor: handle.fd,
    readInto,
    readIntoNow,
    async read(offset, length) {
      if (length > sizeBytes)
        throw new RangeError(`${length} bytes lie outside ${path} (${sizeBytes} bytes)`);
      const target = new Uint8Array(length);
      await readInto(offset, target);
      return target;
    },
    async changed() {
      const now = await handle.stat({ bigint: true });
      if (now.size !== before.size) return `its size went from ${before.size} to ${now.size}`;
      return now.mtimeNs === before.mtimeNs ? void 0 : "its modification time moved";
    },
    close: () => handle.close()
  };
}
function refusal(path, cause) {
  if (cause.code === "ELOOP") return notAFile(path, "a symbolic link");
  return new Problem(
    {
      code: "not-readable",
      kind: "failed",
      what: `${path} cannot be opened: ${cause.message}.`,
      next: "Check that the file exists and may be read."
    },
    { cause }
  );
}
var notAFile = (path, found) => new Problem({
  code: "not-a-file",
  kind: "failed",
  what: `${path} is ${found}, not a regular file.`,
  next: "Verify the file itself; links and devices are never followed."
});

export {
  openFileSource
};
