import { isUnfinishedName } from '../verify/read/sniff.ts';
import { compileGlob, staysInside } from './glob.ts';
import type { CheckpointRule } from './job.ts';

/** A file as somebody listed it: a stranger's word. */
export interface SeenFile {
  /** Relative to the cell's output directory. */
  path: string;
  bytes: number;
  /** By the clock of the machine it lies on, in seconds. */
  modifiedAt: number;
  /** Changes when another file is renamed over it. */
  object?: string;
}

/** Files that a resume reads together: all of them, or none. */
export interface CheckpointSet {
  /** As a person would call it: its folder, its file, or the first of its files. */
  name: string;
  form: 'folder' | 'file' | 'files';
  /** By path. */
  files: SeenFile[];
  /**
   * What the listing says of its end. `said`: its marker is there, or it is one file, which says so by its content. `unsaid`:
   * only that it lies still can tell. `lacking`: it is not, or not yet, a set.
   */
  ending: 'said' | 'unsaid' | 'lacking';
  /** For `lacking`: why, as the end of a sentence that begins with its name. */
  why?: string;
  modifiedAt: number;
}

export type SetShape = Pick<CheckpointRule, 'path' | 'complete'>;

/**
 * The sets that a listing of a cell's output directory holds, the newest first: by the one number in their names where all
 * are named alike, else by when they were last written. The listing may hold anything beside them.
 */
export function checkpointSets(listing: readonly SeenFile[], rule: SetShape): CheckpointSet[] {
  const files = withoutTwins(listing);
  const named = Array.isArray(rule.path) ? ofList(files, rule) : ofGlob(files, rule.path);
  return inOrder(named.map((set) => ended(set, rule, files)));
}

/** What must be listed so that the sets of this rule can be told. */
export function setGlobs({ path, complete }: SetShape): string[] {
  const paths = Array.isArray(path) ? path : path.endsWith('**') ? [path] : [path, `${path}/**`];
  return complete === undefined ? paths : [...paths, complete];
}

