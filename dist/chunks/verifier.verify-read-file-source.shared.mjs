import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./verifier.clock.shared.mjs";

// src/verify/read/file-source.ts
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
async function openFileSource(path, options = {}) {
  const handle = await open(path, FLAGS).catch((cause) => {
    throw refusal(path, cause);
  });
  try {
    return sourceOf(
      path,
      {
        descriptor: handle.fd,
        read: async (target, at) => (await handle.read(target, 0, target.length, at)).bytesRead,
        stat: () => handle.stat({ bigint: true }),
        close: () => handle.close()
      },
      plain(path, await handle.stat({ bigint: true }), options)
    );
  } catch (error) {
    await handle.close();
    throw error;
  }
}
function openFileNow(path, options = {}) {
  let descriptor;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (cause) {
    throw refusal(path, cause);
  }
  try {
    return sourceOf(
      path,
      {
        descriptor,
        read: async (target, at) => readSync(descriptor, target, 0, target.length, at),
        stat: async () => fstatSync(descriptor, { bigint: true }),
        close: async () => closeSync(descriptor)
      },
      plain(path, fstatSync(descriptor, { bigint: true }), options)
    );
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
var FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
function plain(path, stats, { allowHardLinks }) {
  if (!stats.isFile()) throw notAFile(path, "a directory, device, pipe or socket");
  if (stats.nlink > 1n && allowHardLinks !== true) {
    throw new Problem({
      code: "hard-linked",
      kind: "failed",
      what: `${path} has ${stats.nlink} names on this disk, so something else may change it.`,
      next: "Verify a copy of its own."
    });
  }
  return stats;
}
function sourceOf(path, file, before) {
  const sizeBytes = Number(before.size);
  const mustLieInside = (offset, length) => {
    if (offset >= 0 && offset + length <= sizeBytes) return;
    throw new RangeError(`${length} bytes from ${offset} lie outside ${path} (${sizeBytes} bytes)`);
  };
  const ended = (at) => new RangeError(`${path} ended at ${at}, it had ${sizeBytes} bytes`);
  const readInto = async (offset, target) => {
    mustLieInside(offset, target.length);
    for (let done = 0; done < target.length; ) {
      const bytesRead = await file.read(target.subarray(done), offset + done);
      if (bytesRead === 0) throw ended(offset + done);
      done += bytesRead;
    }
  };
  return {
    label: path,
    sizeBytes,
    descriptor: file.descriptor,
    readInto,
    readIntoNow(offset, target) {
      mustLieInside(offset, target.length);
      for (let done = 0; done < target.length; ) {
        const bytesRead = readSync(file.descriptor, target, done, target.length - done, offset + done);
        if (bytesRead === 0) throw ended(offset + done);
        done += bytesRead;
      }
    },
    async read(offset, length) {
      if (length > sizeBytes)
        throw new RangeError(`${length} bytes lie outside ${path} (${sizeBytes} bytes)`);
      const target = new Uint8Array(length);
      await readInto(offset, target);
      return target;
    },
    async changed() {
      const now = await file.stat();
      if (now.size !== before.size) return `its size went from ${before.size} to ${now.size}`;
      if (now.mtimeNs !== before.mtimeNs) return "its modification time moved";
      return now.nlink < before.nlink ? "it was deleted, or another file took its name" : void 0;
    },
    close: () => file.close()
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

// src/verify/read/local-file.ts
import { join } from "node:path";
function openLocal({ root, linked }, { path, sizeBytes }) {
  const place = linked.get(path) ?? join(root, path);
  try {
    return openFileNow(place, { allowHardLinks: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      label: place,
      sizeBytes,
      read: async () => {
        throw new RangeError(`${place} is no longer there as it was listed: ${error.what}`);
      },
      changed: async () => error.what,
      close: async () => {
      }
    };
  }
}

export {
  openFileSource,
  openLocal
};
