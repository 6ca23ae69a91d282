import { isMapping } from '../strict-yaml/explain.ts';
import type { Instead, Path } from '../strict-yaml/read.ts';
import { globFault } from './glob.ts';
import { jobName } from './job-name.ts';
import { readDuration, readSize } from './quantity.ts';
import { gpuInstead } from './short-forms.ts';

/**
 * What people write in the forms of other tools (a bare word for a mapping, `5m`, `64Gi`, `no`, `KEY=value`, a path with
 * backslashes), and the entry that says the same here.
 */
export function lineInstead(path: Path, value: unknown, within: unknown): Instead | undefined {
  return gpuInstead(path, value, within) ?? FORMS[place(path)]?.(value) ?? byKey(path, value);
}

/** `artifacts[].path`: a place without the numbers of its items. */
const place = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
    .join('')
    .slice(1);

type Form = (value: unknown) => Instead | undefined;

const sure = (line: string, note?: string): Instead => ({ line, isSure: true, ...(note && { note }) });
const formOnly = (line: string, note?: string): Instead => ({ ...sure(line, note), isSure: false });

const ofText =
  (make: (text: string) => Instead | undefined): Form =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' ? make(value.trim()) : undefined;

const PLATFORM = /^[a-z0-9-]+$/;

const FORMS: Readonly<Record<string, Form>> = {
  name: (value) => (isScalar(value) ? sure(`name: ${jobName(String(value))}`) : undefined),
  candidates: ofText((text) => (PLATFORM.test(text) ? sure(`candidates: [${text}]`) : undefined)),
  artifacts: ofText((text) => (isPath(text) ? formOnly(`artifacts: [${artifact(text)}]`) : undefined)),
  'artifacts[]': ofText((text) => (isPath(text) ? formOnly(artifact(text)) : undefined)),
  smoke: (value) => (isOff(value) ? formOnly('smoke: none', 'to rent without one') : command('smoke', value)),
  'smoke.drill': (value) => (isOff(value) ? sure('drill: none') : command('drill', value)),
  budget: (value) =>
    typeof value === 'number' && value > 0
      ? formOnly(
          `budget: { usd: ${value}, hours: 24, usdPerHour: 2 }`,
          'with the hours and the price that you mean',
        )
      : undefined,
  retry: (value) => (isCount(value) ? sure(`retry: { max: ${value} }`) : undefined),
  watch: ofText((text) => (readDuration(text).ok ? sure(`watch: { stall: ${text} }`) : undefined)),
  run: commandOf('run'),
  setup: commandOf('setup'),
  'smoke.run': commandOf('run'),
  'smoke.setup': commandOf('setup'),
  'smoke.drill.run': commandOf('run'),
  vars: (value) => variables(value),
  'env[]': ofText((text) => {
    const name =
      /^(?:export )?([A-Za-z_][A-Za-z0-9_]*)\s*[=:]/.exec(text)?.[1] ?? /^\$\{?(\w+)\}?$/.exec(text)?.[1];
    return name === undefined ? undefined : sure(name, 'and replace the secret if its value stood here');
  }),
  spot: spotMarket,
  use_spot: spotMarket,
};

const isOff = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(no|off|false|skip|disabled)$/i.test(value));
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isPath = (text: string): boolean => globFault(text) === undefined;

const artifact = (path: string): string =>
  `{ path: ${word(path)}, role: ${/\.jsonl$|\.csv$/.test(path) ? 'metrics' : 'model'} }`;

/** In quotes where YAML would take it for something else. */
const word = (text: string): string =>
  /^[A-Za-z0-9_./][\w./+ -]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;

function command(key: string, value: unknown): Instead | undefined {
  return typeof value === 'string' && value.trim() !== ''
    ? sure(`${key}: { run: ${word(value.trim())} }`)
    : undefined;
}

/** A list of commands, as workflows and Dockerfiles have it. */
function commandOf(key: string): Form {
  return (value) => {
    if (!Array.isArray(value) || value.length === 0) return;
    const all = value.map((each) => (isScalar(each) ? String(each).trim() : ''));
    if (all.includes('') || all.some((each) => each.includes('\n'))) return;
    // `[python, train.py]` is one command in words, and the others are several commands.
    const isWords = all.every((each) => !/\s/.test(each));
    return sure(`${key}: ${word(all.join(isWords ? ' ' : ' && '))}`);
  };
}

