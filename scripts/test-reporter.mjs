// What a person wants to read: failures in full, skips by name with their reason, one line a file, one last line of
// numbers. With --require-all a skip is a failure.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default async function* report(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const skips = new Map();
  const perFile = new Map();
  const shown = [];
  const failures = [];
  for await (const { type, data } of source) {
    if (type === 'test:stdout') shown.push(...linesToShow(data.message));
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = relative(process.cwd(), data.file ?? '');
    const row = perFile.get(file) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0 };
    perFile.set(file, row);
    if (data.nesting === 0) row.seconds += (data.details?.duration_ms ?? 0) / 1000;
    if (data.details?.type === 'suite') continue;
    if (data.skip !== undefined) {
      counts.skipped += 1;
      row.skipped += 1;
      const why = data.skip === true ? 'no reason given' : data.skip;
      skips.set(why, [...(skips.get(why) ?? []), `${file}: ${data.name}`]);
    } else if (type === 'test:pass') {
      counts.passed += 1;
      row.passed += 1;
    } else {
      counts.failed += 1;
      row.failed += 1;
      const error = data.details?.error?.cause ?? data.details?.error;
      const text = error?.stack ?? error?.message ?? String(error);
      // What was found by a seed is a find, however seldom it comes.
      failures.push({ file, name: data.name, isBySeed: /\bseed\b/i.test(text) });
      yield `\nFAILED ${file}: ${data.name}\n${text}\n`;
    }
  }
  for (const [file, row] of [...perFile].sort()) {
    if (row.passed + row.failed + row.skipped === 0) continue;
    yield `${String(row.passed).padStart(5)} passed${row.failed ? `, ${row.failed} FAILED` : ''}${row.skipped ? `, ${row.skipped} skipped` : ''}  ${file}\n`;
  }
  yield slowest(perFile);
  if (shown.length > 0) yield `\n${shown.join('\n')}\n`;
  for (const [why, names] of skips)
    yield `\nskipped, ${why}:\n${names.map((name) => `  ${name}`).join('\n')}\n`;
  const mustRun = process.env.GPU_LEASE_REQUIRE_ALL === '1' && counts.skipped > 0;
  if (mustRun) {
    yield '\n--require-all: a skipped test is a failure\n';
    process.exitCode = 1;
  }
  const list = process.env.GPU_LEASE_FAILURES;
  if (list) writeFileSync(list, JSON.stringify({ failures, mustRun }));
  yield `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`;
}

/** Where the time of a run goes: the ten files that took longest, start of the process not counted. */
function slowest(perFile) {
  const files = [...perFile].sort(([, one], [, other]) => other.seconds - one.seconds).slice(0, 10);
  return `\nslowest:\n${files.map(([file, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join('')}`;
}

/** What a test wants read also when all is well, it prints behind `show: `. */
function linesToShow(text) {
  return text.split('\n').flatMap((line) => (line.startsWith('show: ') ? [line.slice(6).trimEnd()] : []));
}
