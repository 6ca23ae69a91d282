// Over half a minute: whole lives on AutoDL's twin, whose box runs `shutdown` by itself while nobody looks.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { usdSoFar } from '../../src/lease/cost.ts';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { type AutodlTwin, startAutodlTwin } from '../twins/autodl-twin.ts';
import { boxPool } from '../twins/boxes.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('boxes that park themselves', 2);
const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';
const LATE_HOURS = 5;

describe('a box that parks itself while nobody looks, behind the twin of AutoDL', {
  skip: missing('sshd', 'testbed', 'ssh', 'curl'),
  timeout: 300_000,
  concurrency: true,
}, () => {
  lives.it('is paid for minutes after its end, and no hour more until the late look', async (t) => {
    const box = await rentable(t);
    const launched = await box.stage('launch');
    assert.equal(launched.exitCode, 0, launched.said);
    await box.isOff(60);
    const whenOff = box.twin.billing.invoice();
    box.clock.pass(LATE_HOURS * 3600);
    assert.equal(box.twin.billing.invoice(), whenOff, 'off is off');

    const { exitCode, said, story } = await box.stage('run');
    assert.equal(exitCode, 0, said);
    const { run } = story;
    assert.ok(run.closed && run.seal, said);
    assert.equal(run.seal.verified, run.seal.roster);
    assert.deepEqual([run.leases.length, ofType(story, 'preempted'), ofType(story, 'halted')], [1, [], []]);
    assert.deepEqual(
      ofType(story, 'parked').map(({ itself, verb }) => [itself, verb]),
      [
        [true, 'power-off'],
        [undefined, 'power-off'],
      ],
    );
    assert.deepEqual([ofType(story, 'woken').length, ofType(story, 'started').length], [1, 1]);
    const [dated] = ofType(story, 'park-dated');
    assert.ok(dated?.parkedAt && dated.parkedAt > (run.leases[0]?.startedAt ?? ''), said);
    assert.match(said, /stopped, as it was told to stop itself \(power-off\)/);
    assert.doesNotMatch(said, /PREEMPTED|nobody here stopped it|DOES NOT ANSWER/);
    assert.deepEqual(box.twin.billed(), []);

    const billed = box.twin.billing.invoice();
    const inLedger = usdSoFar(run, box.clock.now());
    assert.ok(Math.abs(billed - inLedger) < 0.02, `the bill is ${billed}, the ledger has ${inLedger}`);
    const held = LATE_HOURS * usdPerHour(story);
    assert.ok(billed < held / 5, `${billed} USD; held it would have been ${held} more`);
    console.log(
      `show: parked by itself: invoice ${billed.toFixed(4)} USD, ledger ${inLedger.toFixed(4)}; held until the look ${LATE_HOURS} h later it is ${(billed + held).toFixed(4)}`,
    );
  });

  lives.it('is held until the late look where the job says hold, and the bill shows it', async (t) => {
    const box = await rentable(t, 'hold');
    const launched = await box.stage('launch');
    assert.equal(launched.exitCode, 0, launched.said);
    box.clock.pass(LATE_HOURS * 3600);
    const { exitCode, said, story } = await box.stage('run');
    assert.equal(exitCode, 0, said);
    assert.ok(story.run.closed && ofType(story, 'parked').length === 0);
    const billed = box.twin.billing.invoice();
    assert.ok(billed > LATE_HOURS * usdPerHour(story), `${billed} USD`);
    console.log(`show: held: invoice ${billed.toFixed(4)} USD`);
  });

  lives.it(
    'whose cards are taken meanwhile is told to a person, keeps everything, and goes on when there is one',
    async (t) => {
      const box = await rentable(t);
      assert.equal((await box.stage('launch')).exitCode, 0);
      await box.isOff(60);
      box.clock.pass(LATE_HOURS * 3600);
      box.twin.setStock('v-48g', 0);
      const late = await box.stage('run');
      assert.equal(late.exitCode, 1, late.said);
      assert.deepEqual(
        ofType(late.story, 'halted').map(({ code }) => code),
        ['box-not-started'],
      );
      assert.match(late.said, /does not start it again: .*库存.* Nothing is lost: its disk keeps the work/s);
      assert.match(late.said, /gpu-lease resume/);
      assert.deepEqual([ofType(late.story, 'woken').length, box.twin.instances.size], [0, 1]);
      box.twin.setStock('v-48g', 4);
      const on = await box.stage('resume');
      assert.equal(on.exitCode, 0, on.said);
      assert.ok(on.story.run.closed && on.story.run.seal, on.said);
      assert.deepEqual([on.story.run.leases.length, ofType(on.story, 'started').length], [1, 1]);
    },
  );

  lives.it(
    'that somebody else stopped in the midst of its work is asked about, once its record was read',
    async (t) => {
      const box = await rentable(t, 'park', 4000);
      assert.equal((await box.stage('launch')).exitCode, 0);
      await box.twin.shutDownInside([...box.twin.instances.keys()][0] ?? '');
      box.clock.pass(LATE_HOURS * 3600);
      const { said, story } = await box.stage('run');
      assert.match(said, /Its own record says that it did not: somebody else stopped it/);
      assert.deepEqual(
        [ofType(story, 'park-dated').map(({ parkedAt }) => parkedAt), ofType(story, 'started').length],
        [[undefined], 1],
      );
      assert.equal(ofType(story, 'halted').at(-1)?.code, 'box-stopped');
    },
  );
});

