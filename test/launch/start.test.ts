import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { probe } from '../../src/box/keeper.ts';
import type { Job } from '../../src/job/job.ts';
import { watchedGlobs } from '../../src/job/watched.ts';
import { type StartOrder, start } from '../../src/launch/start.ts';
import type { EventBody, NewEvent, Started } from '../../src/lease/events.ts';
import type { Lease } from '../../src/lease/run.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { recordMark } from '../../src/ledger/record-mark.ts';
import type { Description, PlatformDriver } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import type { World } from '../../src/world.ts';
import { eventually, type ShellBox, shellBox } from '../box/shell-channel.ts';
import { codeOf } from '../box/small-plan.ts';
import {
  audited,
  cellEnded,
  HELD,
  jobWith,
  kept,
  lost,
  opened,
  RUN,
  reachable,
  started,
  told,
} from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { scriptedWorld } from '../scripted-world.ts';

const code = codeOf({ 'train.sh': 'echo trained >>"$GPU_LEASE_OUT/work"\n' });
const boxes: ShellBox[] = [];
after(() => Promise.all(boxes.map((box) => box.destroy())));

/** An audited box with nothing on it, and the order to start an attempt of this job there. */
async function ready(over: Partial<Job> = {}, secrets: Record<string, string> = {}) {
  const box = await shellBox('dash');
  boxes.push(box);
  const job = jobWith({ run: 'sh train.sh', budget: { usd: 1, hours: 0.5, usdPerHour: 1 }, ...over });
  const story = [opened({ codeHash: code.hash }, job), ...HELD.slice(1), reachable(), audited()];
  const scripted = scriptedWorld({ channel: box.channel, driver: {}, secret: (name) => secrets[name] });
  const pushed: string[] = [];
  const order = (more: EventBody[] = [], change: Partial<StartOrder> = {}): StartOrder => {
    const run = told([...story, ...more]);
    assert.deepEqual(run.ignored, []);
    return {
      run,
      lease: run.leases[0] as Lease,
      job,
      code,
      requirements: undefined,
      attempt: 1,
      launchers: ['setsid'],
      hooks: { enter: [], leave: [] },
      storage: { scratch: [] },
      pushBack: async (_channel, dir) => {
        pushed.push(dir.base);
        return [{ cell: 'main', step: 7, source: 'our-copy' }];
      },
      ...change,
    };
  };
  const base = join(box.home, '.gpu-lease', RUN);
  const work = (cell = 'main') => readFileSync(join(base, 'cells', cell, 'out/work'), 'utf8');
  const ended = (dir: Started['dir']) =>
    eventually('the queue ends', async () => {
      const seen = await probe(box.channel, dir);
      return seen.queue === 'ended' ? seen : undefined;
    });
  return { ...scripted, box, job, order, pushed, base, work, ended };
}

const startedOf = (events: EventBody[]): Started => {
  const [event, ...more] = events;
  assert.ok(event?.type === 'started' && more.length === 0);
  return event;
};

