import type { Place, Repository } from '../repository.ts';
import { plainAssignments, shellWords } from './shell-words.ts';

export type Launcher = 'python' | 'accelerate' | 'torchrun' | 'deepspeed' | 'axolotl';

/** A line by which the people of a repository start their training. */
export interface LaunchLine {
  place: Place;
  launcher: Launcher;
  /** Of the launcher itself. */
  launcherArguments: readonly string[];
  /** Script, or configuration of axolotl. */
  target: string;
  /** Of the script, as far as they could be read. */
  scriptArguments: readonly string[];
  /** Words that a shell variable of unknown value stands in, and were left out. */
  unread: number;
}

const STARTS: readonly { words: readonly RegExp[]; launcher: Launcher }[] = [
  { words: [/^accelerate$/, /^launch$/], launcher: 'accelerate' },
  { words: [/^torchrun$/], launcher: 'torchrun' },
  { words: [/^python[\d.]*$/, /^-m$/, /^torch\.distributed\.(launch|run)$/], launcher: 'torchrun' },
  { words: [/^deepspeed$/], launcher: 'deepspeed' },
  { words: [/^axolotl$/, /^train$/], launcher: 'axolotl' },
  { words: [/^python[\d.]*$/], launcher: 'python' },
];
/** What stands before a launcher and changes nothing about it. */
const BEFORE = /^(\$|>|uv|poetry|pdm|hatch|rye|run|exec|time|nohup|sudo|[A-Za-z_]\w*=.*)$/;
const LINES_IN = /(^|\/)(README[\w.-]*|Makefile|makefile|justfile|[\w.-]+\.sh|Dockerfile[\w.-]*)$/;

/** All of them, those of scripts and Makefiles before those of a README. */
export function launchLines(repository: Repository): LaunchLine[] {
  const files = repository.files.filter((path) => LINES_IN.test(path) && path.split('/').length <= 4);
  const sources = files
    .slice(0, 100)
    .map((path) => ({ path, lines: numbered(repository.read(path) ?? '') }))
    .concat(jsonScripts(repository), projectScripts(repository));
  return sources
    .sort((a, b) => Number(/README/.test(a.path)) - Number(/README/.test(b.path)))
    .flatMap(({ path, lines }) => {
      const known = plainAssignments(repository.read(path) ?? '');
      return lines.flatMap(({ text, line }) => {
        const found = launchOf(shellWords(text, known), repository);
        return found === undefined ? [] : [{ ...found, place: { file: path, line } }];
      });
    });
}

/** Lines as a shell reads them: one that ends in a backslash goes on. */
function numbered(text: string): { text: string; line: number }[] {
  const lines: { text: string; line: number }[] = [];
  let goesOn = false;
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line: string = goesOn ? raw.trim() : raw.trim().replace(/^([$>@*-]\s+|@|`)/, '');
    const last = lines.at(-1);
    if (goesOn && last) last.text += ` ${line}`;
    else lines.push({ text: line, line: at + 1 });
    goesOn = line.endsWith('\\');
    const open = lines.at(-1);
    if (goesOn && open) open.text = open.text.slice(0, -1);
  }
  return lines.filter((each) => each.text.length <= 4000);
}

function jsonScripts(repository: Repository): { path: string; lines: { text: string; line: number }[] }[] {
  return ['package.json'].flatMap((path) => {
    const lines = (repository.read(path) ?? '').split('\n').flatMap((text, at) => {
      const command = /^\s*"[\w:-]+"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
      return command === undefined ? [] : [{ text: command.replaceAll('\\"', '"'), line: at + 1 }];
    });
    return [{ path, lines }];
  });
}

/** Commands of the task runners that keep them in pyproject.toml. */
function projectScripts(repository: Repository): {
  path: string;
  lines: { text: string; line: number }[];
}[] {
  const path = 'pyproject.toml';
  const lines = (repository.read(path) ?? '').split('\n').flatMap((text, at) => {
    const command = /^\s*[\w.-]+\s*=\s*(?:\{[^}]*?(?:cmd|shell)\s*=\s*)?"([^"]+)"/.exec(text)?.[1];
    return command === undefined ? [] : [{ text: command, line: at + 1 }];
  });
  return [{ path, lines }];
}

function launchOf(
  all: readonly (string | undefined)[],
  repository: Repository,
): Omit<LaunchLine, 'place'> | undefined {
  const first = all.findIndex((word) => word === undefined || !BEFORE.test(word));
  const words = first < 0 ? [] : all.slice(first);
  const start = STARTS.find(({ words: begin }) =>
    begin.every((pattern, at) => pattern.test(words[at] ?? '')),
  );
  if (!start) return undefined;
  const rest = words.slice(start.words.length);
  const found = targetAmong(rest, repository);
  if (!found) return undefined;
  const own = rest.slice(found.to);
  return {
    launcher: found.target.endsWith('.py') ? start.launcher : 'axolotl',
    launcherArguments: rest.slice(0, found.from).flatMap((word) => word ?? []),
    target: found.target,
    scriptArguments: withoutUnread(own),
    unread: own.filter((word) => word === undefined).length,
  };
}

function targetAmong(
  words: readonly (string | undefined)[],
  { files }: Repository,
): { target: string; from: number; to: number } | undefined {
  for (const [at, word] of words.entries()) {
    if (word === undefined) continue;
    const path = word.replace(/^\.\//, '');
    if (/\.(py|ya?ml)$/.test(path) && !isOpenOption(words[at - 1]) && files.includes(path))
      return { target: path, from: at, to: at + 1 };
    const module = (word === '-m' || word === '--module') && words[at + 1]?.replaceAll('.', '/');
    const named = module ? [`${module}.py`, `${module}/__main__.py`, `src/${module}.py`] : [];
    const target = named.find((each) => files.includes(each));
    if (target !== undefined) return { target, from: at, to: at + 2 };
  }
  return undefined;
}

/** `--config`, which the next word belongs to. */
const isOpenOption = (word: string | undefined): boolean =>
  word?.startsWith('--') === true && !word.includes('=');

/** An option whose value is not known goes with it. */
function withoutUnread(words: readonly (string | undefined)[]): string[] {
  return words.flatMap((word, at) => {
    if (word === undefined) return [];
    const next = at + 1 < words.length ? words[at + 1] : '';
    return word.startsWith('--') && !word.includes('=') && next === undefined ? [] : [word];
  });
}