/** `- A=1`, as in a compose file. */
function variables(value: unknown): Instead | undefined {
  if (!Array.isArray(value) || value.length === 0) return;
  const pairs = value.map((each) => {
    if (isMapping(each)) return Object.keys(each).length === 1 ? Object.entries(each)[0] : undefined;
    return typeof each === 'string' ? /^([A-Za-z_]\w*)=(.*)$/s.exec(each)?.slice(1) : undefined;
  });
  if (pairs.some((pair) => pair === undefined || !isScalar(pair[1]))) return;
  return sure(`vars: { ${pairs.map((pair) => `${pair?.[0]}: ${word(String(pair?.[1]))}`).join(', ')} }`);
}

function spotMarket(value: unknown): Instead | undefined {
  const market = isOff(value) ? 'on-demand' : 'spot';
  return formOnly(
    `market: ${market}`,
    'of a candidate, as in `candidates: [{ platform: vastai, market: spot }]`',
  );
}

const SECONDS: ReadonlySet<string> = new Set([
  'timeout',
  'every',
  'try-again',
  'for',
  'stall',
  'expected',
  'unreachable',
  'uncollected',
  'unreleased',
  'held',
  'within',
]);
const SIZES: ReadonlySet<string> = new Set(['memory', 'disk', 'size']);
const PATHS: ReadonlySet<string> = new Set(['path', 'metrics', 'checkpoint', 'complete', 'config', 'file']);

/** What means the same wherever its key stands. */
function byKey(path: Path, value: unknown): Instead | undefined {
  const key = path.findLast((part) => typeof part === 'string');
  if (key === undefined) return;
  const entry = (text: string): string => (typeof path.at(-1) === 'string' ? `${key}: ${text}` : text);
  if (SECONDS.has(key)) return duration(value, entry);
  if (SIZES.has(key)) return size(path, value, entry);
  if (PATHS.has(key) && typeof value === 'string') {
    const plain = plainPath(value);
    if (plain !== undefined) return sure(entry(word(plain)));
    const inside = value.replace(/^(?:\.\.\/)+/, '');
    return inside !== value && isPath(inside)
      ? formOnly(entry(word(inside)), 'and let the command write there')
      : undefined;
  }
  return path[0] === 'budget' && typeof value === 'number' && value < 0
    ? formOnly(entry(String(-value)))
    : undefined;
}

const UNITS: readonly [RegExp, string][] = [
  [/^(?:s|sec|secs|second|seconds)$/i, 's'],
  [/^(?:m|mins?|minutes?)$/i, 'min'],
  [/^(?:h|hrs?|hours?)$/i, 'h'],
  [/^(?:d|days?)$/i, 'd'],
];

/** `300`, `5m`, `2 hours`, and Slurm's `01:30:00`. */
function duration(value: unknown, entry: (text: string) => string): Instead | undefined {
  if (typeof value === 'number' && value > 0)
    return { line: entry(`${value}s`), note: `for ${value} seconds; minutes are ${value}min`, isSure: false };
  if (typeof value !== 'string') return;
  const [, days, hours, minutes, seconds] = /^(?:(\d+)-)?(\d{1,3}):(\d\d):(\d\d)$/.exec(value.trim()) ?? [];
  if (minutes !== undefined) {
    const all =
      (((Number(days ?? 0) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) | 0;
    return all > 0 ? sure(entry(all % 60 === 0 ? `${all / 60}min` : `${all}s`)) : undefined;
  }
  const [, amount, named = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(value.trim()) ?? [];
  const unit = UNITS.find(([pattern]) => pattern.test(named))?.[1];
  return amount === undefined || unit === undefined ? undefined : sure(entry(`${amount}${unit}`));
}

/** `4G`, `16gb`, and the `64Gi` of Kubernetes; of a box's sizes with the sign for at least. */
function size(path: Path, value: unknown, entry: (text: string) => string): Instead | undefined {
  if (typeof value !== 'string') return;
  const [, amount, letter = '', binary, plus] =
    /^(\d+(?:\.\d+)?)\s*([MGT])(i?)B?\s*(\+?)$/i.exec(value.trim()) ?? [];
  if (amount === undefined) return;
  const text = `${amount}${letter.toUpperCase()}${binary ? 'i' : ''}B`;
  if (!readSize(text).ok) return;
  const atLeast = path[0] === 'resources';
  const written = `${text}${atLeast ? '+' : plus}`;
  if (written === value) return;
  // Written so it could mean both, and that is for its writer to say.
  const make = readSize(value).ok ? formOnly : sure;
  return make(entry(written), atLeast ? `for at least ${text}` : undefined);
}

/** The same place as a path below the output directory, where it is one. */
function plainPath(text: string): string | undefined {
  const plain = text
    .replaceAll('\\', '/')
    .replace(/^["']?\$\{?GPU_LEASE_OUT\}?["']?\//, '')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/$/, '/**');
  return plain !== text && isPath(plain) ? plain : undefined;
}
