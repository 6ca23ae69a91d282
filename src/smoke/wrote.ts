import { basename, dirname } from 'node:path/posix';
import { compileGlob } from '../job/glob.ts';
import { filesMatching } from './bounded-file.ts';

/** What a command left behind. */
export interface Wrote {
  /** Files with something in them, relative to its output directory. */
  out: readonly string[];
  /** Files that it made or changed in the directory of the code, relative to that. */
  beside: readonly string[];
}

/** Files beside the code, each with what changes whenever it does. */
export type CodeFiles = ReadonlyMap<string, string>;

/** What tools leave beside the sources and would make again is left out. */
export const codeFiles = (dir: string): CodeFiles =>
  new Map(filesMatching(dir, isNoCache).map(({ path, identity }) => [path, identity]));

const isNoCache = (path: string): boolean =>
  !/(^|\/)(\.git|__pycache__|\.pytest_cache|node_modules|\.?venv)\//.test(path) && !/\.py[co]$/.test(path);

/** @param before `codeFiles`, before the command */
export function wroteSince(before: CodeFiles, codeDir: string, outDir: string): Wrote {
  const changed = [...codeFiles(codeDir)].filter(([path, identity]) => before.get(path) !== identity);
  return { out: filesIn(outDir), beside: changed.map(([path]) => path) };
}

/** A file without a byte never counts as one that was promised. */
export const filesIn = (outDir: string): string[] =>
  filesMatching(outDir, () => true).flatMap(({ path, bytes }) => (bytes > 0 ? [path] : []));

/**
 * Whether a file is one that a glob means, in another folder: the glob fits the end of its path, or its name fits that of the glob.
 * A name of wildcards alone says nothing.
 */
export function isCalledAs(glob: string): (path: string) => boolean {
  const matches = compileGlob(glob);
  const name = basename(glob);
  const isNamed = /^[*?]+$/.test(name) ? () => false : compileGlob(name);
  return (path) => endsOf(path).some(matches) || isNamed(basename(path));
}

/** `a/b/c`, `b/c`, `c`. */
const endsOf = (path: string): string[] => {
  const names = path.split('/');
  return names.map((_, at) => names.slice(at).join('/'));
};

/** The glob that means these files, by the name that it had: of one folder, else of any. */
export function movedGlob(glob: string, files: readonly string[]): string {
  const [folder, ...others] = new Set(files.map((path) => dirname(path)));
  const name = basename(glob);
  if (folder === undefined || others.length > 0) return `**/${name}`;
  return folder === '.' ? name : `${folder}/${name}`;
}

/** Of many the first, and how many more there are. */
export function someOf(paths: readonly string[], most = 8): string {
  const left = paths.length - most;
  return `${paths.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