/** Whether a path is what the rule names, or lies below it. */
export function isOfSets(rule: SetShape): (path: string) => boolean {
  const matchers = setGlobs(rule).map(compileGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/** As a person would name what the rule names. */
export const setWords = ({ path }: Pick<CheckpointRule, 'path'>): string =>
  Array.isArray(path) ? path.join(' + ') : path;

/** Two looks at a set that give the same text saw the same files. */
export const fingerprint = ({ files }: Pick<CheckpointSet, 'files'>): string =>
  JSON.stringify(files.map(({ path, bytes, modifiedAt, object = '' }) => [path, bytes, modifiedAt, object]));

type Named = Pick<CheckpointSet, 'name' | 'form' | 'files'>;

function ofGlob(files: readonly SeenFile[], glob: string): Named[] {
  const folderOf = folderFinder(glob);
  const matches = compileGlob(glob);
  const folders = new Map<string, SeenFile[]>();
  const anchors: SeenFile[] = [];
  for (const file of files) {
    const folder = folderOf(file.path);
    if (folder !== undefined) grow(folders, folder, file);
    else if (matches(file.path)) anchors.push(file);
  }
  const neighbours = neighbourFinder(files, glob);
  return [
    ...[...folders].map(([name, own]): Named => ({ name, form: 'folder', files: own })),
    ...anchors.map((file): Named => ({ name: file.path, form: 'file', files: neighbours(file) })),
  ];
}

/** The outermost folder above a path that the glob names. */
function folderFinder(glob: string): (path: string) => string | undefined {
  const matches = compileGlob(glob);
  const known = new Map<string, string | undefined>();
  const find = (folder: string): string | undefined => {
    const slash = folder.lastIndexOf('/');
    return (slash > 0 ? of(folder.slice(0, slash)) : undefined) ?? (matches(folder) ? folder : undefined);
  };
  const of = (folder: string): string | undefined => {
    if (!known.has(folder)) known.set(folder, find(folder));
    return known.get(folder);
  };
  return (path) => {
    const slash = path.lastIndexOf('/');
    return slash > 0 ? of(path.slice(0, slash)) : undefined;
  };
}

/**
 * A glob that names one file of many folders (`checkpoint-*\/trainer_state.json`) means the folder: what else was listed of it
 * belongs to that file, and to no other.
 */
function neighbourFinder(files: readonly SeenFile[], glob: string): (file: SeenFile) => SeenFile[] {
  const isOneOfFolder = namesOneOfFolder(glob);
  const folders = new Map<string, SeenFile[]>();
  if (isOneOfFolder)
    for (const file of files)
      for (let at = file.path.indexOf('/'); at > 0; at = file.path.indexOf('/', at + 1))
        grow(folders, file.path.slice(0, at), file);
  return (file) => folders.get(file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')))) ?? [file];
}

/** Whether a glob names one file of each of many folders. */
export function namesOneOfFolder(glob: string): boolean {
  const slash = glob.lastIndexOf('/');
  return slash > 0 && /[*?[]/.test(glob.slice(0, slash)) && !/[*?[]/.test(glob.slice(slash));
}

function grow(folders: Map<string, SeenFile[]>, folder: string, file: SeenFile): void {
  const own = folders.get(folder);
  if (own) own.push(file);
  else folders.set(folder, [file]);
}

function ofList(files: readonly SeenFile[], { path, complete }: SetShape): Named[] {
  const wanted = new Set([path, complete ?? []].flat());
  const found = files.filter((file) => wanted.has(file.path));
  const name = [path].flat()[0] ?? '';
  return found.some((file) => file.path !== complete) ? [{ name, form: 'files', files: found }] : [];
}

function ended(set: Named, rule: SetShape, listing: readonly SeenFile[]): CheckpointSet {
  const modifiedAt = set.files.reduce((latest, file) => Math.max(latest, file.modifiedAt), 0);
  const whole = { ...set, modifiedAt };
  const why = lackOf(set, rule, listing);
  if (why !== undefined) return { ...whole, ending: 'lacking', why };
  const isSaid = rule.complete !== undefined || set.form === 'file';
  return { ...whole, ending: isSaid ? 'said' : 'unsaid' };
}

function lackOf({ form, name, files }: Named, rule: SetShape, listing: readonly SeenFile[]) {
  const odd = files.find(({ path }) => !staysInside(path));
  if (odd) return 'holds a file whose name cannot be written down';
  const unfinished = isUnfinishedName(name)
    ? name
    : files.find(({ path }) => isUnfinishedName(path) && path !== name)?.path;
  if (unfinished !== undefined) return `is still being written: ${unfinished}`;
  const here = new Set(files.map(({ path }) => path));
  const absent = form === 'files' ? [rule.path].flat().filter((path) => !here.has(path)) : [];
  if (absent.length > 0) return `lacks ${absent.join(', ')}`;
  return rule.complete === undefined ? undefined : markerLack({ form, name, files }, rule.complete, listing);
}

/** A marker that is older than what it stands for speaks of an earlier content. */
function markerLack({ form, name, files }: Named, complete: string, listing: readonly SeenFile[]) {
  const path = form === 'folder' ? `${name}/${complete}` : complete;
  const marker = (form === 'folder' ? files : listing).find((file) => file.path === path);
  if (!marker) return `lacks its marker ${path}`;
  const later = files.find((file) => file.modifiedAt > marker.modifiedAt);
  return later && `has ${later.path}, written after its marker ${path}`;
}

function withoutTwins(listing: readonly SeenFile[]): SeenFile[] {
  const byPath = new Map<string, SeenFile>();
  for (const file of listing) if (!byPath.has(file.path)) byPath.set(file.path, file);
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function inOrder(sets: CheckpointSet[]): CheckpointSet[] {
  const shapes = new Set(sets.map(({ name }) => name.replace(/[0-9]+/g, '#')));
  const isNumbered = shapes.size === 1 && /^[^#]*#[^#]*$/.test([...shapes][0] ?? '');
  const number = ({ name }: CheckpointSet): number => Number(/[0-9]+/.exec(name)?.[0]);
  return sets.sort(
    (a, b) =>
      (isNumbered ? number(b) - number(a) : 0) ||
      b.modifiedAt - a.modifiedAt ||
      b.name.localeCompare(a.name, 'en', { numeric: true }),
  );
}

/** The number by which a trainer names a set, where there is one alone: most often its step. */
export function numberOf(name: string): number | undefined {
  const [only, ...more] = name.slice(name.lastIndexOf('/') + 1).match(/[0-9]+/g) ?? [];
  const number = only === undefined || more.length > 0 ? Number.NaN : Number(only);
  return Number.isSafeInteger(number) ? number : undefined;
}
