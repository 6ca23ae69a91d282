import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { sha256Of } from '../verify/memory-source.ts';
import { isSeenBeside, type Standing, standingOf } from './standing.ts';
import { optionsOf, verify } from './zoo.ts';

/** What lies in a folder after a damage where it was otherwise; `null`: no longer there. */
type Changes = ReadonlyMap<string, Uint8Array | null>;

interface Place {
  files: ReadonlyMap<string, Uint8Array>;
  /** What a run before left under the same names. */
  older: ReadonlyMap<string, Uint8Array>;
}

/** What a copy that was broken off, done twice or mixed with another leaves, by the file that it befalls. */
const DAMAGES: Readonly<
  Record<string, (path: string, bytes: Uint8Array, place: Place) => Changes | undefined>
> = {
  missing: (path) => new Map([[path, null]]),
  empty: (path) => new Map([[path, new Uint8Array(0)]]),
  cut: (path, bytes) => new Map([[path, bytes.subarray(0, Math.floor(bytes.length / 2))]]),
  swapped(path, bytes, { files }) {
    const [sibling, others] = siblingOf(path, files) ?? [];
    return sibling && others ? new Map([[path, others] as const, [sibling, bytes] as const]) : undefined;
  },
  duplicated(path, bytes, { files }) {
    const [sibling] = siblingOf(path, files) ?? [];
    return sibling === undefined ? undefined : new Map([[sibling, bytes]]);
  },
  'of the step before'(path, bytes, { files }) {
    const before = stepBefore(path, files);
    return before === undefined || sameBytes(before, bytes) ? undefined : new Map([[path, before]]);
  },
  'of a run before'(path, bytes, { older }) {
    const before = older.get(path);
    return before === undefined || sameBytes(before, bytes) ? undefined : new Map([[path, before]]);
  },
};

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** The next file of the same folder and the same ending. */
function siblingOf(path: string, files: Place['files']): readonly [string, Uint8Array] | undefined {
  const alike = [...files].filter(
    ([other]) => dirname(other) === dirname(path) && extname(other) === extname(path),
  );
  const at = alike.findIndex(([other]) => other === path);
  const [next, bytes] = alike[(at + 1) % alike.length] ?? [];
  if (next === undefined || bytes === undefined || next === path) return undefined;
  return sameBytes(bytes, files.get(path) as Uint8Array) ? undefined : [next, bytes];
}