interface Box {
  twin: AutodlTwin;
  clock: SkippingClock;
  stage(name: string): Promise<{ exitCode: number; said: string; story: Story }>;
  isOff(seconds: number): Promise<void>;
}

async function rentable(t: TestContext, onFinish = 'park', steps = 20): Promise<Box> {
  const clock = new SkippingClock();
  let twin: AutodlTwin | undefined;
  // What stands first in the PATH of a box is its platform's: this one is told to switch the box off.
  const console = createServer((_request, response) => {
    const [uuid] = twin?.instances.keys() ?? [];
    response.end();
    void twin?.shutDownInside(uuid ?? '');
  });
  await new Promise<void>((resolve) => console.listen(0, '127.0.0.1', resolve));
  t.after(() => console.close());
  const { port } = console.address() as AddressInfo;
  const boxes = await boxPool(1, (home) => plugIn(home, port));
  t.after(() => boxes.down());
  const started = await startAutodlTwin({ clock, boxes });
  twin = started;
  t.after(() => started.close());
  const place = placeFor(t);
  placeTinyJob(place, (job) => {
    job['candidates'] = ['autodl'];
    job['resources'] = { gpu: { name: 'RTX 4090' } };
    job['budget'] = { usd: 50, hours: 24, usdPerHour: 5 };
    job['vars'] = { TINY_STEPS: steps, TINY_STEP_MS: 60, TINY_CKPT_EVERY: 10 };
    job['metrics']['total-steps'] = steps;
    job['smoke'] = 'none';
    // None of the places that its profile names are on this machine.
    job['storage'] = { 'tensorboard-dir': '' };
    job['on-finish'] = onFinish;
    if (onFinish === 'park') job['park-after'] = '3s';
  });
  const env = {
    ...place.env,
    AUTODL_TOKEN: started.tokens.good,
    GPU_LEASE_API_AUTODL: started.server.url,
    GPU_LEASE_SECRET: SECRET,
  };
  return {
    twin: started,
    clock,
    async stage(name) {
      const face = new ScriptedFace();
      const settings = { ...settingsOf({ given: {} }, env, place.repository), clock };
      const exitCode = await runStage(
        name,
        { settings, face, signal: new AbortController().signal },
        { approval: async ({ phrase }) => ({ typed: phrase, person: 'Ada', via: 'phrase' }) },
      );
      return { exitCode, said: [...face.lines, ...face.warnings].join('\n'), story: onlyStory(place) };
    },
    async isOff(seconds) {
      const end = Date.now() + seconds * 1000;
      while (![...started.instances.values()].every(({ status }) => status === 'shutdown')) {
        assert.ok(Date.now() < end, 'the box did not park itself');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}

const usdPerHour = ({ run }: Story): number =>
  run.leases[0]?.meters.find(({ id }) => id === 'gpu')?.usdPerHour ?? 0;

function plugIn(home: string, port: number): void {
  const tool = (name: string, text: string): void => {
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${text}`);
    chmodSync(join(home, 'bin', name), 0o755);
  };
  mkdirSync(join(home, 'bin'), { recursive: true });
  tool('shutdown', `curl -fsS -m 10 http://127.0.0.1:${port}/\n`);
  tool(
    'nvidia-smi',
    `case "$*" in
  *index,name,utilization*) echo "0, NVIDIA GeForce RTX 4090, 90, 4000, 49140, 40, 345, 60" ;;
  *memory.total*) echo "0, NVIDIA GeForce RTX 4090, 49140, 5, 00000000:3B:00.0, 570.1" ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
  *PERFORMANCE*)
    echo "GPU 00000000:3B:00.0"
    for r in "HW Slowdown" "HW Thermal Slowdown" "HW Power Brake Slowdown" "SW Thermal Slowdown"; do echo "        $r : Not Active"; done ;;
esac
`,
  );
}