describe('starting an attempt', { skip: missing('dash') }, () => {
  it('lays everything down, starts the cells, and says what a later look is compared with [P3-05] [P2-01]', async () => {
    const { world, order, work, ended, base, face } = await ready();
    const event = startedOf(await start(world, order()));
    assert.equal(event.attempt, 1);
    assert.equal(event.codeHash, code.hash, 'as proven on the box');
    assert.equal(event.launcher, 'setsid');
    assert.equal(event.dir.base, base);
    assert.ok(event.bootId.length > 10);
    assert.ok(event.dir.keeper.includes(event.keeper.slice(0, 12)));
    const seen = await ended(event.dir);
    assert.equal(seen.queueExitCode, 0);
    assert.equal(work(), 'trained\n');
    assert.match(face.lines.join(), /attempt 1 runs detached \(setsid\)/);
  });

  it('a second time after a kill starts nothing a second time [P3-02]', async () => {
    const { world, order, work, ended } = await ready();
    const first = startedOf(await start(world, order()));
    await ended(first.dir);
    const again = startedOf(await start(world, order()));
    assert.deepEqual([again.codeHash, again.attempt, again.dir], [first.codeHash, 1, first.dir]);
    assert.equal(work(), 'trained\n', 'once');
  });

  it('on a disk that was mended for it goes on from our copy there, and on one that was mended before from its own', async () => {
    const { world, order, ended } = await ready();
    const first = startedOf(await start(world, order()));
    await ended(first.dir);
    const story: EventBody[] = [
      first,
      {
        type: 'kept',
        lease: first.lease,
        cell: 'main',
        step: 9,
        files: [{ path: 'last.pt', bytes: 1, sha256: 'a'.repeat(64), verdict: 'pass' }],
        set: { name: 'last.pt', beside: [] },
      },
      {
        type: 'disk-mended',
        lease: first.lease,
        cell: 'main',
        attempt: 2,
        dir: '/b/cells/main/unread-before-2',
        aside: [{ name: 'last.pt', why: 'is empty' }],
        back: { name: 'last.pt', step: 9, source: 'store' },
        pointers: [],
      },
    ];
    const second = startedOf(await start(world, order(story, { attempt: 2 })));
    assert.deepEqual(second.from, [{ cell: 'main', step: 9, source: 'store' }]);
    const again = [{ type: 'preempted', lease: first.lease, what: 'process', why: 'killed' } as const];
    await ended(second.dir);
    const third = startedOf(await start(world, order([...story, second, ...again], { attempt: 3 })));
    assert.deepEqual(third.from, [{ cell: 'main', step: 9, source: 'same-disk' }]);
    await ended(third.dir);
  });

  it('on a fresh box puts our verified copies there first; on the same box what it wrote is there', async () => {
    const { world, order, pushed, base, ended } = await ready();
    const first = startedOf(await start(world, order()));
    assert.deepEqual(pushed, [base]);
    assert.deepEqual(first.from, [{ cell: 'main', step: 7, source: 'our-copy' }]);
    await ended(first.dir);
    const died = [started({ codeHash: code.hash, dir: first.dir }), kept(40), lost('process')];
    const second = startedOf(await start(world, order(died, { attempt: 2 })));
    assert.equal(pushed.length, 1, 'nothing is pushed over what the box wrote');
    assert.deepEqual(second.from, [{ cell: 'main', step: 40, source: 'same-disk' }]);
  });

  it('starts only cells that have not ended: what finished is done, what died for good is not tried again [SW-04] [D-04] [X4] [XC-06]', async () => {
    const cells = ['a', 'b', 'c'].map((name) => ({ name, vars: {} }));
    const { world, order, ended, base } = await ready({ cells });
    const begun = started({ codeHash: code.hash });
    const story = [begun, cellEnded('finished', 'a'), cellEnded('dead', 'b'), lost('process')];
    const { dir } = startedOf(await start(world, order(story, { attempt: 2 })));
    const seen = await ended(dir);
    assert.deepEqual(
      seen.cells.map((cell) => [cell.name, cell.state]),
      [['c', 'exited']],
    );
    assert.equal(existsSync(join(base, 'cells/a/out/work')), false);
  });

  it('gives every cell its own variables and output directory, and setup, hooks and the time limit of the job [P0-16] [SW-06]', async () => {
    const cells = ['a', 'b'].map((name) => ({ name, vars: { LR: `${name}-lr` } }));
    const { world, order, work, ended, box, base } = await ready({
      cells,
      run: 'echo "$LR $SEED $PREPARED" >"$GPU_LEASE_OUT/work"',
      vars: { SEED: '3', LR: 'default' },
      setup: 'touch "$HOME/prepared"',
    });
    const hooks = { enter: ['export PREPARED=$(ls "$HOME/prepared")'], leave: [] };
    const { dir } = startedOf(await start(world, order([], { hooks })));
    await ended(dir);
    assert.equal(work('a'), `a-lr 3 ${box.home}/prepared\n`);
    assert.equal(work('b'), `b-lr 3 ${box.home}/prepared\n`);
    const settings = readFileSync(join(base, 'attempts/1/plan/settings'), 'utf8');
    assert.match(settings, /^dead_man_seconds=1800$/m);
  });

  it('takes the first launcher of the profile that works there', async () => {
    const { world, order } = await ready();
    const event = startedOf(await start(world, order([], { launchers: ['setsid', 'tmux'] })));
    assert.equal(event.launcher, 'setsid');
    await assert.rejects(
      start(world, order([], { launchers: ['no-such-launcher', 'setsid'], attempt: 2 })),
      Problem,
    );
  });

  it('says what it leaves out of the requirements: every override is disclosed [XC-15] [P0-10]', async () => {
    const { world, order, face } = await ready({
      requirements: { file: 'requirements.txt', torch: 'keep-image' },
    });
    await start(world, order([], { requirements: 'torch==2.4.0\n# nothing else\n' }));
    assert.match(face.lines.join('\n'), /torch==2\.4\.0/);
  });

  for (const [file, text, pushed] of [
    ['env/all.txt', '-r base.txt\nrich\n', /^scipy\nrich\n$/],
    ['env/environment.yml', 'dependencies: [timm, {pip: [-r base.txt]}]\n', /- scipy\n\s*- timm\n$/],
  ] as const)
    it(`pushes ${file} with the files of the code that it includes, filtered as it is itself [P0-10]`, async () => {
      const { world, order, face, base } = await ready({ requirements: { file, torch: 'keep-image' } });
      const holding = codeOf({ 'train.sh': 'true\n', 'env/base.txt': 'torch==2.4.0\nscipy\n' });
      const { run, ...rest } = order();
      const opening = { ...run.opened, codeHash: holding.hash } as typeof run.opened;
      await start(world, { ...rest, run: { ...run, opened: opening }, code: holding, requirements: text });
      assert.match(readFileSync(join(base, 'attempts/1/plan/requirements.txt'), 'utf8'), pushed);
      assert.match(face.lines.join('\n'), /left out torch==2\.4\.0/);
      if (file.endsWith('.yml'))
        assert.match(face.lines.join('\n'), /Installed by pip, because conda .*: timm\./);
    });
});

