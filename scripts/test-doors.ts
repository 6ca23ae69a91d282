import { posix } from 'node:path';

/** The program as it is installed, with its bundle and its actions, and the file that starts it. */
const INSTALLED = 'installation.ts';
const PROGRAM = /'bin', 'gpu-lease'\)/;

/** Of `src/cli`, by the names under which it exports them: what runs a command, a stage or a step of an action with words. */
const COMMANDS = /\bimport \{[^}]*\b(?:command|runStage|tick)\b[^}]*\} from '[^']*\/src\/cli\//;

/** Another module of the tests: imported, or started as a process of its own by its name. Types alone start nothing, nor does a path. */
const MODULES =
  /(?<!import (?:type [^;]*|\{ repositoryRoot \} ))\bfrom '(\.{1,2}\/[^']+\.ts)'|import\('(\.{1,2}\/[^']+\.ts)'\)|'([\w-]+\.ts)'/g;

/**
 * Which of these files go in by a door that a user has: they, or a module of the tests that they import, start the program as it is
 * installed or run one of its commands. The others call functions by themselves, so nothing in them says that a user gets there.
 *
 * @param files path below `test/`, with forward slashes, and text
 */
export function entering(files: readonly { path: string; text: string }[]): ReadonlySet<string> {
  const known = new Map(files.map(({ path, text }) => [path, modulesOf(path, text)]));
  const inside = new Set(
    files.flatMap(({ path, text }) => (COMMANDS.test(text) || PROGRAM.test(text) ? [path] : [])),
  );
  inside.add(INSTALLED);
  for (let before = 0; before < inside.size; ) {
    before = inside.size;
    for (const [path, modules] of known) if (modules.some((each) => inside.has(each))) inside.add(path);
  }
  return inside;
}

function modulesOf(path: string, text: string): string[] {
  return [...text.matchAll(MODULES)].map(([, from, imported, started]) =>
    posix.join(posix.dirname(path), from ?? imported ?? started ?? ''),
  );
}
