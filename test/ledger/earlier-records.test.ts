import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { runState } from '../../src/lease/run.ts';
import { appendDecision } from '../../src/ledger/append-to-run.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ShiftedClock } from '../github/shifted-clock.ts';
import { programCommand } from '../installation.ts';
import { missing } from '../requirement.ts';
import { git, repository, tempDir } from './git-fixture.ts';
import { secret } from './sample-run.ts';

const RUN = 'tiny-middle';
const WRITTEN_AT = Date.parse('2026-11-24T04:44:20Z');

/** Written by the program before its engine was moved out of the command line, signed with the secret of these tests. */
const EARLIER = [
  { file: 'mid-run.bundle', state: 'running', events: 9, next: 'look' },
  { file: 'sealed.bundle', state: 'sealed', events: 13, next: 'ask' },
  { file: 'in-debt.bundle', state: 'debt', events: 17, next: 'prove' },
] as const;

describe('a record that an earlier version wrote', { skip: missing('git') }, () => {
  for (const { file, state, events, next } of EARLIER) {
    it(`is read as it was meant, ${file}`, async (t) => {
      const { ledger } = restored(t, file);
      const record = await ledger.read(RUN);
      const run = fold(RUN, record.events);
      assert.deepEqual([record.trust, record.events.length, run.ignored], ['proven', events, []]);
      assert.equal(runState(run), state);
    });

    it(`is gone on with from where it stood, ${file}`, (t) => {
      const { dir } = restored(t, file);
      const shown = JSON.parse(program(t, dir, 'release', RUN, '--dry-run', '--json'));
      assert.equal(shown.state, state);
      assert.ok(
        shown.next.some((step: { do: string }) => step.do === next),
        JSON.stringify(shown.next),
      );
    });

    it(`takes what this version appends, ${file}`, async (t) => {
      const { ledger } = restored(t, file);
      const world = { ledger, clock: systemClock, who: 'test' };
      await appendDecision(world, RUN, [{ type: 'halted', code: 'x', what: 'x', next: 'x' }]);
      const run = await read(ledger);
      assert.deepEqual([run.halted?.code, run.ignored], ['x', []]);
    });
  }
});

const read = async (ledger: Ledger): Promise<Run> => fold(RUN, (await ledger.read(RUN)).events);

function restored(t: TestContext, file: string): { dir: string; ledger: Ledger } {
  const dir = repository(t);
  git(dir, 'fetch', '--quiet', join(import.meta.dirname, 'fixtures', file), 'refs/*:refs/*');
  return { dir, ledger: openLedger({ kind: 'local-repo', dir }, { clock: systemClock, secret }) };
}

/** As on the day when the records were written: what is next depends on what has been spent meanwhile. */
function program(t: TestContext, dir: string, ...args: string[]): string {
  const [node, start] = programCommand();
  const clock = new ShiftedClock(tempDir(t));
  clock.pass((WRITTEN_AT - Date.now()) / 1000);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: dir,
    XDG_STATE_HOME: join(dir, 'state'),
    GPU_LEASE_SECRET: secret,
    ...clock.env,
  };
  return execFileSync(node, [start, ...args], {
    cwd: dir,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
