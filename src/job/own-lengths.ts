import { posix } from 'node:path';
import { quoted } from '../secret/shape.ts';
import { shellWords } from './init/reading/shell-words.ts';
import type { Cell, Job } from './job.ts';
import {
  countOf,
  type LengthKind,
  lengthKind,
  lengthsIn,
  plainName,
  type TrainingLength,
} from './training-length.ts';
import type { Warning } from './warning.ts';

/** What the job says of a length, over the configuration of the trainer. */
interface Override {
  kind: LengthKind;
  /** As the trainer's file would call it: the last part of `trainer.max_epochs`, `EPOCHS` of a variable. */
  name: string;
  /** Of an argument with dots: exactly this one is meant. */
  path?: string;
  value: number;
  /** `--epochs 20` in `run`. */
  shown: string;
}

/** More are told by their number. */
const MOST_TOLD = 8;
const MOST_FILES = 64;
const CONFIG_FILE = /\.(ya?ml|json|toml)$/i;

/**
 * Where a cell is run with one length of training, by an argument or a variable, and the trainer's own configuration file says
 * another (U32): one count for all tasks is right for few of them. Only what the text says is compared, epochs with epochs and steps
 * with steps; whoever reads neither is told nothing.
 *
 * @param read the text of a file of the job's code by its path there; `undefined`: there is none
 */
export function ownLengths(job: Job, read: (path: string) => string | undefined): Warning[] {
  const files = new Map<string, TrainingLength[]>();
  const lengthsOf = (path: string): TrainingLength[] => {
    const known = files.get(path) ?? (files.size < MOST_FILES ? lengthsIn(path, read(path) ?? '') : []);
    files.set(path, known);
    return known;
  };
  const found = new Map<string, { at: Warning['at']; what: string; cells: string[] }>();
  for (const cell of job.cells) {
    const words = wordsOf(job, cell);
    const overrides = overridesOf(job, cell, words);
    if (overrides.length === 0) continue;
    for (const file of configFiles(words, { ...job.vars, ...cell.vars }))
      for (const { length, override } of differing(lengthsOf(file), overrides)) {
        const what = `${file}, line ${length.line}, says ${length.name}: ${length.value}, and ${override.shown} is given`;
        const one = found.get(what) ?? {
          at: { file, line: length.line, column: length.column },
          what,
          cells: [],
        };
        found.set(what, { ...one, cells: [...one.cells, cell.name] });
      }
  }
  return told([...found.values()], job.cells.length);
}

function told(found: { at: Warning['at']; what: string; cells: string[] }[], ofCells: number): Warning[] {
  return found.slice(0, MOST_TOLD).map(({ at, what, cells }, index) => {
    const [first = '', ...others] = cells;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const whom = ofCells === 1 ? 'the job' : `the cell ${quoted(first)}${more}`;
    const rest = found.length - MOST_TOLD;
    const untold = index === MOST_TOLD - 1 && rest > 0 ? ` There are ${rest} more such differences.` : '';
    return {
      code: 'own-length',
      what: `${what} to ${whom}: one of the two is not what this task needs.${untold}`,
      next: 'Give each cell its own value, or let its configuration file say it alone.',
      at,
    };
  });
}

/** All words of the command that a shell would see in this cell, as far as they are known. */
function wordsOf(job: Job, cell: Cell): string[] {
  const known = new Map(Object.entries({ ...job.vars, ...cell.vars, GPU_LEASE_CELL: cell.name }));
  const commands = job.run.replaceAll('\\\n', ' ').split(/\n|&&|\|\||;/);
  return commands.flatMap((command) => shellWords(command, known)).map((word) => word ?? '');
}

function overridesOf(job: Job, cell: Cell, words: readonly string[]): Override[] {
  const given = argumentsIn(words);
  const vars = Object.entries({ ...job.vars, ...cell.vars }).flatMap(([name, text]): Override[] => {
    const [kind, value] = [lengthKind(name), countOf(text)];
    if (kind === undefined || value === undefined || given.some((each) => each.kind === kind)) return [];
    const place = Object.hasOwn(cell.vars, name) ? 'of the cell' : 'of `vars`';
    return [{ kind, name, value, shown: `${name}=${text} ${place}` }];
  });
  return [...given, ...vars];
}

/** `--epochs 20`, `--epochs=20` and `trainer.max_epochs=20`. */
function argumentsIn(words: readonly string[]): Override[] {
  return words.flatMap((word, at): Override[] => {
    const [, dashes = '', path = '', written] =
      /^(--?|\+{1,2})?([A-Za-z][\w.-]*)(?:=(.*))?$/.exec(word) ?? [];
    const name = path.split('.').at(-1) ?? '';
    const text = written ?? (dashes.startsWith('-') ? words[at + 1] : undefined);
    const [kind, value] = [lengthKind(name), countOf(text)];
    if (kind === undefined || value === undefined) return [];
    const shown = `\`${word}${written === undefined ? ` ${text}` : ''}\` of \`run\``;
    return [{ kind, name, value, shown, ...(path.includes('.') && { path }) }];
  });
}

/** Paths of the code that the command or a variable names as configuration: also `--config=a.yml` and `@a.json`. */
function configFiles(words: readonly string[], vars: Readonly<Record<string, string>>): Set<string> {
  const named = [...words, ...Object.values(vars)].filter((word) => CONFIG_FILE.test(word));
  return new Set(named.map((word) => posix.normalize(word.replace(/^.*[=@]/, ''))));
}

/** Of those that an override can mean the ones with another value; none where one of them has the same: then it is no blanket one. */
function differing(
  lengths: readonly TrainingLength[],
  overrides: readonly Override[],
): { length: TrainingLength; override: Override }[] {
  return overrides.flatMap((override) => {
    const ofKind = lengths.filter(({ kind }) => kind === override.kind);
    const meant = [
      ofKind.filter(({ path }) => path === override.path),
      ofKind.filter(({ name }) => plainName(name) === plainName(override.name)),
      ofKind,
    ].find((each) => each.length > 0);
    if (!meant || meant.some(({ value }) => value === override.value)) return [];
    return meant.map((length) => ({ length, override }));
  });
}
