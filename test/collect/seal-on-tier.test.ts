import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { collect } from '../../src/collect/collect.ts';
import { isSealedElsewhere } from '../../src/collect/evidence.ts';
import { afarOf, sealedNow } from '../../src/course/store.ts';
import { unsealIfChanged } from '../../src/course/unseal.ts';
import type { EventBody, Sealed } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { evidenceRefusals } from '../../src/lease/warrant.ts';
import { Problem } from '../../src/problem.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { SmallDisk } from '../drill/small-disk.ts';
import { RUN } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { missing } from '../requirement.ts';
import { checkpoint, finished, keptBox, LAST, METRICS, metricsUntil, rule } from './kept-box.ts';

const ARTIFACTS = [rule({}), rule({ path: METRICS, role: 'metrics', keep: 'evidence' })];
/** Three megabytes, and a disk of ours with one. */
const WEIGHTS = checkpoint(40, 400_000);
const OUR_BYTES = 2 ** 20;

/** The facts of a platform, with its durable tier where this test has it. */
const mountedAt = (id: string, dir: string): Profile => {
  const profile = profileOf(id);
  const { durable } = profile;
  const tier = durable.strategy === 'off-box' ? undefined : durable.tier;
  return {
    ...profile,
    tiers: profile.tiers.map((each) => (each.id === tier ? { ...each, path: dir } : each)),
  };
};

/** A run that ended well on a box with a durable tier, and a disk of ours that its result does not fit on. */
async function trial(t: TestContext, platform: string) {
  const job = { artifacts: ARTIFACTS, candidates: [{ platform: 'sim', volume: 'mine' }] };
  const box = await keptBox(job);
  await box.write(LAST, WEIGHTS);
  await box.write(METRICS, metricsUntil(40));
  const ours = mkdtempSync(join(tmpdir(), 'gpu-lease-ours-'));
  const disk = new SmallDisk(ours, OUR_BYTES);
  t.after(() => {
    disk.end();
    rmSync(ours, { recursive: true });
  });
  const durable = mkdtempSync(join(tmpdir(), 'gpu-lease-tier-'));
  t.after(() => rmSync(durable, { recursive: true, force: true }));
  const world = { ...box.world, storeDir: ours, profile: async () => mountedAt(platform, durable) };
  const run = (...more: EventBody[]): Run => {
    const told = box.run(finished, ...more);
    return { ...told, leases: told.leases.map((lease) => ({ ...lease, placed: { durable } })) };
  };
  const gather = async () => {
    const of = { world, run: run(), lease: run().leases[0] as Run['leases'][0], job: box.job };
    return collect(of, await afarOf(world, run(), box.job));
  };
  return { box, world, run, gather, disk, ours, durable };
}

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
}

const sealOf = (events: EventBody[]): Sealed => {
  const sealed = events.find((event) => event.type === 'sealed');
  assert.ok(sealed?.type === 'sealed');
  return sealed;
};

const codes = async (at: Awaited<ReturnType<typeof trial>>, run: Run): Promise<string[]> =>
  evidenceRefusals(run, await sealedNow(at.world, run)).map(({ code }) => code);

const mayMount = SmallDisk.isPossible();
if (!mayMount) console.log('not run: a result that has no room here; it needs the right to mount a tmpfs');

