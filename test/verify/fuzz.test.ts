// Over ten seconds: mutants of every format are what a parser does not expect, by the thousand.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { isLong, leftOut, runSeed } from '../in-turn.ts';

const ALL = 200_000;
const SLICE = 10_000;

/** In all; `FUZZ_MUTANTS=5000000 npm test verify/fuzz` looks longer, `FUZZ_SEED` elsewhere, `FUZZ_CASE` at one case. */
const MUTANTS = process.env['FUZZ_MUTANTS'] ?? String(isLong ? ALL : SLICE);
/** No run looks where the one before it looked: the same mutants again would prove nothing new. */
const FIRST_SEED = process.env['FUZZ_SEED'] ?? String(1 + runSeed * ALL);
const ONE_CASE = process.env['FUZZ_CASE'] ?? '';
const HANG_MS = 60_000;
const MOST_BYTES = 1.5 * 2 ** 30;

interface Line {
  case: string;
  at?: number;
  mutants?: number;
  outcome?: { troubles: string[]; verdicts: Record<string, number>; peakBytes: number };
}

/** Every line of the child; when it says nothing for a minute, or ends badly, the last place it was at is the error. */
async function* linesOf(child: ChildProcess): AsyncGenerator<Line> {
  const { stdout } = child;
  if (stdout === null) throw new Error('no output');
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(`ended with ${signal ?? code}`)),
  );
  let last: Line = { case: 'the start' };
  let hang = '';
  const watch = () =>
    setTimeout(() => {
      hang = `no verdict within ${HANG_MS / 1000} s`;
      child.kill('SIGKILL');
    }, HANG_MS);
  let timer = watch();
  for await (const text of createInterface({ input: stdout })) {
    clearTimeout(timer);
    timer = watch();
    last = JSON.parse(text) as Line;
    yield last;
  }
  clearTimeout(timer);
  const how = await ended;
  if (how !== 'ended with 0') throw new Error(`${hang || how}, after ${JSON.stringify(last)}`);
}

describe('mutants of every format', () => {
  it(`neither crash, hang nor pass [P5-04]`, async (t) => {
    const worker = join(import.meta.dirname, 'fuzz-worker.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', worker, MUTANTS, FIRST_SEED, ONE_CASE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (Number(MUTANTS) < ALL) leftOut(`mutants of files and sets: ${ALL - Number(MUTANTS)} of ${ALL}`);
    let mutantsInAll = 0;
    const troubles: string[] = [];
    for await (const { case: name, mutants = 0, outcome } of linesOf(child)) {
      if (outcome === undefined) continue;
      mutantsInAll += mutants;
      t.diagnostic(`${name}: ${mutants} mutants, ${JSON.stringify(outcome.verdicts)}`);
      troubles.push(...outcome.troubles.map((trouble) => `${name}: ${trouble}`));
      assert.ok(outcome.peakBytes < MOST_BYTES, `${name}: ${outcome.peakBytes} bytes resident`);
    }
    console.log(
      `show: ${mutantsInAll} mutants of files and sets: ${troubles.length} troubles, first seed ${FIRST_SEED}`,
    );
    assert.deepEqual(troubles, []);
    assert.ok(mutantsInAll >= Number(MUTANTS), `only ${mutantsInAll} mutants`);
  });
});
