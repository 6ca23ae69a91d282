import { posix } from 'node:path';
import { callsIn, type PythonCall } from '../python/calls.ts';
import { bindingsOf } from '../python/imports.ts';
import { lineAt, type PythonText, readPython } from '../python/text.ts';
import type { Place, Repository } from '../repository.ts';
import { type Declared, declaredBy } from './declared.ts';
import type { Entry } from './entry.ts';
import { type Flags, flagsOf } from './flags.ts';
import { isStartedInOutput } from './started-where.ts';

/** The entry point and what it uses of its own repository, read and never run. */
export interface Code {
  entry?: Entry;
  /** The entry first, then the modules of the repository that it imports. */
  files: readonly PythonText[];
  calls: readonly PythonCall[];
  /** Modules and names that the files import, whole. */
  imported: readonly string[];
  flags: Flags;
  declared: Declared;
  repository: Repository;
  /** Whether it is started in its output directory, which is where its own relative paths then lead. */
  isStartedInOutput: boolean;
}

const MOST_FILES = 40;

export function readCode(repository: Repository, entry: Entry | undefined): Code {
  const files = entry?.path.endsWith('.py') ? withOwnModules(repository, entry) : [];
  const calls = files.flatMap(callsIn);
  const [main] = files;
  const own = main ? { python: main, calls: calls.filter(({ file }) => file === main.path) } : undefined;
  const code: Omit<Code, 'isStartedInOutput'> = {
    ...(entry && { entry }),
    files,
    calls,
    imported: files.flatMap((file) => bindingsOf(file).imported),
    flags: own ? flagsOf(own, repository) : { style: 'space', all: new Map() },
    declared: declaredBy(repository),
    repository,
  };
  return { ...code, isStartedInOutput: isStartedInOutput(code) };
}

export const callsOf = ({ calls }: Code, name: RegExp): PythonCall[] =>
  calls.filter((call) => name.test(call.name));

/** Whether a module, or a name of it, is imported by the entry or by what it uses. */
export const imports = ({ imported }: Code, module: string): boolean =>
  imported.some((whole) => whole === module || whole.startsWith(`${module}.`));

/** Where code, comments left out, first matches. */
export function findInCode({ files }: Code, pattern: RegExp): Place | undefined {
  for (const file of files) {
    const found = pattern.exec(file.code);
    if (found) return { file: file.path, line: lineAt(file, found.index) };
  }
  return undefined;
}

function withOwnModules(repository: Repository, entry: Entry): PythonText[] {
  const found = new Map([[entry.path, readPython(entry.path, entry.source)]]);
  for (const file of found.values()) {
    for (const path of ownModules(file, entry.path, repository)) {
      if (found.size >= MOST_FILES || found.has(path)) continue;
      found.set(path, readPython(path, repository.read(path) ?? ''));
    }
  }
  return [...found.values()];
}

function ownModules(file: PythonText, entry: string, { files }: Repository): string[] {
  const known = new Set(files);
  const folders = [...new Set([posix.dirname(entry), '.', 'src'])];
  return bindingsOf(file).imported.flatMap((whole) => {
    const dots = /^\.*/.exec(whole)?.[0].length ?? 0;
    const path = whole.slice(dots).replaceAll('.', '/');
    const up = '../'.repeat(Math.max(0, dots - 1));
    const bases = dots > 0 ? [posix.join(posix.dirname(file.path), up)] : folders;
    const named = bases.flatMap((base) =>
      [path, posix.dirname(path)].flatMap((each) => [
        posix.join(base, `${each}.py`),
        posix.join(base, each, '__init__.py'),
      ]),
    );
    return named.filter((each) => known.has(each)).slice(0, 1);
  });
}
