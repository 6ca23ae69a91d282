import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Problem } from '../problem.ts';

/**
 * The text of a log that somebody names, part by part: UTF-8, UTF-16 as Windows' own shell writes it, or gzip. What a log was cut in
 * is no reason not to read it: bytes that are no text become marks.
 *
 * @throws Problem where nothing can be read there
 */
export function textOf(cwd: string, name: string): Readable {
  if (name === '-') return process.stdin.setEncoding('utf8');
  const path = resolve(cwd, name);
  const begin = beginOf(path);
  const file = createReadStream(path);
  if (begin[0] === 0x1f && begin[1] === 0x8b) return unpacked(file).setEncoding('utf8');
  return file.setEncoding(begin[0] === 0xff && begin[1] === 0xfe ? 'utf16le' : 'utf8');
}

function unpacked(file: Readable): Readable {
  const unpacking = createGunzip();
  file.on('error', (error) => unpacking.destroy(error));
  return file.pipe(unpacking);
}

/** Whether a packed log ends in the middle, or is damaged there: what was read before counts, and what comes after is unread. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_(?:BUF|DATA)_ERROR$/.test(String(error.code));

export const unreadable = (cause: unknown): Problem =>
  new Problem(
    {
      code: 'not-a-log',
      kind: 'usage',
      what: `It begins as gzip does and is damaged before its first byte of text (${cause instanceof Error ? cause.message : 'unknown'}).`,
      next: 'Fetch the log once more, or name one that is whole.',
    },
    { cause },
  );

function beginOf(path: string): Buffer {
  const begin = Buffer.alloc(2);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, begin, 0, 2, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Problem(
      {
        code: 'not-a-log',
        kind: 'usage',
        what:
          code === 'ENOENT'
            ? `There is no file ${path}.`
            : `${path} cannot be read as a log${code === 'EISDIR' ? ': it is a directory' : ` (${code})`}.`,
        next: 'Name a log, "-" for what comes on stdin, or a run.',
      },
      { cause: error },
    );
  }
  return begin;
}
