import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTar } from '../../src/box/tar-writer.ts';
import { sha256Of } from './acted-channel.ts';

/**
 * What a look asks of a box's shell again and again, answered as the real one does: a process each would cost most of the
 * drill's time. What lays down, proves, lists and brings back stays with `sh`.
 */
export function answeredAtOnce(argv: readonly string[], stdin: Buffer, now: number): Buffer | undefined {
  const [, , script = '', , dir = '', ...words] = argv;
  if (script.includes('mkdir "$1/snapshot"')) return take(dir, linesOf(stdin));
  if (script.startsWith('case $1 in */snapshot)')) return drop(dir);
  if (script.includes('/.gpu-lease/.dead-man')) return laidDown(words);
  if (script.includes('echo listed')) return hash(dir, words.length > 0 ? words : linesOf(stdin), now);
  if (script.includes('tar -b 128')) return tar(dir, linesOf(stdin));
  return;
}

/** Its real program would wait for hours of this machine, and these lives have a clock of their own. */
const laidDown = ([, , seconds, , probe]: readonly string[]): Buffer =>
  Buffer.from(
    seconds === undefined
      ? ' '
      : `GPU-LEASE dead-man laid ${seconds}\n${probe ? 'GPU-LEASE dead-man tried 0\n' : ''}`,
  );

const linesOf = (text: Buffer): string[] => text.toString('utf8').split('\n').filter(Boolean);

const isPlain = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;

function take(cell: string, lines: readonly string[]): Buffer {
  const to = join(cell, 'snapshot');
  if (!existsSync(join(cell, 'out'))) return Buffer.alloc(0);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const line of lines) {
    const path = line.slice(2);
    const from = join(cell, 'out', path);
    if (!isPlain(from)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), readFileSync(from));
  }
  return Buffer.alloc(0);
}

function drop(dir: string): Buffer {
  rmSync(dir, { recursive: true, force: true });
  return Buffer.alloc(0);
}

function hash(dir: string, paths: readonly string[], now: number): Buffer {
  if (!existsSync(dir)) return Buffer.alloc(0);
  const here = paths.filter((path) => isPlain(join(dir, path)));
  const seconds = Math.floor(now / 1000);
  const lines = [
    `now ${seconds}`,
    ...here.map((path) => `81a4 ${lstatSync(join(dir, path)).size} ${seconds} ./${path}`),
    ...(here.length > 0 ? ['listed'] : []),
    ...here.map((path) => `${sha256Of(readFileSync(join(dir, path)))} *./${path}`),
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}

const tar = (dir: string, paths: readonly string[]): Buffer =>
  writeTar(paths.map((path) => ({ path, content: readFileSync(join(dir, path)) })));
