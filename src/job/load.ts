import { Problem } from '../problem.ts';
import { findSecrets, withoutSecrets } from '../secret/shape.ts';
import { explain, isMapping, notAMapping, wordIssue } from '../strict-yaml/explain.ts';
import { inOrder } from '../strict-yaml/in-order.ts';
import { type FileKind, type Path, readYaml, type YamlSource } from '../strict-yaml/read.ts';
import { assemble } from './assemble.ts';
import { type ExpandedCell, expandCells, PLAIN_CELL } from './cells.ts';
import type { Finding, Known, Parts } from './finding.ts';
import type { Job } from './job.ts';
import { crossCheck } from './rules.ts';
import { JOB_KEYS, type JobFile } from './schema.ts';
import { lineInstead } from './usual-forms.ts';
import type { Warning } from './warning.ts';

export type { Known } from './finding.ts';
export type { Warning } from './warning.ts';

const JOB: FileKind = {
  name: 'job',
  start: 'Start from `gpu-lease init`, which writes one for this repository.',
  manyValues: 'Write the values out, or use `cells: {matrix: ...}`.',
  // They become environment variables and names.
  textAt: (path) => path[0] === 'vars' || path[0] === 'name' || (path[0] === 'cells' && !isWeight(path)),
  instead: lineInstead,
  // What follows the "=" of a secret would be the secret itself.
  shown: (text, path) => (path[0] === 'env' ? text.replace(/[=:].*$/s, '=...') : hiddenInNotify(text, path)),
  missing: {
    smoke: 'Add `smoke: {run: <a tiny run of the same entry point>}`, or `smoke: none` to rent without one.',
    run: 'Add the command that trains, such as `run: python train.py --out "$GPU_LEASE_OUT"`.',
    artifacts:
      'Add what must exist when the run is over, such as `artifacts: [{path: "*.safetensors", role: model}]`.',
    candidates: 'Add where to run it, such as `candidates: [local]`.',
  },
};

/**
 * Reads `gpu-lease.yml`.
 *
 * @param file its name as the user knows it, for messages and annotations
 * @param known names of the profiles, so that a candidate without one is found here and not after a rent
 * @throws Problems, all at once and in the order of the file, each with line and column; nothing else, whatever the text
 */
export function parseJob(text: string, file: string, known: Known): { job: Job; warnings: Warning[] } {
  const source = readYaml(text, file, JOB);
  const problems = [...source.problems, ...writtenSecrets(text, source)];
  const raw = source.value;
  if (!isMapping(raw)) throw inOrder(problems.length > 0 ? problems : [notAMapping(source)]);
  const { parts, faults } = readKeys(raw, source);
  const { cells, findings: cellFindings } = cellsOf(parts);
  const commands = withoutCarriageReturns(parts, text, file);
  const findings = [...cellFindings, ...commands, ...crossCheck({ parts, raw, cells, known })];
  problems.push(
    ...faults,
    ...findings.filter(({ level }) => level === 'stop').map((each) => problemOf(each, source)),
  );
  if (problems.length > 0) throw inOrder(problems);
  const job = assemble(
    parts as JobFile,
    cells.map(({ cell }) => cell),
  );
  return { job, warnings: findings.map((finding) => warningOf(finding, source)) };
}

/** Where in the text of a job file that loads the value at `path` stands. */
export const placeInJob = (text: string, file: string, path: Path): NonNullable<Problem['at']> =>
  readYaml(text, file, JOB).placeOf(path);

const SECRET_KEYS_OF_NOTIFY = ['webhook', 'secret', 'slack', 'discord', 'password', 'url', 'hmac'];

/** Where the name of a secret belongs, people paste the secret. */
const hiddenInNotify = (text: string, path: Path): string =>
  path[0] === 'notify' &&
  SECRET_KEYS_OF_NOTIFY.includes(String(path.at(-1))) &&
  !/^[A-Z][A-Z0-9_]*$/.test(text)
    ? '(not shown)'
    : text;

/** Of a named cell; a variable of that name lies one level deeper. */
const isWeight = ([, cell, key, ...deeper]: Path): boolean =>
  typeof cell === 'number' && key === 'weight' && deeper.length === 0;

