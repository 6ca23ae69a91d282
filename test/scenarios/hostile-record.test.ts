// Over a minute: a sealed and held run meets every command after each way to change its record.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { newSecret } from '../../src/secret/keys.ts';
import { partInTurn } from '../in-turn.ts';
import { installation } from '../installation.ts';
import { Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const LEDGER = 14;
const REFUSED = 10;
const BILLING = 11;

/** Whoever can push to the ledger can do this; no secret, no approval, no key. */
class Hostile {
  readonly place: Place;
  readonly secret = newSecret();
  readonly run: string;

  constructor(place: Place, run: string) {
    this.place = place;
    this.run = run;
  }

  get ref(): string {
    return `refs/gpu-lease/runs/${this.run}`;
  }

  commits(): { oid: string; subject: string }[] {
    return this.place
      .git('log', '--format=%H %s', this.ref)
      .trim()
      .split('\n')
      .map((line) => ({ oid: line.slice(0, 40), subject: line.slice(41) }));
  }

  /** Back to the commit that says so. */
  rollBack(to: RegExp): string {
    const tip = this.place.git('rev-parse', this.ref).trim();
    const found = this.commits().find(({ subject }) => to.test(subject));
    assert.ok(found, `no commit ${to} in ${this.commits().map(({ subject }) => subject)}`);
    this.place.git('update-ref', this.ref, found.oid);
    return tip;
  }
}

/** A machine that knows nothing of what others have seen: a hosted runner, or a laptop that was set up anew. */
const forget = (place: Place): void =>
  rmSync(join(place.env['XDG_STATE_HOME'] ?? '', 'gpu-lease', 'records'), { recursive: true, force: true });

describe('a sealed and parked run whose record somebody changes [security 1]', { timeout: 300_000 }, () => {
  let place: Place;
  let hostile: Hostile;
  const env = () => ({ GPU_LEASE_SECRET: hostile.secret });
  const box = async () => place.boxRecord(place.boxes()[0] ?? '');
  const held = async () => {
    assert.equal(place.boxes().length, 1, 'nothing else was rented');
    assert.equal((await box()).state, 'stopped', 'the box stands as it was parked');
  };

  before(async () => {
    place = new Place();
    placeTinyJob(place, (job) => {
      job['on-finish'] = 'park';
    });
    const secret = newSecret();
    const ran = await place.run(['run', '--yes'], { env: { GPU_LEASE_SECRET: secret } });
    assert.equal(ran.exitCode, 0, ran.output);
    const run = /tiny-[0-9a-f]{8}/.exec(ran.output)?.[0] ?? '';
    hostile = Object.assign(new Hostile(place, run), { secret });
    await held();
  });
  after(() => place?.end());

  for (const to of partInTurn(
    'push back of a record',
    [/^rented/, /^opened/, /answers/, /^started/, /^collected/],
    2,
    String,
  )) {
    it(`is not given back nor rented again by a tick after a push back to "${to.source}"`, async () => {
      const tip = hostile.rollBack(to);
      try {
        const told = await place.run(['tick'], { env: env() });
        assert.equal(told.exitCode, LEDGER, told.output);
        await held();
        forget(place);
        for (let tick = 1; tick <= 3; tick += 1) {
          const ticked = await place.run(['tick'], { env: env() });
          await held();
          // Before anything was intended a tick has nothing to do, and what is sealed it parks again, which takes nothing. A box
          // that answered within the last minute by the record is looked at again before anybody is told.
          const isYoung = /last seen \d{1,2} s ago/.test(ticked.output);
          if (!/opened|collected/.test(to.source) && tick === 1 && !isYoung)
            assert.notEqual(ticked.exitCode, 0, ticked.output);
        }
      } finally {
        place.git('update-ref', hostile.ref, tip);
        forget(place);
        await place.run(['status', hostile.run], { env: env() });
      }
    });
  }

  it('is refused by name where this machine has seen more, with the command that puts it right', async () => {
    await place.run(['status', hostile.run], { env: env() });
    const tip = hostile.rollBack(/^rented/);
    const ticked = await place.run(['tick'], { env: env() });
    assert.equal(ticked.exitCode, LEDGER, ticked.output);
    assert.match(ticked.output, /this machine has seen \d+.*Nothing is rented, stopped or destroyed/s);
    assert.match(ticked.output, new RegExp(`gpu-lease restore ${hostile.run}`));
    const shown = await place.run(['restore', hostile.run], { env: env() });
    assert.equal(shown.exitCode, REFUSED, shown.output);
    const restored = await place.run(['restore', hostile.run, '--yes'], { env: env() });
    assert.equal(restored.exitCode, 0, restored.output);
    const after = await place.run(['status', hostile.run], { env: env() });
    assert.match(after.stdout, /: parked/);
    place.git('update-ref', hostile.ref, tip);
  });

  it('is not rented again when its ref was deleted', async () => {
    await place.run(['status', hostile.run], { env: env() });
    const tip = place.git('rev-parse', hostile.ref).trim();
    place.git('update-ref', '-d', hostile.ref);
    const again = await place.run(['run', '--yes'], { env: env() });
    assert.equal(again.exitCode, LEDGER, again.output);
    await held();
    forget(place);
    // Nobody here remembers it, so the same run is opened anew; the box that carries its name says that work was begun on it.
    const anew = await place.run(['run', '--yes'], { env: env() });
    assert.equal(anew.exitCode, LEDGER, anew.output);
    assert.match(anew.output, /label of .* at local/);
    await held();
    place.git('update-ref', hostile.ref, tip);
    forget(place);
  });

  it('is shown by tick, strays and status when its ref was moved to the archive [security 6]', async () => {
    const tip = place.git('rev-parse', hostile.ref).trim();
    const hidden = `refs/gpu-lease/archive/2026/${hostile.run}`;
    place.git('update-ref', hidden, tip);
    place.git('update-ref', '-d', hostile.ref);
    const ticked = await place.run(['tick'], { env: env() });
    assert.equal(ticked.exitCode, LEDGER, ticked.output);
    assert.match(ticked.output, /lies in the archive and is not closed/);
    const strays = await place.run(['strays', '--platform', 'local'], { env: env() });
    assert.equal(strays.exitCode, BILLING, strays.output);
    assert.match(strays.output, new RegExp(`${hostile.run}.*archive`, 's'));
    for (let look = 0; look < 2; look += 1) {
      const listed = await place.run(['status'], { env: env() });
      assert.match(listed.stdout, /ATTENTION: .* lies in the archive and is not closed/);
      // The second time on a machine that never saw the run.
      forget(place);
    }
    const back = await place.run(['restore', hostile.run], { env: env() });
    assert.equal(back.exitCode, 0, back.output);
    assert.match((await place.run(['status'], { env: env() })).stdout, /parked/);
    await held();
  });
});

describe('a run whose ref somebody deleted', { timeout: 300_000 }, () => {
  it('is a problem of every tick on a machine that has seen it, and of none any more once it is closed [security 1] [security 6]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const given = { env: { GPU_LEASE_SECRET: newSecret() }, from: installation() };
    const ran = await place.run(['run', '--yes'], given);
    assert.equal(ran.exitCode, 0, ran.output);
    const run = /tiny-[0-9a-f]{8}/.exec(ran.output)?.[0] ?? '';
    const hostile = new Hostile(place, run);
    const tip = place.git('rev-parse', hostile.ref).trim();
    place.git('update-ref', '-d', hostile.ref);
    for (let look = 0; look < 2; look += 1) {
      const ticked = await place.run(['tick'], given);
      assert.equal(ticked.exitCode, LEDGER, ticked.output);
      assert.match(ticked.output, new RegExp(`${run} is not whole: it was in .* before and is gone`));
    }
    place.git('update-ref', hostile.ref, tip);
    const phrase = /--approve "(.*)"/.exec(ran.output)?.[1] ?? '';
    const released = await place.run(['release', run, '--approve', phrase], given);
    assert.equal(released.exitCode, 0, released.output);
    const ticked = await place.run(['tick'], given);
    assert.equal(ticked.exitCode, 0, ticked.output);
  });
});

