import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { continueRun } from '../../src/cli/continue.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { systemClock } from '../../src/clock.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { audited, intended, opened, reachable, rented, started, waived } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';

const TRAIN = '.github/workflows/gpu-lease-train.yml';
const TICK = '.github/workflows/gpu-lease-tick.yml';
const HOPS = 3;

describe('who goes on with what is open', { skip: missing('git'), timeout: 60_000 }, () => {
  it('is asked of every run: one whose hops are used up is named, with what it costs, and keeps nobody from the others [GH-02]', async (t) => {
    const place = await placeOf(t);
    await place.tell('a-1', [...working('a-1'), { type: 'continued', how: 'dispatch', hop: HOPS }]);
    await place.tell('b-1', working('b-1'));
    await place.tell('c-1', [...working('c-1'), { type: 'continued', how: 'dispatch', hop: HOPS }]);
    await assert.rejects(place.goOn({ due: 'true' }), (error: unknown) => {
      assert.ok(error instanceof Problems, String(error));
      assert.match(error.message, /looking at a-1: all 3 hops of the chain are used up/);
      assert.match(error.message, /looking at c-1: /);
      assert.match(error.message, /a-1-1.*USD\/h/s);
      return true;
    });
    assert.deepEqual(
      place.dispatched().map(({ run, hop }) => [run, hop]),
      [['b-1', '1']],
    );
  });

  it('is a chain for one that has none, and nobody where nothing is open', async (t) => {
    const place = await placeOf(t);
    assert.equal(await place.goOn({ due: 'true' }), 'nobody');
    await place.tell('b-1', working('b-1'));
    assert.equal(await place.goOn({ due: 'true' }), 'chain');
    assert.equal(await place.goOn({ due: 'true' }), 'chain', 'its first hop has it');
    assert.equal(place.dispatched().length, 1);
  });

  it('is a person for the one run that a workflow was about, once its hops are used up', async (t) => {
    const place = await placeOf(t);
    await place.tell('a-1', [...working('a-1'), { type: 'continued', how: 'dispatch', hop: HOPS }]);
    const told: string[] = [];
    await assert.rejects(
      place.goOn({ run: 'a-1', hop: String(HOPS) }, (run) => told.push(run)),
      (error: unknown) => {
        assert.ok(error instanceof Problem, String(error));
        assert.deepEqual([error.code, error.kind], ['chain-ended', 'refused']);
        assert.match(String(error.costing), /a-1-1/);
        return true;
      },
    );
    assert.deepEqual([told, place.dispatched()], [['a-1'], []]);
  });
});

describe('the schedule, where a workflow run goes on with a run', {
  skip: missing('git'),
  timeout: 60_000,
}, () => {
  const off = async (t: TestContext) => {
    const place = await placeOf(t);
    for (const { path, text } of callerFiles({ suite: 'ada/gpu-lease', commit: 'a'.repeat(40), keys: [] }))
      place.files.set(path, text);
    place.disabled.set(TICK, 'disabled_manually');
    return place;
  };

  it('is switched on by the chain of a run that somebody has to look at', async (t) => {
    const place = await off(t);
    await place.tell('b-1', working('b-1'));
    assert.equal(await place.goOn({ run: 'b-1' }), 'chain');
    assert.equal(place.disabled.get(TICK), undefined);
  });

  it('stays off where nobody has to look at it', async (t) => {
    const place = await off(t);
    await place.tell('b-1', [opened(), waived]);
    assert.equal(await place.goOn({ run: 'b-1' }), 'nobody');
    assert.equal(place.disabled.get(TICK), 'disabled_manually');
  });

  it('is switched off only on the word of a look that found nothing', async (t) => {
    const place = await off(t);
    for (const [idle, is] of [
      [undefined, undefined],
      ['false', undefined],
      ['true', 'disabled_manually'],
    ] as const) {
      place.disabled.clear();
      await place.goOn({ due: 'true', ...(idle && { idle }) });
      assert.equal(place.disabled.get(TICK), is, `idle: ${idle}`);
    }
  });
});

const working = (run: string): EventBody[] => {
  const lease = `${run}-1`;
  return [
    opened(),
    waived,
    intended(lease),
    rented(lease),
    reachable(lease),
    audited(true, lease),
    started({ lease }),
  ];
};

/** A ledger, a GitHub with one workflow, and a run of it that has come to its end. */
async function placeOf(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'gl-continue-'));
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  const github = await startGitHubTwin({ clock: systemClock });
  t.after(() => github.close());
  github.state.files.set(
    TRAIN,
    'on: { workflow_dispatch: { inputs: { run: {}, hop: {}, wait: {} } } }\njobs: {}\n',
  );
  const bare = join(dir, 'ledger.git');
  execFileSync('git', ['init', '--quiet', '--bare', bare]);
  const secret = newSecret();
  const ledger = openLedger({ kind: 'local-repo', dir: bare }, { clock: systemClock, secret });
  const run = github.startRun({ path: TRAIN, event: 'workflow_dispatch' });
  const env = {
    ...(github.env as Record<string, string>),
    PATH: process.env['PATH'],
    HOME: dir,
    XDG_STATE_HOME: join(dir, 'state'),
    GPU_LEASE_SECRET: secret,
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: String(run.id),
    GITHUB_WORKFLOW_REF: `${github.state.repository}/${TRAIN}@refs/heads/${github.state.defaultBranch}`,
  };
  return {
    async tell(id: string, bodies: EventBody[]): Promise<void> {
      const at = new Date(Date.now() - 7200_000).toISOString();
      const events = bodies.map((body) => ({ ...body, at, by: 'test' }));
      const folded = fold(
        id,
        events.map((event, seq) => ({ ...event, seq })),
      );
      assert.deepEqual(folded.ignored, []);
      await ledger.append(id, null, { events, summary: summarise(folded, new Date()) });
    },
    goOn: (given: Record<string, string>, onRecord?: (run: string) => void) =>
      continueRun(
        settingsOf({ given: { ledger: bare, chain: 'auto', hops: String(HOPS), ...given } }, env, dir),
        new ScriptedFace(),
        new AbortController().signal,
        onRecord,
      ),
    files: github.state.files,
    disabled: github.state.disabled,
    dispatched: () => github.dispatched.map(({ inputs }) => inputs),
  };
}