describe('a result that has no room here and goes to no store', {
  skip: mayMount ? missing('dash') : 'needs the right to mount a tmpfs',
}, () => {
  it('is sealed on the durable tier that outlives its box, and says where it lies', async (t) => {
    const at = await trial(t, 'lambda');
    const events = await at.gather();
    const sealed = sealOf(events);
    const dir = sealed.in?.durable ?? '';
    assert.deepEqual(sealed.in, { durable: dir, platform: 'sim', tier: 'filesystem' });
    assert.ok(dir.startsWith(join(at.durable, RUN, '.sealed/')), dir);
    assert.deepEqual(readFileSync(join(dir, 'main', LAST)), Buffer.from(WEIGHTS));
    assert.equal(existsSync(join(at.ours, RUN, 'main', LAST)), false, 'nothing of it came here');
    const { document } = JSON.parse(readFileSync(join(at.ours, RUN, '+evidence/seal.json'), 'utf8'));
    assert.deepEqual(document.in, sealed.in);
    assert.match(
      JSON.stringify(document.files),
      /"path":"last.safetensors","bytes":3200328,"sha256":"[0-9a-f]{64}"/,
    );
    const run = at.run(...events);
    assert.deepEqual(run.ignored, []);
    assert.equal(sealed.level, 'L3', 'its weights were loaded there');
    assert.deepEqual(await codes(at, run), [], 'and it may be released');
    assert.equal(isSealedElsewhere(run, at.world), false);
  });

  it('takes up no room twice where its keeper has the same bytes, and none of the keeper’s that differ', async (t) => {
    const at = await trial(t, 'lambda');
    const keepers = join(at.durable, RUN, 'main');
    mkdirSync(keepers, { recursive: true });
    cpSync(join(at.box.out(), LAST), join(keepers, LAST));
    writeFileSync(join(keepers, METRICS), 'of an earlier attempt\n');
    const { in: place } = sealOf(await at.gather());
    const there = (path: string) => join(place?.durable ?? '', 'main', path);
    assert.equal(statSync(there(LAST)).ino, statSync(join(keepers, LAST)).ino);
    assert.equal(readFileSync(there(METRICS), 'utf8'), metricsUntil(40));
    assert.equal(readFileSync(join(keepers, METRICS), 'utf8'), 'of an earlier attempt\n');
  });

  it('is taken up again after a kill: what is half there is laid down anew', async (t) => {
    const at = await trial(t, 'lambda');
    const { in: first } = sealOf(await at.gather());
    truncateSync(join(first?.durable ?? '', 'main', LAST), 100);
    const again = sealOf(await at.gather());
    assert.deepEqual(again.in, first);
    assert.deepEqual(readFileSync(join(first?.durable ?? '', 'main', LAST)), Buffer.from(WEIGHTS));
  });

  it('is not given back once the tier does not have it, or nobody can look', async (t) => {
    const at = await trial(t, 'lambda');
    const events = await at.gather();
    const run = at.run(...events);
    const dir = join(sealOf(events).in?.durable ?? '', 'main');
    truncateSync(join(dir, LAST), 100);
    assert.deepEqual(await codes(at, run), ['artifact-truncated']);
    rmSync(join(dir, LAST));
    assert.deepEqual(await codes(at, run), ['artifact-missing']);
    at.box.meddle((channel) => ({
      ...channel,
      stream: async () => {
        throw new TransportFailed('the line was cut', 'reset');
      },
    }));
    assert.deepEqual(await codes(at, run), ['artifact-not-readable']);
    await unsealIfChanged(at.world, run, false);
    assert.equal(at.box.face.warnings.length, 0, 'and what nobody saw is not void');
    const lost = { ...at, world: { ...at.world, profile: async () => profileOf('local') } };
    assert.deepEqual(await codes(lost, run), ['artifact-lost-with-box']);
  });

  it('needs no look at a box that its platform shows gone: no verb is sent to that', async (t) => {
    const at = await trial(t, 'lambda');
    const run = at.run(...(await at.gather()));
    const channel = async () => {
      throw new TransportFailed('no route', 'refused');
    };
    for (const [state, expected] of [
      ['gone', []],
      ['stopped', ['artifact-not-readable']],
    ] as const) {
      const driver = async () => ({ describe: async () => ({ state, native: '' }) }) as never;
      assert.deepEqual(await codes({ ...at, world: { ...at.world, channel, driver } }, run), expected);
    }
  });

  it('is not sealed on a tier that ends with the box: that is said with the price and what helps, and with room it is sealed here', async (t) => {
    const at = await trial(t, 'local');
    const { code, message } = await problemOf(at.gather());
    assert.equal(code, 'disk-full-here');
    assert.match(message, /\d+ bytes are still to come and \d+ are free/);
    assert.match(message, /It cannot be sealed on the durable tier either: no tier of .* is known to hold/);
    assert.match(message, /gpu 1 USD\/h/);
    assert.match(message, /Make room for 1 GB below .*name a store that the box can send to/);
    assert.deepEqual(readdirSync(at.durable), [], 'nothing was laid down there');
    at.disk.free();
    const sealed = sealOf(await at.gather());
    assert.equal(sealed.in, undefined);
    assert.equal(sealed.place, join(at.ours, RUN));
  });

  it('says so where the box has no tier, or that has no room either', async (t) => {
    const at = await trial(t, 'lambda');
    const bare = { ...at.run(), leases: at.box.run(finished).leases };
    const of = { world: at.world, run: bare, lease: at.box.lease(finished), job: at.box.job };
    const none = await problemOf(collect(of, await afarOf(at.world, bare, at.box.job)));
    assert.match(none.message, /either: the box has none\./);
    const small = new SmallDisk(at.durable, OUR_BYTES);
    const { message } = await problemOf(at.gather()).finally(() => small.end());
    assert.match(message, new RegExp(`either: ${at.durable}/${RUN}/\\.sealed/[0-9a-f]{16}: .*No space left`));
  });
});
