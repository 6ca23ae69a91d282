// Runs processes of bundled tests side by side, in the order given: `test-run.mjs DIR`, with the bundles and a `plan.json` there.
// Node's own `--test` would sort them by name, and the longest would come last.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { report } from './test-reporter.mjs';

const [, , at = ''] = process.argv;
const plan = JSON.parse(readFileSync(join(at, 'plan.json'), 'utf8'));
const starts = plan.processes.map(({ start }) => join(at, start));
run({ files: starts, concurrency: plan.sideBySide })
  .compose((source) => report(source, at, plan))
  .on('end', () => {
    const { failures, mustRun } = JSON.parse(readFileSync(join(at, 'failures.json'), 'utf8'));
    if (mustRun || failures.length > 0) process.exitCode = 1;
  })
  .pipe(process.stdout);
