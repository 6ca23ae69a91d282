// What a person wants to read: failures in full, skips by name with their reason, one line a file, where the time went, what
// was left out, one last line of numbers. With --require-all a skip is a failure.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORTH_IT } from './test-bundle.mjs';
import { cpuSeconds } from './test-cost.mjs';
import { fileOf, inSources } from './test-places.mjs';

const LONG_SECONDS = 10;

/**
 * @param at where the bundles lie
 * @param plan what was run: `processes` with their files, and the files that were `leftOut`
 * What failed it leaves in `failures.json` there.
 */
export async function* report(source, at, plan) {
  const seen = {
    counts: { passed: 0, failed: 0, skipped: 0 },
    skips: new Map(),
    perFile: new Map(),
    shown: [],
    leftOut: new Set(plan.leftOut),
    errors: new Map(),
    failures: [],
  };
  const began = performance.now();
  for await (const { type, data } of source) {
    if (type === 'test:stdout') listen(seen, data.message);
    if (type === 'test:stderr')
      seen.errors.set(data.file, `${seen.errors.get(data.file) ?? ''}${data.message}`.slice(-4000));
    if (type === 'test:pass' || type === 'test:fail') yield* tell(seen, at, type === 'test:pass', data);
  }
  yield* linesOfFiles(seen.perFile);
  yield slowest(seen.perFile, costsOf(at, plan));
  if (seen.shown.length > 0) yield `\n${seen.shown.join('\n')}\n`;
  for (const [why, names] of seen.skips)
    yield `\nskipped, ${why}:\n${names.map((name) => `  ${name}\n`).join('')}`;
  yield leftOut(seen.leftOut);
  const mustRun = process.env.GPU_LEASE_REQUIRE_ALL === '1' && seen.counts.skipped > 0;
  if (mustRun) yield '\n--require-all: a skipped test is a failure\n';
  writeFileSync(join(at, 'failures.json'), JSON.stringify({ failures: seen.failures, mustRun }));
  const minutes = (seconds) => (seconds / 60).toFixed(1);
  yield `\n${minutes((performance.now() - began) / 1000)} minutes, ${minutes(cpuSeconds())} minutes of processor\n`;
  const { passed, failed, skipped } = seen.counts;
  yield `\n${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}

function* tell(seen, at, hasPassed, data) {
  const file = fileOf({ ...data, file: data.file ?? data.name }, at);
  const row = seen.perFile.get(file) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  seen.perFile.set(file, row);
  if (data.nesting === 0) row.seconds += (data.details?.duration_ms ?? 0) / 1000;
  const { failureType, cause } = data.details?.error ?? {};
  // A suite fails by its tests, which are told; or by itself, before any of them. One that is skipped stands for them.
  const isTold = data.skip === undefined && (hasPassed || failureType === 'subtestsFailed');
  if (data.details?.type === 'suite' && isTold) return;
  const count = data.skip === undefined ? (hasPassed ? 'passed' : 'failed') : 'skipped';
  seen.counts[count] += 1;
  row[count] += 1;
  if (count === 'skipped') {
    const why = data.skip === true ? 'no reason given' : data.skip;
    seen.skips.set(why, [...(seen.skips.get(why) ?? []), `${file}: ${data.name}`]);
  }
  if (count !== 'failed') return;
  const error = cause ?? data.details?.error;
  const said = seen.errors.get(data.name);
  const text = inSources(`${error?.stack ?? error?.message ?? String(error)}${said ? `\n${said}` : ''}`);
  // What was found by a seed is a find, however seldom it comes.
  seen.failures.push({ file, name: data.name, isBySeed: /\bseed\b/i.test(text) });
  yield `\nFAILED ${file}: ${data.name}\n${text}\n`;
}

function* linesOfFiles(perFile) {
  for (const [file, row] of [...perFile].sort()) {
    if (row.passed + row.failed + row.skipped === 0) continue;
    yield `${String(row.passed).padStart(5)} passed${row.failed ? `, ${row.failed} FAILED` : ''}${row.skipped ? `, ${row.skipped} skipped` : ''}  ${file}\n`;
  }
}

/** Seconds of processor by file, of those that had a process of their own. */
function costsOf(at, { processes }) {
  const list = join(at, 'costs.jsonl');
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').map(JSON.parse) : [];
  const cpu = new Map(lines.map((line) => [line.start, line.cpu]));
  const alone = processes.filter(({ files }) => files.length === 1);
  return new Map(alone.map(({ start, files: [file] }) => [file, cpu.get(start)]));
}

/** Where the time of a run goes: the ten files that took longest (with `--costs` all), start of the process not counted. */
function slowest(perFile, costs) {
  const files = [...perFile].sort(([, one], [, other]) => other.seconds - one.seconds);
  const shown = process.env.GPU_LEASE_COSTS === '1' ? files.length : 10;
  const lines = files.slice(0, shown).map(([file, { seconds }]) => {
    const cpu = costs.get(file);
    const processor = cpu === undefined ? '' : `${cpu.toFixed(1)} s of processor`;
    return `${seconds.toFixed(1).padStart(7)} s  ${processor.padStart(22)}  ${file}\n`;
  });
  const silent = files.filter(([file, { seconds }]) => seconds > LONG_SECONDS && !saysWhy(file));
  const why = silent.map(([file]) => `  ${file}\n`).join('');
  return `\nslowest:\n${lines.join('')}${why && `\nover ten seconds, and its first comment does not say what makes it worth that:\n${why}`}`;
}

const saysWhy = (file) => existsSync(file) && WORTH_IT.test(readFileSync(file, 'utf8'));

/** What a test wants read also when all is well, it prints behind `show: `; what it leaves to another run behind `left out: `. */
function listen(seen, text) {
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    if (line.startsWith('show: ')) seen.shown.push(line.slice(6));
    if (line.startsWith('left out: ')) seen.leftOut.add(line.slice(10));
  }
}

function leftOut(names) {
  const seed = `seed ${process.env.GPU_LEASE_RUN_SEED}: GPU_LEASE_SEED=${process.env.GPU_LEASE_RUN_SEED} chooses the same`;
  if (names.size === 0) return `\nleft out: nothing (${seed})\n`;
  const lines = [...names].sort().map((name) => `  ${name}\n`);
  return `\nleft out (${seed}; npm run test:long leaves out nothing):\n${lines.join('')}`;
}
