import type { PythonText } from '../python/text.ts';
import type { Repository } from '../repository.ts';
import type { Entry } from './entry.ts';
import type { Flags } from './flags.ts';
import { outputFlag } from './option-names.ts';

interface Script {
  entry?: Entry;
  files: readonly PythonText[];
  flags: Flags;
  repository: Repository;
}

/** One that only asks whether the variable is set writes nowhere else for it. */
export const READS_OUR_DIRECTORY = /GPU_LEASE_OUT(?!['"]\s+(?:not\s+)?in\b)/;

/**
 * Whether a script may be started in its output directory, so that whatever it writes by a path of its own comes to lie there. It
 * has no option that says where it writes, does not ask us, and names nothing of its repository by a path that would then lead
 * nowhere. What it imports is found: Python looks beside the script.
 */
export function isStartedInOutput({ entry, files, flags, repository }: Script): boolean {
  if (!entry || !/^[\w./-]+\.py$/.test(entry.path) || entry.installed !== undefined) return false;
  if (flags.style === 'override' || outputFlag(flags.all) !== undefined) return false;
  if (files.some(({ code: text }) => READS_OUR_DIRECTORY.test(text))) return false;
  if (!files.some(({ bare }) => WRITES.test(bare)) || files.some(({ bare }) => /^\s*from\s+\./m.test(bare)))
    return false;
  const given = [...(entry.line?.launcherArguments ?? []), ...(entry.line?.scriptArguments ?? [])];
  return findsItsFiles(files, repository, given);
}

/**
 * Whether a script finds what it needs from another directory than that of its code, too.
 *
 * @param files its texts, without comments
 * @param given the words that it is started with
 */
export function findsItsFiles(
  files: readonly Pick<PythonText, 'code'>[],
  repository: Pick<Repository, 'files'>,
  given: readonly string[],
): boolean {
  const isThere = pathsOf(repository);
  return (
    !files.some(({ code }) => ASKS_WHERE.test(code)) &&
    ![...files.flatMap(literalsOf), ...given].some(isThere) &&
    !files.some(readsData)
  );
}

/** Else its work is done where nobody has read. */
const WRITES = /\.\s*(?:save\w*|dump|fit|train|to_\w+|write\w*)\s*\(|\bsave\w*\s*\(/;

/** It looks where it was started, or starts something there. */
const ASKS_WHERE = /\bgetcwd\s*\(|\bPath\.cwd\s*\(|\bsys\.path\b|\bsubprocess\b|\bos\.system\s*\(/;

const LITERAL = /(['"])((?:(?!\1)[^\\\n]){1,200})\1/g;

const literalsOf = ({ code }: Pick<PythonText, 'code'>): string[] =>
  [...code.matchAll(LITERAL)].map(([, , text = '']) => text);

/** A file that is no module, or a folder that holds one. */
function pathsOf({ files }: Pick<Repository, 'files'>): (text: string) => boolean {
  const known = new Set<string>();
  for (const file of files.filter((each) => !each.endsWith('.py'))) {
    const names = file.split('/');
    for (const at of names.keys()) known.add(names.slice(0, at + 1).join('/'));
  }
  return (text) => known.has(text.replace(/^(\.\/)+/, '').replace(/\/+$/, ''));
}

/** What is read by a path of its own and in no commit: a setup lays it beside the code. */
const readsData = ({ code }: Pick<PythonText, 'code'>): boolean =>
  /\b(?:read_\w+|load_from_disk|memmap|fromfile|loadtxt|genfromtxt|ImageFolder|DatasetFolder|image_dataset_from_directory|listdir|scandir)\s*\(\s*[fr]?['"](?![/~]|\w+:)/.test(
    code,
  ) ||
  /\bopen\s*\(\s*[fr]?(['"])(?![/~])[^'"\n]*\1\s*(?:\)|,\s*(?:mode\s*=\s*)?['"]r|,\s*encoding)/.test(code) ||
  /\bdata_files\s*=|\bfrom_pretrained\s*\(\s*['"]\./.test(code) ||
  /\b(?:np|numpy)\.load\s*\(\s*[fr]?['"](?![/~])/.test(code);
