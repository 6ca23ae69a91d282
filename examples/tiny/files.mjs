import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Puts `bytes` at `path` so that a kill or power cut at any instant leaves the old file or the new one, never a part:
 * write a sibling, flush it to the disk, rename it over, flush the directory.
 */
export function publish(path, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  const file = openSync(partial, 'w');
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
  fsyncSync(file);
  closeSync(file);
  renameSync(partial, path);
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** A file's bytes, or `undefined` where there is none. */
export function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Opens a JSON-lines file to append to, after cutting off every line from the first whose step lies beyond `step`: those
 * steps were done after the checkpoint that we go on from, and will be done again. A half-written last line goes too.
 */
export function openMetrics(path, step) {
  const text = readIfThere(path)?.toString('utf8') ?? '';
  let keep = 0;
  for (const line of text.match(/[^\n]*\n/g) ?? []) {
    if (stepOf(line) > step) break;
    keep += Buffer.byteLength(line);
  }
  const file = openSync(path, 'a');
  ftruncateSync(file, keep);
  return {
    append: (record) => writeSync(file, `${JSON.stringify(record)}\n`),
    flush: () => fsyncSync(file),
  };
}

function stepOf(line) {
  try {
    return JSON.parse(line).step ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
