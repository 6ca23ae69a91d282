import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Role } from '../../src/evidence-level.ts';
import { flipped } from '../verify/memory-source.ts';
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
  /** What we do not read of such a file, and how large a part of all damaged copies we may therefore take that its library refuses. */
  unread?: { what: string; most: number };
  /** The file is one of a set: what lies beside it is read with it, and is whole. */
  inSet?: true;
}

/** How a file was damaged, as read_mutants.py takes it. */
type Damage = { kind: 'flip'; offset: number; bit: number } | { kind: 'cut'; length: number };

const lineOf = (damage: Damage): string =>
  damage.kind === 'flip' ? `flip ${damage.offset} ${damage.bit}` : `cut ${damage.length}`;

/** Every so many-th bit flipped, and the file cut at as many lengths. */
function damagesOf(sizeBytes: number, stride: number): Damage[] {
  const every = (many: number) => Array.from({ length: Math.ceil(many / stride) }, (_, n) => n * stride);
  return [
    ...every(sizeBytes * 8).map((at): Damage => ({ kind: 'flip', offset: Math.floor(at / 8), bit: at % 8 })),
    ...every(sizeBytes).map((length): Damage => ({ kind: 'cut', length })),
  ];
}

const damagedBy = (bytes: Uint8Array, damage: Damage): Uint8Array =>
  damage.kind === 'flip' ? flipped(bytes, damage.offset, damage.bit) : bytes.subarray(0, damage.length);

/** `died`: it crashed, or said nothing for ten seconds. */
export type Answer = 'same' | 'other' | 'refused' | 'died';

/** What its library makes of each of these damaged copies of a file. */
export async function readByItsLibrary(
  { kind, python, backend }: Pick<Row, 'kind' | 'python' | 'backend'>,
  path: string,
  damages: readonly Damage[],
): Promise<Answer[]> {
  if (damages.length === 0) return [];
  const env = { ...process.env, ...(backend && { KERAS_BACKEND: backend }) };
  const child = spawn(python, [READER, kind, path], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {}).end(damages.map((damage) => `${lineOf(damage)}\n`).join(''));
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const answers = said.split('\n').filter((word) => word !== '') as Answer[];
  if (answers.length !== damages.length)
    throw new Error(`${answers.length} answers of ${kind} for ${damages.length} files: ${complaint}`);
  return answers;
}

/** What we say: whether each is as good as the healthy file. */
async function readByUs(row: Row, path: string, bytes: Uint8Array, damages: readonly Damage[]) {
  const beside = row.inSet
    ? readdirSync(dirname(path)).map(
        (name) => [name, new Uint8Array(readFileSync(join(dirname(path), name)))] as const,
      )
    : [];
  const look = async (content: Uint8Array) => {
    const files = new Map([...beside, [basename(path), content]]);
    const { files: found, sets } = await verifyFiles(files, {
      role: row.role ?? 'model',
      roleFrom: 'guessed',
    });
    return standingOf(sets.length > 0 ? sets : found);
  };
  const healthy = await look(bytes);
  const taken: boolean[] = [];
  for (const damage of damages) taken.push(!isSeenBeside(await look(damagedBy(bytes, damage)), healthy));
  return { healthy, taken };
}

export interface Reading {
  damaged: number;
  /** Those that we take as if nothing were wrong, and its library does not read. */
  wrong: string[];
  /** What the format vouches for, and its library reads as something else. */
  unseen: string[];
  healthy: Standing;
  /** For people: how many of each. */
  line: string;
}

/** Damages a file in many ways, and has each read by us and by its library. */
export async function readBeside(row: Row, path: string): Promise<Reading> {
  const bytes = new Uint8Array(readFileSync(path));
  const damages = damagesOf(bytes.length, row.stride);
  const [answers, { healthy, taken }] = await Promise.all([
    readByItsLibrary(row, path, damages),
    readByUs(row, path, bytes, damages),
  ]);
  const linesOf = (isTaken: boolean, ...of: readonly Answer[]) =>
    damages.flatMap((damage, n) =>
      taken[n] === isTaken && of.includes(answers[n] as Answer) ? [lineOf(damage)] : [],
    );
  const count = (isTaken: boolean, ...of: readonly Answer[]) => linesOf(isTaken, ...of).length;
  const vouches = vouchesForItself(healthy);
  return {
    damaged: damages.length,
    wrong: linesOf(true, 'refused', 'died'),
    unseen: vouches ? linesOf(true, 'other') : [],
    healthy,
    line: [
      `${row.file}${row.backend ? ` with ${row.backend}` : ''} (${vouches ? 'vouches for its bytes' : 'has no checksum for all of them'}): ${damages.length} damaged`,
      `refused by both ${count(false, 'refused', 'died')}`,
      `by us alone ${count(false, 'same')} that it reads as before and ${count(false, 'other')} otherwise`,
      `taken by both ${count(true, 'same')} and ${count(true, 'other')} that it reads otherwise`,
      `taken by us alone ${count(true, 'refused', 'died')}`,
      `it crashed or hung at ${answers.filter((each) => each === 'died').length}`,
    ].join('; '),
  };
}
