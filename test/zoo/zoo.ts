import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { FileVerdict, Reason } from '../../src/verify/contract/verdict.ts';
import { programCommand } from '../installation.ts';
import { tensorflowPython, zooPython } from '../requirement.ts';
import { type Standing, standingOf } from './standing.ts';

const run = promisify(execFile);

/** What make.py says of one maker. */
export interface MakerLine {
  maker: string;
  kind: string;
  made?: number;
  seconds?: number;
  absent?: string[];
  failed?: string;
}

export interface Judged extends Standing {
  kind: 'files' | 'folder';
  name: string;
  exitCode: number;
}

export interface Member {
  kind: Judged['kind'];
  /** Of the maker. */
  name: string;
  path: string;
}

/** Of makers; each is a process of its own, so that one that hangs or crashes takes no other with it. */
export interface Family {
  family: string;
  python: string;
  /** Of the makers' names; without any all of them. */
  words?: readonly string[];
}

const FAMILIES: readonly Family[] = [
  ...[
    'texts',
    'plain_values',
    'data_tables',
    'torch_files',
    'classical',
    'hub',
    'trainers',
    'arrays',
    'card_files',
    'tensorflow_files',
  ].map((family) => ({ family, python: zooPython })),
  // Its environment holds little else; what another makes already is absent there.
  { family: 'tensorflow_files', python: tensorflowPython },
];
const FAMILY_MS = 8 * 60_000;

/**
 * Lets every framework that is installed write below `out`; another seed is another run of the same. Ends by itself: a family that
 * takes too long is ended and named.
 */
export async function makeZoo(out: string, seed: number, families = FAMILIES): Promise<MakerLine[]> {
  const lines: MakerLine[] = [];
  for (const { family, python, words = [] } of families) {
    const args = [join(import.meta.dirname, 'make.py'), out, family, ...words];
    const env = { ...process.env, ZOO_SEED: String(seed) };
    const options = { timeout: FAMILY_MS, killSignal: 'SIGKILL', maxBuffer: 1e9, env } as const;
    const ended = await run(python, args, options).catch(
      (error: { stdout?: string; killed?: boolean; code?: unknown; signal?: unknown }) => ({
        stdout: `${error.stdout ?? ''}\n${JSON.stringify({
          maker: family,
          kind: 'family',
          failed: error.killed
            ? `not done after ${FAMILY_MS / 1000} s`
            : `ended by ${error.signal ?? error.code}`,
        })}`,
      }),
    );
    for (const line of ended.stdout.split('\n'))
      if (line.startsWith('{"maker"')) lines.push(JSON.parse(line) as MakerLine);
  }
  const ended = new Set(lines.filter(({ absent }) => absent === undefined).map(({ maker }) => maker));
  return lines.filter(({ maker, absent }) => absent === undefined || !ended.has(maker));
}

/** Every maker's folder: its files one by one, or the whole. What could not be made to its end is no member. */
export function membersOf(out: string, lines: readonly MakerLine[]): Member[] {
  const made = new Set(lines.flatMap(({ maker, made: count = 0 }) => (count > 0 ? [maker] : [])));
  return (['files', 'folder'] as const).flatMap((kind) => {
    const at = join(out, kind);
    if (!existsSync(at)) return [];
    return readdirSync(at)
      .sort()
      .map((name) => ({ kind, name, path: join(at, name) }))
      .filter(({ name }) => made.has(name));
  });
}

/** What a person must say of a file that says nothing of itself. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'train.u16.bin': ['--dtype', 'uint16'],
  'cache.f32.dat': ['--dtype', 'float32'],
  'nanogpt-out': ['--dtype', 'uint16'],
};

/** Judges a member by the shipped command, as a person would: one call for the files of a maker, or one for the folder. */
export async function judgeMember({ kind, name, path }: Member): Promise<Judged[]> {
  if (kind === 'folder') {
    const { files, sets, exitCode } = await verify([path], optionsOf(name));
    return [{ kind, name, exitCode, ...standingOf([...files, ...sets]) }];
  }
  const paths = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(path, entry.name));
  const special = paths.filter((each) => optionsOf(each).length > 0);
  const judged: Judged[] = [];
  const groups = [paths.filter((each) => !special.includes(each)), ...special.map((each) => [each])];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const { files, exitCode } = await verify(group, optionsOf(group[0] ?? ''));
    for (const file of files)
      judged.push({ kind, name: `${name}/${relative(path, file.label)}`, exitCode, ...standingOf([file]) });
  }
  return judged;
}

export const optionsOf = (path: string): readonly string[] =>
  Object.entries(OPTIONS).find(([ending]) => path.endsWith(ending))?.[1] ?? [];

/** By the shipped command. Labels are absolute paths. */
export async function verify(paths: readonly string[], options: readonly string[] = []) {
  const [program, ...first] = programCommand();
  const args = [...first, 'verify', '--json', ...options, ...paths];
  const { stdout, code = 0 } = (await run(program, args, {
    cwd: '/',
    maxBuffer: 1e9,
    timeout: 600_000,
  }).catch((error: { stdout: string; code?: number; stderr: string }) => {
    if (typeof error.code === 'number' && [1, 3, 4].includes(error.code)) return error;
    throw new Error(`verify ${paths.join(' ')} ended with ${error.code}: ${error.stderr}`);
  })) as { stdout: string; code?: number };
  const { files, sets } = JSON.parse(stdout) as { files: FileVerdict[]; sets: FileVerdict[] };
  const label = (each: FileVerdict) => ({ ...each, label: join('/', each.label) });
  return { files: files.map(label), sets: sets.map(label), exitCode: code };
}

/** Counts by verdict, and each that is neither a pass nor whole with its reason. */
export function tableOf(judged: readonly Judged[]): string {
  const lines: string[] = [];
  for (const kind of ['files', 'folder'] as const) {
    const of = judged.filter((each) => each.kind === kind);
    const counts = ['pass', 'whole', 'pass-degraded', 'inconclusive', 'fail'].map(
      (verdict) => `${of.filter((each) => each.verdict === verdict).length} ${verdict}`,
    );
    lines.push(`show: ${of.length} ${kind === 'files' ? 'files' : 'folders'}: ${counts.join(', ')}`);
  }
  for (const verdict of ['fail', 'inconclusive', 'pass-degraded'] as const)
    for (const { name, kind, reasons } of judged.filter((each) => each.verdict === verdict))
      lines.push(`show: ${verdict} ${kind} ${name}: ${reasonsShown(reasons)}`);
  return lines.join('\n');
}

function reasonsShown(reasons: readonly Reason[]): string {
  const own = reasons.filter(({ code }) => code !== 'set-not-whole');
  const shown = (own.length > 0 ? own : reasons).slice(0, 3).map(({ file = '', code, what, found }) => {
    const where = file.replace(/^.*\/(?:files|folder)\/[^/]*\//, '');
    return `${where}: ${code}: ${what}${found === undefined ? '' : ` (${found.slice(0, 160)})`}`;
  });
  return `${shown.join('; ')}${own.length > 3 ? `; and ${own.length - 3} more` : ''}`;
}
