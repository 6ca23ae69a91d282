// Over ten seconds: a schedule looks after many runs at once.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { tick } from '../../src/cli/tick.ts';
import { systemClock } from '../../src/clock.ts';
import type { NewEvent } from '../../src/lease/events.ts';
import { hostKey, newSecret, ownerMark } from '../../src/secret/keys.ts';
import { jobWith, opened, reachable, started, waived } from '../lease/told-run.ts';
import { seedRuns } from '../ledger/seed-runs.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { manyBoxes } from '../twins/many-boxes.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';

const RUNS = 200;

describe('one tick over many open runs', { skip: missing('git'), timeout: 300_000 }, () => {
  it('looks at 200 boxes at once, for a few calls to the platform and one fetch of the ledger [GH-10]', async (t) => {
    const many = await manyRuns(t);
    const face = new ScriptedFace();
    const began = performance.now();
    const { facts, exitCode } = await tick(many.settings, face, new AbortController().signal);
    const seconds = (performance.now() - began) / 1000;
    const calls = many.platformCalls();
    console.log(
      `show: tick over ${RUNS} open leases: ${seconds.toFixed(1)} s, ${calls} calls to the platform, ${facts.requests.github} to GitHub, ${many.boxes.mostAtOnce()} boxes at once`,
    );
    assert.equal(exitCode, 0, face.warnings.join('\n'));
    assert.equal(facts.runs.length, RUNS);
    for (const row of facts.runs) {
      assert.equal(row.problem, null);
      assert.deepEqual(
        [row.state, row.verdict, row.ended, row.did.join()],
        ['running', 'running', 'done', 'look'],
      );
    }
    assert.equal(many.boxes.execs(), RUNS, 'one look is one command on the box');
    assert.ok(calls + facts.requests.github < 400, `${calls} calls`);
    assert.ok(
      facts.requests.github <= 5,
      `${facts.requests.github} to GitHub where no problem is to be told`,
    );
    assert.ok(calls <= 10, `${calls} calls for ${RUNS} boxes of one account: a list has them all`);
    assert.ok(many.boxes.mostAtOnce() >= 8, 'boxes are looked at in parallel');
    assert.equal(many.boxes.open(), 0, 'every connection is closed');
    assert.ok(seconds < 180, `${seconds} s`);
  });
});

async function manyRuns(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'gl-tick-many-'));
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  const secret = newSecret();
  const host = hostKey(secret, 'all of them');
  const boxes = await manyBoxes(host.privateOpenSsh, () => PROBE);
  t.after(() => boxes.close());
  const nothing = async () => {};
  const pool = {
    user: 'root',
    down: nothing,
    take: async () => ({
      host: boxes.host,
      port: boxes.port,
      home: dir,
      hostKeySha256: host.sha256,
      stop: nothing,
      start: nothing,
      destroy: nothing,
    }),
  };
  const runpod = await startRunpodTwin({
    clock: systemClock,
    boxes: pool,
    bootSeconds: 0,
    portSeconds: 0,
    balanceUsd: 1e6,
  });
  const github = await startGitHubTwin({ clock: systemClock });
  t.after(() => Promise.all([runpod.close(), github.close()]));
  const repository = github.env['GITHUB_REPOSITORY'] ?? '';
  for (const [key] of runpod.stock) runpod.stock.set(key, RUNS);
  const ids = new Map<string, string>();
  for (let n = 0; n < RUNS; n += 1) {
    const lease = `run-${n}-1`;
    ids.set(lease, await createPod(runpod, lease, ownerMark(secret, repository, lease)));
  }
  const before = runpod.server.exchanges.length;
  const ledger = join(dir, 'ledger.git');
  execFileSync('git', ['init', '--quiet', '--bare', ledger]);
  await seedRuns(ledger, RUNS, (run) => toldRun(run, ids.get(`${run}-1`) ?? '', host.sha256), secret);
  const env = {
    ...process.env,
    GITHUB_REPOSITORY: repository,
    GITHUB_API_URL: github.env['GITHUB_API_URL'],
    GH_TOKEN: github.token,
    GPU_LEASE_SECRET: secret,
    RUNPOD_API_KEY: runpod.key,
    GPU_LEASE_API_RUNPOD: runpod.server.url,
    XDG_STATE_HOME: join(dir, 'state'),
  };
  const given = { ledger: `file://${ledger}`, bound: '170s', parallel: '16' };
  return {
    boxes,
    settings: settingsOf({ given }, env, dir),
    platformCalls: () => runpod.server.exchanges.length - before,
  };
}

async function createPod(
  runpod: { key: string; server: { url: string } },
  name: string,
  owner: string,
): Promise<string> {
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
      env: { PUBLIC_KEY: 'ssh-ed25519 any', GPU_LEASE_OWNER: owner },
    }),
  });
  const pod = (await answer.json()) as { id: string };
  assert.equal(answer.status, 201, JSON.stringify(pod));
  return pod.id;
}

/** A run whose job was started on that pod a while ago. */
function toldRun(run: string, boxId: string, hostKeySha256: string): NewEvent[] {
  const lease = `${run}-1`;
  const job = jobWith({
    candidates: [{ platform: 'runpod' }],
    budget: { usd: 1000, hours: 1000, usdPerHour: 2 },
  });
  const at = new Date(Date.now() - 600_000).toISOString();
  const bodies = [
    opened({}, job),
    waived,
    {
      type: 'intended' as const,
      lease,
      platform: 'runpod',
      offer: 'o-1',
      summary: 'one RTX 4090',
      usdPerHour: 0.44,
      market: 'on-demand' as const,
    },
    {
      type: 'rented' as const,
      lease,
      boxId,
      meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 0.44, source: 'offer' }],
      adopted: false,
    },
    { ...reachable(lease), hostKeySha256 } as ReturnType<typeof reachable>,
    { type: 'audited' as const, lease, fit: true, findings: [], measured: {} },
    started({ lease, bootId: 'boot-1' }),
  ];
  return bodies.map((body) => ({ ...body, at, by: 'test' }));
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

/** What the keeper says of a job that runs well. */
const PROBE = `${JSON.stringify({
  gpuLease: 1,
  boxTime: Math.floor(Date.now() / 1000),
  bootId: 'boot-1',
  uptimeSeconds: 4000,
  attempt: 1,
  queue: 'running',
  cells: [
    {
      name: 'main',
      state: 'running',
      attempt: 1,
      startedAt: Math.floor(Date.now() / 1000) - 600,
      heartbeatAgeSeconds: 3,
      logBytes: 4000,
      logTailHex: hex('step 100\n'),
      metricsHeadHex: hex('{"step":1,"loss":3.2}\n'),
      metricsTailHex: hex('{"step":100,"loss":1.1}\n'),
      quietSeconds: 2,
      watchedHex: '',
    },
  ],
  disk: { freeBytes: 1e12, totalBytes: 2e12, freeInodes: 1e6, totalInodes: 2e6 },
  memory: { usedBytes: 1e9, maxBytes: 1e11, oomKills: 0 },
  gpuHex: '',
})}\n`;