/** The file of the same name in the folder of the same name with a smaller number, as `checkpoint-2` beside `checkpoint-4`. */
function stepBefore(path: string, files: Place['files']): Uint8Array | undefined {
  const numbered = /^(.*?)(\d+)(\D*\/.*)$/s.exec(path);
  if (numbered === null) return undefined;
  const [, head = '', step = '', tail = ''] = numbered;
  for (let before = Number(step) - 1; before >= 0; before -= 1) {
    const found = files.get(`${head}${before}${tail}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MOST_FILES = 6;
/** Of all of its files: it is copied some dozen times. */
export const MOST_FOLDER_BYTES = 4_000_000;

/** One damage to one file of a folder, as the shipped command saw it. */
export interface DamagedFolder {
  folder: string;
  file: string;
  damage: string;
  /** `undefined`: the healthy folder is inconclusive, so nothing more can be told. */
  isSeen: boolean | undefined;
  isSeenWithManifest: boolean;
}

function filesBelow(folder: string): Map<string, Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  return new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]));
}

/** At most so many, evenly from all of them. */
const evenly = <T>(all: readonly T[], most: number): T[] =>
  all.filter(
    (_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
  );

/** Damages a folder of the zoo file by file, below `work`. Empty for one that is too large to be copied so often. */
export async function damagedFolders(
  path: string,
  olderPath: string | undefined,
  work: string,
): Promise<DamagedFolder[]> {
  const name = basename(path);
  const place: Place = {
    files: filesBelow(path),
    older: olderPath === undefined ? new Map() : filesBelow(olderPath),
  };
  if ([...place.files.values()].reduce((sum, { length }) => sum + length, 0) > MOST_FOLDER_BYTES) return [];
  const copies: { at: string; file: string; damage: string }[] = [];
  const manifest: string[] = [];
  for (const [file, bytes] of evenly(
    [...place.files].filter(([, { length }]) => length > 0),
    MOST_FILES,
  ))
    for (const [damage, work_] of Object.entries(DAMAGES)) {
      const changes = work_(file, bytes, place);
      if (changes === undefined) continue;
      const at = join(work, String(copies.length), name);
      copyWith(path, at, changes);
      copies.push({ at, file, damage });
      for (const [each, healthy] of place.files) manifest.push(`${sha256Of(healthy)}  ${join(at, each)}`);
    }
  const list = join(work, 'SHA256SUMS');
  writeFileSync(list, `${manifest.join('\n')}\n`);
  const options = optionsOf(name);
  const healthy = standingOf(await all(await verify([path], options)));
  const places = copies.map(({ at }) => at);
  const alone = await standings(places, options);
  const listed = await standings(places, [...options, '--manifest', list]);
  return copies.map(({ at, file, damage }) => ({
    folder: name,
    file,
    damage,
    isSeen: healthy.verdict === 'inconclusive' ? undefined : isSeenBeside(alone.get(at) as Standing, healthy),
    isSeenWithManifest: listed.get(at)?.verdict === 'fail',
  }));
}

const all = ({ files, sets }: Awaited<ReturnType<typeof verify>>) => [...files, ...sets];

/** Of each folder, from one call for all of them. */
async function standings(
  places: readonly string[],
  options: readonly string[],
): Promise<Map<string, Standing>> {
  if (places.length === 0) return new Map();
  const verdicts = all(await verify(places, options));
  return new Map(
    places.map((at) => [
      at,
      standingOf(verdicts.filter(({ label }) => label === at || label.startsWith(`${at}/`))),
    ]),
  );
}

/** The folder with these changes; what is as it was is linked. */
function copyWith(from: string, to: string, changes: Changes): void {
  mkdirSync(to, { recursive: true });
  // Not by their names alone: those of a linked folder would be listed as well.
  const entries = readdirSync(from, { recursive: true, withFileTypes: true }).map(
    (entry) => [relative(from, join(entry.parentPath ?? entry.path, entry.name)), entry] as const,
  );
  for (const [path, entry] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [source, target] = [join(from, path), join(to, path)];
    const changed = changes.get(path);
    if (entry.isDirectory()) mkdirSync(target, { recursive: true });
    else if (changed) writeFileSync(target, changed);
    else if (changed === null) continue;
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** The share that is seen by kind of damage, without a manifest and with one, and of what is not seen which files. */
export function folderTable(damaged: readonly DamagedFolder[]): string {
  const share = (of: readonly DamagedFolder[], isSeen: (each: DamagedFolder) => boolean) =>
    `${of.filter(isSeen).length} of ${of.length}`;
  const folders = new Set(damaged.map(({ folder }) => folder)).size;
  const told = damaged.filter(({ isSeen }) => isSeen !== undefined);
  const lines = Object.keys(DAMAGES).map((damage) => {
    const of = told.filter((each) => each.damage === damage);
    const missed = of.filter(({ isSeen }) => !isSeen).map(({ file }) => basename(file).replace(/\d+/g, 'N'));
    const counts = [...new Set(missed)].map(
      (file) => [file, missed.filter((each) => each === file).length] as const,
    );
    const most = counts.sort(([, a], [, b]) => b - a).slice(0, 12);
    const which = most.map(([file, count]) => `${file} ${count}`).join(', ');
    return `show: ${damage}: ${share(of, ({ isSeen }) => isSeen === true)}${which && `; not seen: ${which}`}`;
  });
  return [
    `show: one file of a folder is damaged, ${folders} folders, no manifest given, seen:`,
    ...lines,
    `show: with a manifest: ${share(damaged, ({ isSeenWithManifest }) => isSeenWithManifest)}`,
  ].join('\n');
}
