import { readSync } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
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
  // Without O_NONBLOCK the open of a named pipe waits for a writer that may never come.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((cause: NodeJS.ErrnoException) => {
    throw refusal(path, cause);
  });
  try {
    return await fromHandle(path, handle, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function fromHandle(path: string, handle: FileHandle, options: FileSourceOptions): Promise<FileSource> {
  const before = await handle.stat({ bigint: true });
  if (!before.isFile()) throw notAFile(path, 'a directory, device, pipe or socket');
  if (before.nlink > 1n && options.allowHardLinks !== true) {
    throw new Problem({
      code: 'hard-linked',
      kind: 'failed',
      what: `${path} has ${before.nlink} names on this disk, so something else may change it.`,
      next: 'Verify a copy of its own.',
    });
  }
  const sizeBytes = Number(before.size);
  const mustLieInside = (offset: number, length: number): void => {
    if (offset >= 0 && offset + length <= sizeBytes) return;
    throw new RangeError(`${length} bytes from ${offset} lie outside ${path} (${sizeBytes} bytes)`);
  };
  const ended = (at: number) => new RangeError(`${path} ended at ${at}, it had ${sizeBytes} bytes`);
  const readInto = async (offset: number, target: Uint8Array): Promise<void> => {
    mustLieInside(offset, target.length);
    for (let done = 0; done < target.length; ) {
      const { bytesRead } = await handle.read(target, done, target.length - done, offset + done);
      if (bytesRead === 0) throw ended(offset + done);
      done += bytesRead;
    }
  };
  const readIntoNow = (offset: number, target: Uint8Array): void => {
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
      return now.mtimeNs === before.mtimeNs ? undefined : 'its modification time moved';
    },
    close: () => handle.close(),
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
