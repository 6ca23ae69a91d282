import { nearestOf } from '../nearest.ts';
import type { Job } from './job.ts';

/** A file of the commit. */
interface CommittedFile {
  path: string;
  executable: boolean;
  link?: string;
}

/** A command of the job that cannot begin as it stands. */
export interface ScriptFault {
  code: 'no-such-script' | 'not-executable';
  /** Of the command in the job file. */
  path: readonly string[];
  what: string;
  next: string;
}

/**
 * Commands whose script the commit does not hold although it holds one that is called nearly so, and scripts that are to be run by
 * themselves and may not be. A smoke sees only the script that it names itself, and a box would see the others, for money.
 *
 * A script that is like none of the commit may well be made by a setup: of that nothing is said.
 */
export function scriptFaults(job: Job, files: readonly CommittedFile[]): ScriptFault[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return commandsOf(job).flatMap(({ path, command, setup }) => {
    const script = scriptOf(command);
    if (!script) return [];
    const name = plain(script.word);
    const file = byPath.get(name);
    // Below a link lies what another path names.
    if (!file && files.some((each) => each.link !== undefined && name.startsWith(`${each.path}/`))) return [];
    if (!file) return missing({ path, command, word: script.word, setup }, [...byPath.keys()]);
    return script.isRunItself && !file.executable && file.link === undefined
      ? [notExecutable(path, command, script.word)]
      : [];
  });
}

interface Named {
  path: readonly string[];
  command: string;
  /** What may make further files. */
  setup: string;
}

function commandsOf({ run, setup = '', smoke }: Job): Named[] {
  const own = { path: ['run'], command: run, setup };
  if (smoke === 'none') return [own];
  const small = { path: ['smoke', 'run'], command: smoke.run, setup: smoke.setup ?? '' };
  const { drill } = smoke;
  if (drill === 'none' || drill.run === smoke.run) return [own, small];
  return [own, small, { path: ['smoke', 'drill', 'run'], command: drill.run, setup: smoke.setup ?? '' }];
}

function missing(
  { path, command, word, setup }: Named & { word: string },
  known: readonly string[],
): ScriptFault[] {
  const name = plain(word);
  const sameName = known.filter((each) => each.endsWith(`/${name.slice(name.lastIndexOf('/') + 1)}`));
  const near = nearestOf(name, known) ?? (sameName.length === 1 ? sameName[0] : undefined);
  if (near === undefined || setup.includes(name)) return [];
  const what = `\`${path.join('.')}\` runs ${word}, which the commit does not hold: it has ${near}.`;
  return [{ code: 'no-such-script', path, what, next: writeInstead(path, command, { word, other: near }) }];
}

const notExecutable = (path: readonly string[], command: string, word: string): ScriptFault => ({
  code: 'not-executable',
  path,
  what: `\`${path.join('.')}\` runs ${word} by itself, and in the commit that file is not executable.`,
  next: `Make it so, \`chmod +x ${plain(word)} && git add ${plain(word)}\`, and commit; or ${writeInstead(
    path,
    command,
    { word, other: `sh ${word}` },
  ).replace(/^W/, 'w')}`,
});

function writeInstead(
  path: readonly string[],
  command: string,
  { word, other }: { word: string; other: string },
): string {
  const instead = command.replace(word, () => other).trim();
  return instead.includes('\n') || instead.includes('`') || /: | #/.test(instead)
    ? `Write \`${other}\` there.`
    : `Write \`${path.at(-1)}: ${instead}\`.`;
}

const plain = (word: string): string => word.replace(/^(?:\.\/)+/, '');

const INTERPRETER = /^(?:[\w./-]*\/)?(?:python[\d.]*|node|sh|bash|dash|Rscript|julia)$/;
const LAUNCHER = /^(?:torchrun|accelerate|deepspeed)$/;
const SCRIPT = /^[\w./-]+\.(?:py|sh|bash|mjs|cjs|js|R|jl)$/;

/** The script of the first command of a line, where its words are plain and no folder is entered first. */
function scriptOf(command: string): { word: string; isRunItself: boolean } | undefined {
  const [first = ''] = command.trim().split(/[\n;&|]/);
  const words = first.trim().split(/\s+/);
  while (/^(?:exec|env|nice|time)$|^[A-Za-z_]\w*=[^"'`$(]*$/.test(words[0] ?? '')) words.shift();
  const [program = '', ...rest] = words;
  if (/^\.\/[\w./-]+$/.test(program)) return { word: program, isRunItself: true };
  if (LAUNCHER.test(program)) {
    const word = rest.find((each) => SCRIPT.test(each));
    return word === undefined ? undefined : { word, isRunItself: false };
  }
  if (!INTERPRETER.test(program)) return;
  // `-m module`, `-c text` and the like: no script.
  const word = rest.find((each) => !/^-[abd-ln-zA-Z]+$/.test(each));
  return word !== undefined && SCRIPT.test(word) && !word.startsWith('/')
    ? { word, isRunItself: false }
    : undefined;
}
