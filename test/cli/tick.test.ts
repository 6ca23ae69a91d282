import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { tick, tickOutputs } from '../../src/cli/tick.ts';
import { systemClock } from '../../src/clock.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { jobWith, opened, reachable, started, waived } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

describe('one tick', { skip: missing('git'), timeout: 120_000 }, () => {
  it('goes on with every run although one is broken and one cannot be read, and says which', async (t) => {
    const place = await placeOf(t);
    await place.tell('smoked-1', [opened(), waived]);
    await place.tell('broken-1', rentedAt('nowhere', 'broken-1'));
    await place.tell('gone-1', rentedAt('runpod', 'gone-1'));
    place.git('update-ref', 'refs/gpu-lease/runs/spoiled-1', place.emptyCommit());
    const { facts, exitCode, face } = await place.tick();
    const row = (run: string) => facts.runs.find((each) => each.run === run);
    assert.equal(facts.runs.length, 4);
    assert.equal(row('smoked-1')?.next, 'waits for its launch');
    assert.deepEqual(row('smoked-1')?.did, []);
    assert.equal(row('broken-1')?.problem?.code, 'no-profile');
    assert.equal(row('spoiled-1')?.state, 'unreadable');
    assert.equal(row('gone-1')?.problem, null, face.warnings.join('\n'));
    assert.equal((row('gone-1')?.events ?? 0) > 0, true, 'its box was seen gone');
    assert.equal(exitCode, 14, 'a record that cannot be used is red');
    assert.match(face.warnings.join('\n'), /broken-1: There is no profile/);
    const outputs = tickOutputs(facts, []);
    assert.deepEqual([outputs['runs'], outputs['state']], ['4', 'problems']);
  });

  it('is red while a meter is owed, opens one issue for it, and closes it when it is proven [P5-13]', async (t) => {
    const place = await placeOf(t);
    const pod = place.runpod.addForeign('debt-1-1');
    await place.tell('debt-1', owing('debt-1', pod));
    const first = await place.tick();
    assert.equal(first.exitCode, 11, first.face.warnings.join('\n'));
    assert.equal(first.facts.debts, 1);
    assert.equal(first.facts.problems[0]?.key, 'debt:debt-1:debt-1-1');
    assert.equal(place.openIssues().length, 1);
    assert.equal(first.facts.problems[0]?.issue?.endsWith('/1'), true);

    await fetch(`${place.runpod.server.url}/v2/pods/${pod}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${place.runpod.key}` },
    });
    const second = await place.tick();
    assert.equal(second.exitCode, 0, second.face.warnings.join('\n'));
    assert.deepEqual(place.openIssues(), []);
    assert.equal((await place.ledger.list()).length, 0, 'the run is closed and put away');
  });

  it('complains once of a look that was planned and came late, and is quiet again when it is on time [GH-10]', async (t) => {
    const place = await placeOf(t);
    await place.tell('busy-1', rentedAt('nowhere', 'busy-1'));
    const first = await place.tick();
    assert.deepEqual([first.facts.schedule.lastAt, first.facts.schedule.late], [null, false]);
    place.clock.pass(7200);
    const late = await place.tick();
    assert.equal(late.facts.schedule.late, true);
    const [missed] = late.facts.schedule.missed;
    assert.equal(missed?.run, 'busy-1');
    assert.ok(
      late.face.lines.some(
        (line) => line.includes('LATE: Run busy-1') && line.includes(String(missed?.dueAt)),
      ),
      late.face.lines.join('\n'),
    );
    const lateness = 'A look came later than it was planned';
    assert.ok(place.openIssues().includes(lateness));
    place.clock.pass(600);
    const again = await place.tick();
    assert.deepEqual(
      again.facts.schedule.missed,
      [],
      'a tick was here, though that run could not be looked at',
    );
    assert.equal(place.openIssues().includes(lateness), false);
  });

  it('complains of no look that nobody planned, whatever "every" says', async (t) => {
    const place = await placeOf(t);
    await place.tell('smoked-1', [opened(), waived]);
    for (const seconds of [0, 7200, 86_400]) {
      place.clock.pass(seconds);
      assert.equal((await place.tick(undefined, { every: '15min' })).facts.schedule.late, false);
    }
    assert.deepEqual(place.openIssues(), []);
    place.clock.pass(2 * 86_400);
    assert.equal((await place.tick()).facts.schedule.late, true, 'nobody came for two days');
  });

  it('ends within seconds when it is cancelled while boxes hang, and writes nothing [XC-05] [GH-07]', async (t) => {
    const place = await placeOf(t, { silentBoxes: true });
    for (let n = 0; n < 6; n += 1) {
      const run = `hangs-${n}`;
      await place.tell(run, rentedAt('runpod', run, await place.pod(`${run}-1`)));
    }
    const abort = new AbortController();
    const ticking = place.tick(abort.signal);
    await place.knocked();
    const began = performance.now();
    abort.abort();
    const { exitCode, facts } = await ticking;
    assert.ok(performance.now() - began < 5000);
    assert.equal(exitCode, 130);
    assert.ok(facts.runs.every(({ events }) => events === 0));
    assert.equal((await place.ledger.ticks.read()).text, '', 'a look that was cut short is none');
    assert.deepEqual(place.runpod.billed().length, 6, 'nothing was torn down');
  });

  it('does not begin what its time no longer allows, and begins with it the next time', async (t) => {
    const place = await placeOf(t, { silentBoxes: true });
    for (const run of ['late-1', 'late-2']) await place.tell(run, rentedAt('runpod', run));
    const { facts } = await place.tick(undefined, { parallel: '1', bound: '1s', passing: 5 });
    assert.deepEqual(
      facts.runs.map(({ ended }) => ended),
      ['bound', 'bound'],
    );
    const seen = JSON.parse((await place.ledger.ticks.read()).text).seen;
    assert.deepEqual(seen, {});
  });
});