describe('a signed record where the secret is not set [security 3]', { timeout: 300_000 }, () => {
  it('is shown as not verified, and nothing is done on the strength of an approval in it', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const secret = newSecret();
    const ran = await place.run(['run', '--yes'], { env: { GPU_LEASE_SECRET: secret } });
    assert.equal(ran.exitCode, 0, ran.output);
    const run = /tiny-[0-9a-f]{8}/.exec(ran.output)?.[0] ?? '';
    const [seal, lease] = [/seal ([0-9a-f]{64})/.exec(ran.output)?.[1] ?? '', `${run}-1`];
    const ref = `refs/gpu-lease/runs/${run}`;
    const text = place.git('show', `${ref}:events.jsonl`);
    const forged = JSON.stringify({
      at: new Date().toISOString(),
      binds: seal,
      by: 'github:1.1',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      goal: 'release',
      lease,
      mac: 'AAAA',
      nonce: 'n',
      person: 'the-reviewer',
      seq: text.trim().split('\n').length,
      type: 'approved',
      verbs: ['terminate'],
      via: 'environment',
    });
    const blob = place.gitWithInput(`${text}${forged}\n`, 'hash-object', '-w', '--stdin').trim();
    const snapshot = place.git('rev-parse', `${ref}:run.json`).trim();
    const tree = place
      .gitWithInput(`100644 blob ${blob}\tevents.jsonl\n100644 blob ${snapshot}\trun.json\n`, 'mktree')
      .trim();
    const commit = place.git('commit-tree', tree, '-p', ref, '-m', 'approved').trim();
    place.git('update-ref', ref, commit);
    for (const command of [
      ['tick'],
      ['run', run, '--yes'],
      ['release', run],
      ['collect', run],
      ['abandon', run],
      ['resume', run],
      ['watch', run, '--bound', '5s'],
      ['approve', run, '--standing', 'L2'],
      ['exec', run, '--', 'true'],
      ['cp', `${run}:x`, '.'],
      ['ssh', run, '--', 'true'],
      ['ssh-config', run],
      ['tunnel', run, '0:8888'],
      ['du', run],
      ['stop', run],
      ['retry', run],
    ]) {
      const outcome = await place.run(command);
      assert.equal(outcome.exitCode, LEDGER, `${command.join(' ')}: ${outcome.output}`);
      assert.match(outcome.output, /is signed, and GPU_LEASE_SECRET is not set/);
      assert.equal((await place.boxRecord(place.boxes()[0] ?? '')).state, 'running', command.join(' '));
    }
    for (const command of ['status', 'events', 'cost']) {
      const outcome = await place.run([command, run]);
      assert.equal(outcome.exitCode, 0, outcome.output);
      assert.match(outcome.stderr, /NOT VERIFIED/);
    }
    const log = await place.run(['log', run]);
    assert.match(log.stderr, /NOT VERIFIED[\s\S]*not verified, so no box was asked/);
  });
});
