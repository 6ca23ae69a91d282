import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { chooseLogs, fileOfLog, logOfFile, wordsOfLog } from '../box/log-name.ts';
import { inertLine } from '../crash/inert-line.ts';
import { lastWordsIn } from '../crash/last-words.ts';
import type { Run } from '../lease/run.ts';
import type { LogTail } from './facts.ts';

const MOST_LOGS = 12;
const LINES = 40;
/** A stack is longer than the lines that are shown. */
const TAIL_BYTES = 65_536;

/** Of the newest attempt that printed: cells that died first. @param dir where what was brought of the logs lies */
export function logTails(dir: string, { cells }: Pick<Run, 'cells'>): LogTail[] {
  const isDead = (cell: string | undefined) => cells.get(cell ?? '')?.ended?.verdict === 'dead';
  const chosen = chooseLogs(filesIn(dir), { cell: undefined, attempt: undefined });
  return [...chosen.filter(({ cell }) => isDead(cell)), ...chosen.filter(({ cell }) => !isDead(cell))]
    .slice(0, MOST_LOGS)
    .map((log) => ({
      title: wordsOfLog(log),
      file: `+evidence/${fileOfLog(log)}`,
      ...endOf(join(dir, fileOfLog(log)), isDead(log.cell)),
    }));
}

function filesIn(dir: string) {
  try {
    return readdirSync(dir).flatMap((file) => logOfFile(file) ?? []);
  } catch {
    return []; // Nothing was brought yet.
  }
}

/** @param isDead a crash in the log of what went on all the same is not what it ended with */
function endOf(path: string, isDead: boolean): Pick<LogTail, 'bytes' | 'lines' | 'crash'> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(file, tail, 0, tail.length, size - tail.length);
    const lines = tail.toString('utf8', 0, read).trimEnd().split('\n').slice(-LINES);
    const crash = isDead ? crashIn(tail.subarray(0, read)) : undefined;
    return {
      ...(crash !== undefined && { crash }),
      bytes: size,
      lines: lines.map((line) => inertLine(line.split('\r').findLast((each) => each !== '') ?? '')),
    };
  } finally {
    closeSync(file);
  }
}

/** `Python traceback: ValueError: shape mismatch, at train.py:31`. */
function crashIn(tail: Buffer): string | undefined {
  const { crash, place } = lastWordsIn(tail);
  return crash === undefined || place === undefined ? crash : `${crash}, at ${place.file}:${place.line}`;
}