interface Place {
  clock: SkippingClock;
  ledger: Ledger;
  runpod: Awaited<ReturnType<typeof startRunpodTwin>>;
  github: GitHubTwin;
  tell(run: string, bodies: EventBody[]): Promise<void>;
  tick(
    signal?: AbortSignal,
    given?: Record<string, string | number>,
  ): Promise<Awaited<ReturnType<typeof tick>> & { face: ScriptedFace }>;
  openIssues(): string[];
  /** Rents a pod at the twin. */
  pod(name: string): Promise<string>;
  /** Somebody has tried to reach a silent box. */
  knocked(): Promise<void>;
  git(...args: string[]): string;
  emptyCommit(): string;
}

/** A repository with its ledger, an account at RunPod and a GitHub, all on this machine. */
async function placeOf(t: TestContext, { silentBoxes = false } = {}): Promise<Place> {
  const dir = mkdtempSync(join(tmpdir(), 'gl-tick-'));
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  const clock = new SkippingClock();
  const box = await silentBox(t);
  const nothing = async () => {};
  const boxes = {
    user: 'root',
    down: nothing,
    take: async () => ({
      host: '127.0.0.1',
      port: box.port,
      home: dir,
      hostKeySha256: 'k',
      stop: nothing,
      start: nothing,
      destroy: nothing,
    }),
  };
  // A box that hangs is waited for by the real clock.
  const runpod = await startRunpodTwin({
    clock: silentBoxes ? systemClock : clock,
    boxes,
    bootSeconds: 0,
    portSeconds: 0,
  });
  const github = await startGitHubTwin({ clock });
  t.after(() => Promise.all([runpod.close(), github.close()]));
  const bare = join(dir, 'ledger.git');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: dir,
      encoding: 'utf8',
      input: '',
    }).trim();
  git('init', '--quiet', '--bare', bare);
  const secret = newSecret();
  const usedClock = silentBoxes ? systemClock : clock;
  const ledger = openLedger({ kind: 'local-repo', dir: bare }, { clock: usedClock, secret });
  const env = {
    PATH: process.env['PATH'],
    HOME: dir,
    XDG_STATE_HOME: join(dir, 'state'),
    GPU_LEASE_SECRET: secret,
    GITHUB_REPOSITORY: github.env['GITHUB_REPOSITORY'],
    GITHUB_API_URL: github.env['GITHUB_API_URL'],
    GH_TOKEN: github.token,
    RUNPOD_API_KEY: runpod.key,
    GPU_LEASE_API_RUNPOD: runpod.server.url,
  };
  return {
    clock,
    ledger,
    runpod,
    github,
    async tell(run, bodies) {
      const at = new Date(usedClock.now().getTime() - 600_000).toISOString();
      const events = bodies.map((body) => ({ ...body, at, by: 'test' }));
      const folded = fold(
        run,
        events.map((event, seq) => ({ ...event, seq })),
      );
      assert.deepEqual(folded.ignored, []);
      await ledger.append(run, null, { events, summary: summarise(folded, usedClock.now()) });
    },
    async tick(signal = new AbortController().signal, { passing = 0, ...given } = {}) {
      const face = new ScriptedFace();
      const settings = settingsOf({ given: { ledger: bare, bound: '60s', ...given } }, env, dir);
      const late = { now: () => usedClock.now(), sleep: usedClock.sleep.bind(usedClock) };
      let looks = 0;
      if (passing)
        late.now = () => new Date(usedClock.now().getTime() + (looks++ > 1 ? Number(passing) * 1000 : 0));
      return { face, ...(await tick({ ...settings, clock: late }, face, signal)) };
    },
    openIssues: () =>
      [...github.state.issues.values()].filter(({ state }) => state === 'open').map(({ title }) => title),
    async pod(name) {
      const answer = await fetch(`${runpod.server.url}/v2/pods`, {
        method: 'POST',
        headers: { authorization: `Bearer ${runpod.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          name,
          image: 'runpod/pytorch:1.0.2',
          gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
          cloud: 'SECURE',
          ports: ['22/tcp'],
          startSsh: true,
          env: { PUBLIC_KEY: 'ssh-ed25519 any' },
        }),
      });
      return ((await answer.json()) as { id: string }).id;
    },
    knocked: box.knocked,
    git: (...args) => git('--git-dir', bare, ...args),
    emptyCommit: () =>
      git(
        '--git-dir',
        bare,
        'commit-tree',
        '-m',
        'nothing',
        git('--git-dir', bare, 'hash-object', '-t', 'tree', '-w', '--stdin'),
      ),
  };
}

/** Takes connections and never says a word. */
async function silentBox(t: TestContext): Promise<{ port: number; knocked(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  let knock: () => void = () => {};
  const knocked = new Promise<void>((resolve) => {
    knock = resolve;
  });
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    knock();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, knocked: () => knocked };
}

/** A run whose job was started on a box of that platform. */
function rentedAt(platform: string, run: string, boxId = 'pod-none'): EventBody[] {
  const lease = `${run}-1`;
  const job = jobWith({
    candidates: [{ platform }],
    checkpoint: { path: 'last.safetensors', stepKey: 'step', resume: 'continues' },
  });
  return [
    opened({ resumes: false }, job),
    waived,
    {
      type: 'intended',
      lease,
      platform,
      offer: 'o-1',
      summary: 'one RTX 4090',
      usdPerHour: 0.44,
      market: 'on-demand',
    },
    {
      type: 'rented',
      lease,
      boxId,
      meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 0.44, source: 'offer' }],
      adopted: false,
    },
    reachable(lease),
    { type: 'audited', lease, fit: true, findings: [], measured: {} },
    started({ lease }),
  ];
}

/** Sealed, approved, torn down, and its meter not proven stopped. */
function owing(run: string, boxId: string): EventBody[] {
  const lease = `${run}-1`;
  const seal = 'a'.repeat(64);
  return [
    ...rentedAt('runpod', run, boxId),
    { type: 'cell-ended', lease, cell: 'main', attempt: 1, verdict: 'finished', exitCode: 0 },
    { type: 'collected', lease, files: 1, bytes: 10, manifestSha256: 'b'.repeat(64), codeProven: true },
    { type: 'sealed', seal, verified: 1, roster: 1, bytes: 10, level: 'L2', place: 'here' },
    { type: 'releasing', lease, verb: 'terminate' },
    {
      type: 'owed',
      lease,
      meter: 'gpu',
      why: 'runpod has not shown it gone two times',
      next: 'look in the console',
    },
  ];
}
