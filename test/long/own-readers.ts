import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Role } from '../../src/evidence-level.ts';
import { verifyFiles } from '../verify/memory-tree.ts';
import { isSeenBeside, type Standing, standingOf, vouchesForItself } from '../zoo/standing.ts';

const READER = join(import.meta.dirname, 'read_mutants.py');

export interface Row {
  /** Of read_mutants.py. */
  kind: string;
  file: string;
  python: string;
  /** Every so many-th bit; readers that take long read fewer. */
  stride: number;
  role?: Role;
  backend?: 'torch' | 'jax' | 'tensorflow';
}

type Mutant = { line: string; bytes: Uint8Array };

/** Every so many-th bit flipped, and the file cut at as many lengths. */
function mutantsOf(bytes: Uint8Array, stride: number): Mutant[] {
  const flips = Array.from({ length: Math.ceil((bytes.length * 8) / stride) }, (_, n): Mutant => {
    const [offset, bit] = [Math.floor((n * stride) / 8), (n * stride) % 8];
    const copy = bytes.slice();
    copy[offset] = (copy[offset] as number) ^ (1 << bit);
    return { line: `flip ${offset} ${bit}`, bytes: copy };
  });
  const cuts = Array.from({ length: Math.ceil(bytes.length / stride) }, (_, n): Mutant => {
    return { line: `cut ${n * stride}`, bytes: bytes.subarray(0, n * stride) };
  });
  return [...flips, ...cuts];
}

type Answer = 'same' | 'other' | 'refused' | 'died';

async function readByItsLibrary(row: Row, path: string, mutants: readonly Mutant[]): Promise<Answer[]> {
  const env = { ...process.env, ...(row.backend && { KERAS_BACKEND: row.backend }) };
  const child = spawn(row.python, [READER, row.kind, path], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(mutants.map(({ line }) => `${line}\n`).join(''));
  return (await text(child.stdout)).trim().split('\n') as Answer[];
}

/** What we say: whether it is as good as the healthy file. */
async function readByUs(row: Row, path: string, bytes: Uint8Array, mutants: readonly Mutant[]) {
  const beside =
    row.kind === 'tensorflow'
      ? readdirSync(dirname(path)).map(
          (name) => [name, new Uint8Array(readFileSync(join(dirname(path), name)))] as const,
        )
      : [];
  const look = async (content: Uint8Array) => {
    const files = new Map([...beside, [basename(path), content]]);
    const { files: found, sets } = await verifyFiles(files, {
      role: row.role ?? 'model',
      roleFrom: 'guessed',
      ...(row.kind === 'joblib' && { allowImports: ['sklearn.*'] }),
    });
    return standingOf(sets.length > 0 ? sets : found);
  };
  const healthy = await look(bytes);
  const taken: boolean[] = [];
  for (const mutant of mutants) taken.push(!isSeenBeside(await look(mutant.bytes), healthy));
  return { healthy, taken };
}

export interface Reading {
  mutants: number;
  /** Those that we take as if nothing were wrong, and its library does not read. */
  wrong: string[];
  /** What the format vouches for, and its library reads as something else. */
  unseen: string[];
  healthy: Standing;
  /** For people. */
  line: string;
}

/** Damages a file in many ways, and has each read by us and by its library. */
export async function readBeside(row: Row, path: string): Promise<Reading> {
  const bytes = new Uint8Array(readFileSync(path));
  const mutants = mutantsOf(bytes, row.stride);
  const [answers, { healthy, taken }] = await Promise.all([
    readByItsLibrary(row, path, mutants),
    readByUs(row, path, bytes, mutants),
  ]);
  if (answers.length !== mutants.length)
    throw new Error(`${answers.length} answers for ${mutants.length} files: ${row.kind} did not read it`);
  const words: readonly Answer[] = ['same', 'other', 'refused', 'died'];
  const shown = (isTaken: boolean) =>
    words
      .map((word) => `${answers.filter((each, n) => each === word && taken[n] === isTaken).length} ${word}`)
      .join(', ');
  const linesOf = (of: readonly Answer[]) =>
    mutants.flatMap(({ line }, n) => (taken[n] && of.includes(answers[n] as Answer) ? [line] : []));
  return {
    mutants: mutants.length,
    wrong: linesOf(['refused', 'died']),
    unseen: vouchesForItself(healthy) ? linesOf(['other']) : [],
    healthy,
    line: `${row.file}${row.backend ? ` with ${row.backend}` : ''}: ${mutants.length} flips and cuts; of those that we take its library reads ${shown(true)}; of those that we do not ${shown(false)}`,
  };
}
