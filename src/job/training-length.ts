import { isPair, isScalar, LineCounter, type Pair, parseDocument, visit } from 'yaml';

export type LengthKind = 'epochs' | 'steps';

/** How long a configuration file of a trainer says that it trains. */
export interface TrainingLength {
  kind: LengthKind;
  /** As written: `num_train_epochs`. */
  name: string;
  /** With the keys that it lies below: `trainer.max_epochs`. */
  path: string;
  value: number;
  line: number;
  column: number;
}

/** A longer file is data, and its length says nothing of a training. */
export const MOST_CONFIG_BYTES = 128 * 1024;

const NAMES: Readonly<Record<LengthKind, ReadonlySet<string>>> = {
  epochs: new Set(
    'epochs numepochs nepochs nbepochs maxepochs totalepochs trainepochs numtrainepochs trainingepochs'.split(
      ' ',
    ),
  ),
  steps: new Set(
    'maxsteps totalsteps trainsteps numtrainsteps maxtrainsteps trainingsteps maxiters maxiter maxiterations numiterations trainiters'.split(
      ' ',
    ),
  ),
};

/** Parts of a configuration whose lengths are not the one of the training. */
const BESIDE = /sched|warm|eval|valid|^test|early|^lr/i;

/** `MAX_EPOCHS`, `max-epochs` and `maxEpochs` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

export function lengthKind(name: string): LengthKind | undefined {
  const plain = plainName(name);
  return NAMES.epochs.has(plain) ? 'epochs' : NAMES.steps.has(plain) ? 'steps' : undefined;
}

/** A count that is set; 0 and -1 mean "not by this" to those who write them. */
export function countOf(text: unknown): number | undefined {
  const value =
    typeof text === 'number'
      ? text
      : /^\d[\d_]*(\.\d+)?(e\d+)?$/i.test(String(text).trim())
        ? Number(String(text).replaceAll('_', ''))
        : 0;
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/**
 * The lengths of training that a file sets, by its text alone: YAML and JSON (which is YAML), and TOML. A file that is neither, or
 * longer than 128 KiB, says nothing.
 */
export function lengthsIn(file: string, text: string): TrainingLength[] {
  if (text.length > MOST_CONFIG_BYTES) return [];
  const found = /\.toml$/i.test(file) ? fromToml(text) : fromYaml(text);
  return found.filter(
    ({ path }) =>
      !path
        .split('.')
        .slice(0, -1)
        .some((part) => BESIDE.test(part)),
  );
}

function fromYaml(text: string): TrainingLength[] {
  const found: TrainingLength[] = [];
  const lines = new LineCounter();
  try {
    // Aliases are not followed, so that a small file stays small.
    visit(parseDocument(text, { lineCounter: lines, logLevel: 'silent' }), {
      Pair(_, pair, above) {
        const length = lengthOfPair(pair, lines);
        if (length) found.push({ ...length, path: [...above.filter(isPair), pair].map(keyOf).join('.') });
      },
    });
  } catch {
    // Deeper than anybody's configuration is.
    return [];
  }
  return found;
}

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

function lengthOfPair(pair: Pair, lines: LineCounter): Omit<TrainingLength, 'path'> | undefined {
  const name = keyOf(pair);
  const kind = lengthKind(name);
  const value = isScalar(pair.value) ? countOf(pair.value.value) : undefined;
  if (kind === undefined || value === undefined || !isScalar(pair.key)) return undefined;
  const { line, col } = lines.linePos(pair.key.range?.[0] ?? 0);
  return { kind, name, value, line, column: col };
}

function fromToml(text: string): TrainingLength[] {
  const found: TrainingLength[] = [];
  let table = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, header] = /^\s*\[+([^\]]+)\]/.exec(line) ?? [];
    if (header !== undefined) table = `${header.trim()}.`;
    const [, space = '', key = '', written] =
      /^(\s*)["']?([\w.-]+)["']?\s*=\s*["']?([\d_.e]+)\b/i.exec(line) ?? [];
    const name = key.split('.').at(-1) ?? '';
    const [kind, value] = [lengthKind(name), countOf(written)];
    if (kind === undefined || value === undefined) continue;
    found.push({ kind, name, path: `${table}${key}`, value, line: index + 1, column: space.length + 1 });
  }
  return found;
}