describe('the second dead-man layer', { skip: missing('dash') }, () => {
  it("goes to the box with the plan: the job's hours, and the line by which the box ends its own meter", async () => {
    const { world, order, base } = await ready();
    await start(world, order([], { selfStop: 'shutdown -h now' }));
    const settings = readFileSync(join(base, 'attempts/1/plan/settings'), 'utf8').split('\n');
    assert.ok(settings.includes('dead_man_seconds=1800'));
    assert.ok(settings.includes('self_stop=shutdown -h now'));
  });
});

describe('a start is refused before the box is asked for anything', () => {
  const unreached = (secrets: Record<string, string> = {}) =>
    scriptedWorld({ secret: (name) => secrets[name] }).world;
  const orderOf = (job: Job, codeHash = code.hash): StartOrder => {
    const run = told([opened({ codeHash }, job), ...HELD.slice(1), reachable(), audited()]);
    return {
      run,
      lease: run.leases[0] as Lease,
      job,
      code,
      requirements: undefined,
      attempt: 1,
      launchers: ['setsid'],
      hooks: { enter: [], leave: [] },
      storage: { scratch: [] },
      pushBack: () => Promise.reject(new Error('nothing may be pushed')),
    };
  };

  it('for other code than the run is bound to: a retry is of the identical configuration only [XC-06] [P1-11]', async () => {
    await assert.rejects(start(unreached(), orderOf(jobWith(), 'e'.repeat(64))), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'code-changed' && error.kind === 'refused');
      assert.match(error.what, /bound to code eeeeeeeeeeee \(commit abcdef01\)/);
      return true;
    });
  });
});

