import type { Repository } from '../repository.ts';
import { type LaunchLine, launchLines } from './launch-line.ts';

/** What is started to train, and why it was taken for that. */
export interface Entry {
  path: string;
  source: string;
  why: string;
  /** The line by which the repository's own people start it. */
  line?: LaunchLine;
  /** Name of the command that installing the repository makes of it, where nothing else starts it. */
  installed?: string;
}

export interface Entries {
  /** `undefined`: nothing looks like a training script. */
  taken?: Entry;
  /** Others that are nearly as likely, best first. */
  others: readonly string[];
}

const NOT_OURS =
  /(^|\/)(\.|node_modules\/|venv\/|env\/|site-packages\/|tests?\/|docs?\/|build\/|dist\/|third_party\/)/;
/** What is started beside a training: not the training. */
const NO_TRAINING =
  /(^|[/_-])(eval\w*|test\w*|prepare\w*|preprocess\w*|infer\w*|generate\w*|sample|serve|export|convert|download|setup|benchmark|bench|plot\w*|demo|app|configurator)\.(py|sh|ya?ml)$/;

/** Names that people give to what trains, best first. */
const ENTRY_NAMES: readonly { name: RegExp; weight: number }[] = [
  { name: /^train\.py$/, weight: 50 },
  {
    name: /^(finetune|fine_tune|pretrain|run_train|train_\w+|\w+_train|run_\w+|sft|dpo|grpo)\.py$/,
    weight: 45,
  },
  { name: /^main\.py$/, weight: 35 },
  { name: /^run\.py$/, weight: 30 },
  { name: /^train\.sh$/, weight: 25 },
  { name: /^train\.m?[jt]s$/, weight: 20 },
];
/** An option of `init` says which; others are named when they come this near. */
const NEARLY = 30;
const MOST_CANDIDATES = 40;

/** @param wanted by the person; taken as it is when the repository has it */
export function findEntries(repository: Repository, wanted?: string): Entries {
  const lines = launchLines(repository).filter(({ target }) => isOurs(target));
  if (wanted !== undefined) {
    const taken = entryOf(repository, { path: wanted, lines, why: 'you named it' });
    return { taken, others: [] };
  }
  const named = repository.files.filter((path) => isOurs(path) && weightOf(path) > 0);
  const candidates = [
    ...new Set([
      ...lines.map(({ target }) => target),
      ...installedScripts(repository).map(({ path }) => path),
      ...named,
      ...axolotlFiles(repository),
    ]),
  ]
    .slice(0, MOST_CANDIDATES)
    .map((path) => ({ path, score: scoreOf(repository, path, lines) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const [best, ...rest] = candidates;
  if (!best) return { others: [] };
  const others = rest.filter(({ score }) => score > best.score - NEARLY).map(({ path }) => path);
  return { taken: entryOf(repository, { path: best.path, lines }), others };
}

const isOurs = (path: string): boolean => !NOT_OURS.test(path) && !NO_TRAINING.test(path);

function entryOf(
  repository: Repository,
  { path, lines, why }: { path: string; lines: readonly LaunchLine[]; why?: string },
): Entry {
  const line = lines.find(({ target }) => target === path);
  const source = repository.read(path) ?? '';
  const installed = installedScripts(repository).find(
    (each) => each.path === path && !source.includes('__main__'),
  )?.name;
  const by = line
    ? `${line.place.file}:${line.place.line} starts it`
    : installed === undefined
      ? 'by its name and what it does'
      : `pyproject.toml makes the command ${installed} of it`;
  return {
    path,
    source,
    why: why ?? by,
    ...(line && { line }),
    ...(installed !== undefined && { installed }),
  };
}

/** `[project.scripts]` that are named like a training: `train = "pkg.cli:main"`. */
function installedScripts({ files, read }: Repository): { name: string; path: string }[] {
  const scripts = /^\[(?:project|tool\.poetry)\.scripts\][^\n]*\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(
    read('pyproject.toml') ?? '',
  )?.[1];
  return [...(scripts ?? '').matchAll(/^([\w.-]*(?:train|tune|sft)[\w.-]*)\s*=\s*"([\w.]+):\w+"/gm)].flatMap(
    ([, name = '', module = '']) => {
      const below = `${module.replaceAll('.', '/')}.py`;
      const path = [below, `src/${below}`].find((each) => files.includes(each));
      return path === undefined ? [] : [{ name, path }];
    },
  );
}

const weightOf = (path: string): number =>
  ENTRY_NAMES.find(({ name }) => name.test(path.split('/').at(-1) ?? ''))?.weight ?? 0;

function scoreOf(repository: Repository, path: string, lines: readonly LaunchLine[]): number {
  const source = repository.read(path) ?? '';
  const isPython = path.endsWith('.py');
  const line = lines.find(({ target }) => target === path);
  const isConfig = /\.ya?ml$/.test(path);
  return (
    weightOf(path) +
    (line ? 25 : 0) +
    (installedScripts(repository).some((each) => each.path === path) ? 40 : 0) +
    (isConfig ? 40 : 0) +
    (isPython && isScript(source) ? 20 : 0) +
    (isPython && trains(source) ? 25 : 0) -
    2 * path.split('/').length -
    (/(^|\/)(examples?|legacy|old|archive)\//.test(path) ? 10 : 0)
  );
}

/** A file of that name that nobody can start is a module, not an entry point. */
const isScript = (source: string): boolean =>
  /__main__|argparse|hydra\.main|click\.command|typer\.|configurator\.py|^\w+\.(fit|train)\(/m.test(source);

const trains = (source: string): boolean =>
  /\.backward\(|\.train\(|\.fit\(|Trainer\(|optimizer\.step|train_step|optax|LightningCLI/.test(source);

/** Configurations of axolotl, known by the keys that every one has. */
export function axolotlFiles(repository: Repository): string[] {
  return repository.files.filter((path) => {
    if (!/\.ya?ml$/.test(path) || NOT_OURS.test(path) || path.split('/').length > 4) return false;
    const text = repository.read(path) ?? '';
    return /^base_model:/m.test(text) && /^(datasets|pretraining_dataset):/m.test(text);
  });
}
