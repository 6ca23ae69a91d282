import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Problem } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import type { SourceExtras } from './bounded-reader.ts';

export interface FileSourceOptions {
  /** Accept a file with more than one name. A box could have linked a roster name to something it does not own. */
  allowHardLinks?: boolean;
}

export type FileSource = RangeSource & Required<SourceExtras>;

/**
 * A local file. Refuses anything but a regular file; never follows a symbolic link in the last part of the path.
 *
 * @throws Problem `not-readable`, `not-a-file`, `hard-linked`
 */
export async function openFileSource(path: string, options: FileSourceOptions = {}): Promise<FileSource> {
  const handle = await open(path, FLAGS).catch((cause: NodeJS.ErrnoException) => {
    throw refusal(path, cause);
  });
  try {
    return sourceOf(
      path,
      {
        descriptor: handle.fd,
        read: async (target, at) => (await handle.read(target, 0, target.length, at)).bytesRead,
        stat: () => handle.stat({ bigint: true }),
        close: () => handle.close(),
      },
      plain(path, await handle.stat({ bigint: true }), options),
    );
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same without ever waiting, for a thread that has nothing else to do: of a small file the waiting is what costs. */
export function openFileNow(path: string, options: FileSourceOptions = {}): FileSource {
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (cause) {
    throw refusal(path, cause as NodeJS.ErrnoException);
  }
  try {
    return sourceOf(
      path,
      {
        descriptor,
        read: async (target, at) => readSync(descriptor, target, 0, target.length, at),
        stat: async () => fstatSync(descriptor, { bigint: true }),
        close: async () => closeSync(descriptor),
      },
      plain(path, fstatSync(descriptor, { bigint: true }), options),
    );
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Without O_NONBLOCK the open of a named pipe waits for a writer that may never come. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** An open file, in one of the two ways to read it. */
interface OpenFile {
  descriptor: number;
  /** @returns how many bytes came */
  read(target: Uint8Array, at: number): Promise<number>;
  stat(): Promise<BigIntStats>;
  close(): Promise<void>;
}

function plain(path: string, stats: BigIntStats, { allowHardLinks }: FileSourceOptions): BigIntStats {
  if (!stats.isFile()) throw notAFile(path, 'a directory, device, pipe or socket');
  if (stats.nlink > 1n && allowHardLinks !== true) {
    throw new Problem({
      code: 'hard-linked',
      kind: 'failed',
      what: `${path} has ${stats.nlink} names on this disk, so something else may change it.`,
      next: 'Verify a copy of its own.',
    });
  }
  return stats;
}

function sourceOf(path: string, file: OpenFile, before: BigIntStats): FileSource {
  const sizeBytes = Number(before.size);
  const mustLieInside = (offset: number, length: number): void => {
    if (offset >= 0 && offset + length <= sizeBytes) return;
    throw new RangeError(`${length} bytes from ${offset} lie outside ${path} (${sizeBytes} bytes)`);
  };
  const ended = (at: number) => new RangeError(`${path} ended at ${at}, it had ${sizeBytes} bytes`);
  const readInto = async (offset: number, target: Uint8Array): Promise<void> => {
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
      if (now.mtimeNs !== before.mtimeNs) return 'its modification time moved';
      // Who saves under another name and moves that over this one leaves what was opened without a name.
      return now.nlink < before.nlink ? 'it was deleted, or another file took its name' : undefined;
    },
    close: () => file.close(),
  };
}

function refusal(path: string, cause: NodeJS.ErrnoException): Problem {
  if (cause.code === 'ELOOP') return notAFile(path, 'a symbolic link');
  return new Problem(
    {
      code: 'not-readable',
      kind: 'failed',
      what: `${path} cannot be opened: ${cause.message}.`,
      next: 'Check that the file exists and may be read.',
    },
    { cause },
  );
}

const notAFile = (path: string, found: string): Problem =>
  new Problem({
    code: 'not-a-file',
    kind: 'failed',
    what: `${path} is ${found}, not a regular file.`,
    next: 'Verify the file itself; links and devices are never followed.',
  });
