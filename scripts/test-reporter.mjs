// What a person wants to read: failures in full, skips by name with their reason, one line a file, one last line of
// numbers. With --require-all a skip is a failure.
import { relative } from 'node:path';

export default async function* report(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const skips = new Map();
  const perFile = new Map();
  const shown = [];
  for await (const { type, data } of source) {
    if (type === 'test:stdout') shown.push(...linesToShow(data.message));
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const file = relative(process.cwd(), data.file ?? '');
    const row = perFile.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
    perFile.set(file, row);
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
      yield `\nFAILED ${file}: ${data.name}\n${error?.stack ?? error?.message ?? String(error)}\n`;
    }
  }
  for (const [file, row] of [...perFile].sort()) {
    yield `${String(row.passed).padStart(5)} passed${row.failed ? `, ${row.failed} FAILED` : ''}${row.skipped ? `, ${row.skipped} skipped` : ''}  ${file}\n`;
  }
  if (shown.length > 0) yield `\n${shown.join('\n')}\n`;
  for (const [why, names] of skips)
    yield `\nskipped, ${why}:\n${names.map((name) => `  ${name}`).join('\n')}\n`;
  const mustRun = process.env.GPU_LEASE_REQUIRE_ALL === '1' && counts.skipped > 0;
  if (mustRun) {
    yield '\n--require-all: a skipped test is a failure\n';
    process.exitCode = 1;
  }
  yield `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`;
}

/** What a test wants read also when all is well, it prints behind `show: `. */
function linesToShow(text) {
  return text.split('\n').flatMap((line) => (line.startsWith('show: ') ? [line.slice(6).trimEnd()] : []));
}