describe('a box whose label says that work was begun on it', { skip: missing('dash') }, () => {
  const EVENT = { type: 'preferred', at: '2026-11-21T12:00:00Z', by: 'test' };

  /** The record stands in the ledger as well, because a label is held against what is there. */
  async function labelled(mark: (own: string) => string) {
    const { world, order, base, ended } = await ready();
    const marks: string[] = [];
    const { run, ...rest } = order();
    const ledger = new MemoryLedger();
    await ledger.append(RUN, null, {
      events: [EVENT as unknown as NewEvent],
      summary: summarise(run, world.clock.now()),
    });
    const own = recordMark(await ledger.read(RUN));
    const driver = {
      ...(await world.driver({ platform: 'local' })),
      mark: async (_box: string, word: string) => void marks.push(word),
      describe: async (): Promise<Description> => ({ state: 'running', mark: mark(own) }),
    } as PlatformDriver;
    const there: World = { ...world, ledger, driver: async () => driver };
    return { begin: () => start(there, { run, ...rest }), base, ended, marks, own };
  }

  for (const [what, mark] of [
    ['by a longer record', () => '9-0123456789'],
    ['by another record', () => '1-0123456789'],
  ] as const)
    it(`${what} gets neither code nor another label: the true record has to fit it later [security 1]`, async () => {
      const { begin, base, marks } = await labelled(mark);
      await assert.rejects(begin(), (error: unknown) => {
        assert.ok(error instanceof Problem && error.code === 'history-rewritten');
        assert.match(error.what, /work was begun on that box \(label of /);
        return true;
      });
      assert.deepEqual(marks, []);
      assert.equal(existsSync(base), false);
    });

  it('by a start of this very record that was killed before it was written down, is started [security 1]', async () => {
    const { begin, marks, own, ended } = await labelled((fits) => fits);
    const { dir } = startedOf(await begin());
    assert.deepEqual(marks, [own]);
    await ended(dir);
  });
});

describe('the secrets of a job', { skip: missing('dash') }, () => {
  it('that are not set here stop the start, each by its name, never by a value [P2-12] [XC-12]', async () => {
    const { world, order, base } = await ready(
      { secrets: ['HUB_TOKEN', 'WANDB_API_KEY', 'SET'] },
      { SET: 'hidden-value' },
    );
    await assert.rejects(start(world, order()), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'secret-unset' && error.kind === 'usage');
      assert.match(error.what, /HUB_TOKEN, WANDB_API_KEY\./);
      assert.doesNotMatch(error.message, /hidden-value/);
      return true;
    });
    assert.equal(existsSync(join(base, 'attempts')), false, 'nothing was started');
  });

  it('reach the command, and an empty one is a value [D-03] [X3] [P2-19] [P1-07]', async () => {
    const { world, order, work, ended, box } = await ready(
      { secrets: ['TOKEN', 'EMPTY'], run: 'set -u; echo "[$TOKEN] [$EMPTY]" >"$GPU_LEASE_OUT/work"' },
      { TOKEN: 'hidden-value', EMPTY: '' },
    );
    const { dir } = startedOf(await start(world, order()));
    await ended(dir);
    assert.equal(work(), '[hidden-value] []\n');
    assert.doesNotMatch(JSON.stringify(box.execs), /hidden-value/, 'in no command line');
  });
});

describe('what a look watches', () => {
  it('is the resume anchor and what is kept while the job runs, once each, and no mere evidence', () => {
    const rule = (path: string, keep: 'best' | 'last' | 'evidence') => ({
      path,
      keep,
      role: 'opaque' as const,
      min: 0,
      contains: [],
      allowDegraded: false,
    });
    const job = jobWith({
      checkpoint: { path: 'last.pt', stepKey: 'step', resume: 'continues' },
      artifacts: [rule('best.pt', 'best'), rule('last.pt', 'last'), rule('log.txt', 'evidence')],
    });
    assert.deepEqual(watchedGlobs(job), ['last.pt', 'last.pt/**', 'best.pt']);
    const { checkpoint: _none, ...stateless } = job;
    assert.deepEqual(watchedGlobs(stateless), ['best.pt', 'last.pt']);
  });
});