/** Each key by itself, so that a fault in one hides no fault in another. */
function readKeys(raw: Record<string, unknown>, source: YamlSource): { parts: Parts; faults: Problem[] } {
  const known = Object.keys(JOB_KEYS);
  const unknown = Object.keys(raw).filter((key) => !known.includes(key));
  const faults = explain(
    { code: 'unrecognized_keys', keys: unknown, path: [], message: known.join(' ') },
    [],
    raw,
    source,
  );
  const entries = Object.entries(JOB_KEYS).flatMap(([key, schema]) => {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    const result = schema.safeParse(value, { error: wordIssue });
    if (result.success) return result.data === undefined ? [] : [[key, result.data]];
    if (key === 'env' && namesWithValues(value).length > 0) faults.push(valuesInEnv(value, source));
    else faults.push(...result.error.issues.flatMap((issue) => explain(issue, [key], raw, source)));
    return [];
  });
  return { parts: Object.fromEntries(entries) as Parts, faults };
}

/** `{A: x}` and `[{A: x}]`: what people write who take `env` for a place of values. `name` and `because` are ours. */
const namesWithValues = (env: unknown): string[] =>
  (Array.isArray(env) ? env : [env])
    .filter(isMapping)
    .filter((each) => !(Array.isArray(env) && 'name' in each))
    .flatMap((each) => Object.keys(each));

function valuesInEnv(env: unknown, source: YamlSource): Problem {
  const names = namesWithValues(env).join(', ');
  return new Problem({
    code: 'secret-value',
    kind: 'usage',
    what: '`env` gives values to names. It lists the names of secrets only.',
    next: `Write \`env: [${names}]\` for secrets, and replace those that stood here; move what is not secret to \`vars\`.`,
    at: source.placeOfKey(['env']),
  });
}

/** Anywhere in the text, comments included: whoever can read the repository can read them. */
function writtenSecrets(text: string, source: YamlSource): Problem[] {
  return findSecrets(text).map(
    ({ kind, offset }) =>
      new Problem({
        code: 'secret-value',
        kind: 'usage',
        what: `Here stands what looks like ${kind}.`,
        next: 'Replace that secret now, take it out of the history, and name it under `env` instead.',
        at: source.placeOfOffset(offset),
      }),
  );
}

function cellsOf(parts: Parts): { cells: ExpandedCell[]; findings: Finding[] } {
  if (parts.cells === undefined) return { cells: [{ cell: PLAIN_CELL, from: [] }], findings: [] };
  const { cells, faults } = expandCells(parts.cells);
  return {
    cells,
    findings: faults.map(({ from, ...fault }) => ({ ...fault, level: 'stop', path: ['cells', ...from] })),
  };
}

/**
 * Takes carriage returns out of every command: a shell would pass them on as part of the last word of each line.
 * Changes `parts`.
 */
function withoutCarriageReturns(parts: Parts, text: string, file: string): Finding[] {
  const findings: Finding[] = [];
  const clean = (command: string, path: Path): string => {
    if (!command.includes('\r')) return command;
    findings.push(carriageReturns(path, 'This command holds carriage returns (Windows line ends).'));
    return command.replace(/\r\n?/g, '\n');
  };
  if (text.includes('\r\n')) findings.push(windowsFile(file));
  if (parts.run !== undefined) parts.run = clean(parts.run, ['run']);
  if (parts.setup !== undefined) parts.setup = clean(parts.setup, ['setup']);
  const smoke = parts.smoke;
  if (smoke === undefined || smoke === 'none') return findings;
  smoke.run = clean(smoke.run, ['smoke', 'run']);
  if (smoke.setup !== undefined) smoke.setup = clean(smoke.setup, ['smoke', 'setup']);
  if (typeof smoke.drill === 'object' && smoke.drill.run !== undefined) {
    smoke.drill.run = clean(smoke.drill.run, ['smoke', 'drill', 'run']);
  }
  return findings;
}

const windowsFile = (file: string): Finding => {
  const next = `Save it with LF, as \`sed -i 's/\\r$//' ${file}\` does; the commands were read as if it were.`;
  return { level: 'warn', code: 'crlf', what: 'This file has Windows line ends.', next, path: [] };
};

const carriageReturns = (path: Path, what: string): Finding => {
  const next = 'Save it with LF; the commands were read as if it were.';
  return { level: 'warn', code: 'crlf', what, next, path };
};

const problemOf = ({ code, what, next, path, meant }: Finding, source: YamlSource): Problem =>
  new Problem({
    code,
    kind: 'usage',
    what,
    next,
    at: source.placeOf(path),
    ...(meant !== undefined && { meant: { path, as: { value: meant } } }),
  });

const warningOf = ({ code, what, next, path }: Finding, source: YamlSource): Warning => ({
  code,
  what: withoutSecrets(what),
  next,
  at: source.placeOf(path),
});
