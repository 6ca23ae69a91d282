// Over a minute: whole lives on boxes behind the twins of platforms, with prices and evictions.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { usdSoFar } from '../../src/lease/cost.ts';
import { currentLease, type Run } from '../../src/lease/run.ts';
import { SmallDisk } from '../drill/small-disk.ts';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import type { Billing } from '../twins/billing.ts';
import { type BoxPool, boxPool } from '../twins/boxes.ts';
import { LAMBDA_KEY, startLambdaTwin } from '../twins/lambda-twin.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { startVastaiTwin } from '../twins/vastai-twin.ts';
import { sha256Of } from './large-job.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('whole runs on rented boxes', 2);

interface Rented {
  place: Place;
  clock: SkippingClock;
  boxes: BoxPool;
  story: Story;
  exitCode: number;
  said: string;
}

describe('a whole run on rented boxes, behind twins of their platforms', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 600_000,
  // Each mostly waits for its trainer.
  concurrency: true,
}, () => {
  lives.it(
    'falls back when the first platform is sold out, survives an eviction at RunPod, and pays what the bill says [P0-21] [P5-13]',
    async (t) => {
      const { clock, boxes } = await rentable(t, 'NVIDIA GeForce RTX 4090', 24_564);
      const vast = await startVastaiTwin({ clock, boxes, machines: [] });
      const runpod = await startRunpodTwin({ clock, boxes });
      t.after(() => Promise.all([vast.close(), runpod.close()]));
      const seen = await wholeRun(t, {
        clock,
        boxes,
        env: {
          VAST_API_KEY: vast.keys.full,
          GPU_LEASE_API_VASTAI: vast.server.url,
          RUNPOD_API_KEY: runpod.key,
          GPU_LEASE_API_RUNPOD: runpod.server.url,
        },
        change: (job) => {
          job['candidates'] = ['vastai', 'runpod'];
          job['resources'] = { gpu: { name: 'RTX 4090' } };
        },
        takeAway: (run) => runpod.evict(currentLease(run)?.boxId ?? ''),
      });
      const { run } = seen.story;
      assert.deepEqual(
        run.leases.map((lease) => lease.platform),
        ['runpod', 'runpod'],
      );
      assertWholeLife(seen, [runpod.billing, vast.billing]);
      assert.deepEqual(runpod.billed(), []);
      show('runpod', seen, runpod.billing.invoice());
    },
  );

  lives.it(
    'gives the command what the container was started with and a login lacks, keys aside [P1-08] [RP12]',
    async (t) => {
      const { clock, boxes } = await rentable(t, 'NVIDIA GeForce RTX 4090', 24_564, {
        OF_THE_IMAGE: "it's there",
        HOME: '/elsewhere',
        RUNPOD_API_KEY: 'of the account',
      });
      const runpod = await startRunpodTwin({ clock, boxes });
      t.after(() => runpod.close());
      const seen = await wholeRun(t, {
        clock,
        boxes,
        env: { RUNPOD_API_KEY: runpod.key, GPU_LEASE_API_RUNPOD: runpod.server.url },
        change: (job) => {
          job['candidates'] = ['runpod'];
          job['resources'] = { gpu: { name: 'RTX 4090' } };
          job['run'] =
            `echo "[$OF_THE_IMAGE] [$HOME] [\${RUNPOD_API_KEY-unset}]" >"$GPU_LEASE_OUT/environment.txt"; exec node train.mjs`;
          job['artifacts'].push({ path: 'environment.txt', role: 'opaque' });
          job['artifacts'] = job['artifacts'].filter(({ path }: { path: string }) => path !== 'starts.txt');
        },
        takeAway: () => {},
      });
      assert.equal(seen.exitCode, 0, seen.said);
      const { run } = seen.story;
      const found = readFileSync(join(run.seal?.place ?? '', 'main', 'environment.txt'), 'utf8');
      assert.match(found, /^\[it's there\] \[\/\S+\/home\] \[unset\]\n$/);
    },
  );

  lives.it('is outbid half-way at vast.ai and released with proof [P5-13]', async (t) => {
    const { clock, boxes } = await rentable(t, 'NVIDIA GeForce RTX 4090', 24_564);
    const vast = await startVastaiTwin({ clock, boxes });
    t.after(() => vast.close());
    const seen = await wholeRun(t, {
      clock,
      boxes,
      env: { VAST_API_KEY: vast.keys.full, GPU_LEASE_API_VASTAI: vast.server.url },
      change: (job) => {
        job['candidates'] = [{ platform: 'vastai', market: 'spot' }];
        job['resources'] = { gpu: { name: 'RTX 4090' }, disk: '20GB+' };
      },
      takeAway: (run) => vast.account.evict(currentLease(run)?.boxId ?? ''),
    });
    assertWholeLife(seen, [vast.billing]);
    show('vastai', seen, vast.billing.invoice());
  });

  lives.it('loses its box at Lambda, which has no stop at all, and rents another [P5-13]', async (t) => {
    const { clock, boxes } = await rentable(t, 'NVIDIA A10', 23_028);
    const lambda = await startLambdaTwin({ clock, boxes });
    t.after(() => lambda.close());
    const seen = await wholeRun(t, {
      clock,
      boxes,
      env: { LAMBDA_API_KEY: LAMBDA_KEY, GPU_LEASE_API_LAMBDA: lambda.server.url },
      change: (job) => {
        job['candidates'] = [{ platform: 'lambda', user: boxes.user }];
        job['resources'] = { gpu: { name: 'A10' } };
      },
      takeAway: (run) => lambda.takeAway(currentLease(run)?.boxId ?? ''),
    });
    assertWholeLife(seen, [lambda.billing]);
    show('lambda', seen, lambda.billing.invoice());
  });

  lives.it(
    'seals on the file system of Lambda what has no room here, gives the box back, and the file system has it',
    {
      skip: SmallDisk.isPossible() ? missing('dash') : 'needs the right to mount',
    },
    async (t) => {
      const { clock, boxes } = await rentable(t, 'NVIDIA A10', 23_028);
      const lambda = await startLambdaTwin({ clock, boxes });
      t.after(() => lambda.close());
      const volume = `gl-test-${process.pid}`;
      const mount = `/lambda/nfs/${volume}`;
      const fileSystem = new SmallDisk(mount, 512e6);
      t.after(() => {
        fileSystem.end();
        for (const dir of [mount, '/lambda/nfs', '/lambda'])
          if (readdirSync(dir).length === 0) rmdirSync(dir);
      });
      chmodSync(mount, 0o777);
      const id = lambda.addFileSystem(volume, 'us-east-1');
      const seen = await wholeRun(t, {
        clock,
        boxes,
        env: { LAMBDA_API_KEY: LAMBDA_KEY, GPU_LEASE_API_LAMBDA: lambda.server.url },
        ourBytes: 2e6,
        change: (job) => {
          job['candidates'] = [{ platform: 'lambda', user: boxes.user, volume }];
          job['resources'] = { gpu: { name: 'A10' } };
          job['smoke'] = 'none';
          job['vars'].TINY_STEP_MS = 1;
          job['run'] = 'head -c 4000000 /dev/urandom >"$GPU_LEASE_OUT/big.bin" && sh train.sh';
          job['artifacts'].push({ path: 'big.bin', role: 'opaque' });
        },
        takeAway: () => {},
      });
      const { run } = seen.story;
      assert.equal(seen.exitCode, 0, seen.said);
      assert.ok(run.closed && run.seal?.in, seen.said);
      assert.equal(run.seal.in.tier, 'filesystem');
      assert.ok(run.seal.in.durable.startsWith(`${mount}/${run.id}/.sealed/`));
      const evidence = join(seen.place.dir, 'ours', run.id, '+evidence');
      const { document } = JSON.parse(readFileSync(join(evidence, 'seal.json'), 'utf8'));
      assert.ok(document.files.length >= 4);
      for (const { cell, path, sha256 } of document.files)
        assert.equal(sha256Of(join(run.seal.in.durable, cell, path)), sha256, path);
      assert.deepEqual(lambda.billed(), [], 'the box is given back');
      assert.deepEqual(lambda.billing.running(), [`${id} filesystem`]);
    },
  );
});

async function rentable(
  t: TestContext,
  card: string,
  memoryMib: number,
  firstProcess?: Record<string, string>,
) {
  const clock = new SkippingClock();
  const boxes = await boxPool(2, (home) => plugIn(home, card, memoryMib), firstProcess);
  t.after(() => boxes.down());
  return { clock, boxes };
}

/** The vendor's tool of a box that has one such card, well, idle when it is audited and at work later: there is none on the machine that tests. */
function plugIn(home: string, card: string, memoryMib: number): void {
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(
    join(home, 'bin', 'nvidia-smi'),
    `#!/bin/sh
case "$*" in
  *index,name,utilization*) echo "0, ${card}, 90, 4000, ${memoryMib}, 40, 345, 60" ;;
  *memory.total*) echo "0, ${card}, ${memoryMib}, 5, 00000000:3B:00.0, 570.1" ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
  *PERFORMANCE*)
    echo "GPU 00000000:3B:00.0"
    for r in "HW Slowdown" "HW Thermal Slowdown" "HW Power Brake Slowdown" "SW Thermal Slowdown"; do echo "        $r : Not Active"; done ;;
esac
`,
    { mode: 0o755 },
  );
}

/** `run` from smoke to close, in this process, because product and twin share a clock; approved as a person would. */
async function wholeRun(
  t: TestContext,
  given: {
    clock: SkippingClock;
    boxes: BoxPool;
    env: Record<string, string>;
    change(job: JobFile): void;
    takeAway(run: Run): Promise<void> | void;
    /** Of a disk of our own that everything comes to. Default: that of this machine. */
    ourBytes?: number;
  },
): Promise<Rented> {
  const { clock, boxes } = given;
  const place = placeFor(t);
  placeTinyJob(place, (job) => {
    job['prefer'] = 'order';
    job['budget'] = { usd: 50, hours: 10, usdPerHour: 5 };
    // A second and a half between two checkpoints that are looked at: beside other work a pull takes as long.
    job['vars'] = { TINY_STEPS: 150, TINY_STEP_MS: 60, TINY_CKPT_EVERY: 10 };
    job['metrics']['total-steps'] = 150;
    given.change(job);
  });
  const ours = given.ourBytes === undefined ? undefined : join(place.dir, 'ours');
  if (ours !== undefined) place.disks.push(new SmallDisk(ours, given.ourBytes));
  const settings = {
    ...settingsOf(
      { given: ours === undefined ? {} : { store: ours } },
      { ...place.env, ...given.env, GPU_LEASE_SECRET: SECRET },
      place.repository,
    ),
    clock,
  };
  const face = new ScriptedFace();
  let taken = false;
  const heldFor = new Set<string>();
  const exitCode = await runStage(
    'run',
    { settings, face, signal: new AbortController().signal },
    {
      approval: async ({ phrase }) => ({ typed: phrase, person: 'Ada', via: 'phrase' }),
      onEvents: async (run, _step, events) => {
        const kept = events.find((event) => event.type === 'kept');
        // Hours on each box, so that the bill is one of dollars and its cents mean something.
        if (kept?.type === 'kept' && !heldFor.has(kept.lease)) {
          heldFor.add(kept.lease);
          clock.pass(HOURS_ON_A_BOX * 3600);
        }
        // Early: on a machine that is busy elsewhere a pull lasts as long as a hundred steps.
        if (taken || (kept?.type === 'kept' ? (kept.step ?? 0) : 0) < LOST_FROM_STEP) return;
        taken = true;
        await given.takeAway(run);
      },
    },
  );
  const said = [...face.lines, ...face.warnings].join('\n');
  return { place, clock, boxes, story: onlyStory(place), exitCode, said };
}

const HOURS_ON_A_BOX = 2;
const LOST_FROM_STEP = 20;
const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';

function assertWholeLife({ story, exitCode, said, clock }: Rented, bills: Billing[]): void {
  const { run } = story;
  assert.equal(exitCode, 0, said);
  assert.ok(run.closed && run.seal, said);
  assert.equal(run.seal.verified, run.seal.roster);
  assert.equal(run.leases.length, 2, 'the box that was lost and the one that finished');
  assert.ok(ofType(story, 'preempted').length === 1, said);
  const [resumed] = ofType(story, 'resumed');
  assert.ok(
    resumed && resumed.firstStep >= resumed.verifiedStep && resumed.verifiedStep >= LOST_FROM_STEP,
    said,
  );
  for (const stopped of ofType(story, 'meter-stopped')) {
    const [first = '', second = ''] = stopped.sightings;
    const apart = (Date.parse(second) - Date.parse(first)) / 1000;
    assert.ok(apart >= 20, `${stopped.meter} of ${stopped.lease}: two sightings ${apart} s apart`);
  }
  for (const bill of bills) assert.deepEqual(bill.running(), [], 'nothing bills at the platform');
  const billed = bills.reduce((sum, bill) => sum + bill.invoice(), 0);
  const inLedger = usdSoFar(run, clock.now());
  assert.ok(billed > 0.3, `a bill of ${billed} USD shows nothing`);
  assert.ok(Math.abs(billed - inLedger) < 0.005, `the bill is ${billed}, the ledger has ${inLedger}`);
}

function show(platform: string, { story, clock }: Rented, invoice: number): void {
  const usd = usdSoFar(story.run, clock.now());
  console.log(
    `show: ${platform}: ${story.run.leases.length} boxes, resumed at step ${ofType(story, 'resumed')[0]?.firstStep}, ledger ${usd.toFixed(4)} USD, invoice ${invoice.toFixed(4)} USD`,
  );
}
