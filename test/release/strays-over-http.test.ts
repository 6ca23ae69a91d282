import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { lookForStrays } from '../../src/release/look-for-strays.ts';
import { putUp } from '../../src/release/put-up.ts';
import { loginKey, newSecret, ownerMark } from '../../src/secret/keys.ts';
import { asEvents, gone, intended, opened, rented, waived } from '../lease/told-run.ts';
import { warrantFor } from '../platforms/warrant-for-tests.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

const WORLDS = 20;
const SECRET = newSecret();
const mark = (name: string) => ownerMark(SECRET, 'ada/train', name);
const { publicOpenSsh } = loginKey(newSecret(), 'test');

const intentOf = (name: string, owner: string): RentIntent => ({
  name,
  owner,
  offer: {
    id: 'SECURE/US-KS-2/1/NVIDIA GeForce RTX 4090',
    platform: 'runpod',
    summary: '1x RTX 4090 24 GB, US-KS-2, secure',
    usdPerHour: 0.445479,
    market: 'on-demand',
  },
  want: { gpu: { names: ['RTX 4090'], count: 1 } },
  candidate: { platform: 'runpod' },
  authorizedKey: publicOpenSsh,
  lifetimeSeconds: 3600,
});

/** What a box of ours came to, by the ledger; every run has one lease. */
const FATES = {
  held: (lease, boxId) => [{ ...rented(lease), boxId } as EventBody],
  late: (lease) => [{ type: 'rent-refused', lease, reason: 'unclear', what: 'the answer was lost' }],
  half: () => [],
  closed: (lease, boxId) => [
    { ...rented(lease), boxId } as EventBody,
    { type: 'releasing', lease, verb: 'terminate' },
    gone('gpu', ['a', 'b'], lease),
    gone('disk', ['a', 'b'], lease),
    { type: 'released', lease, usd: 1 },
  ],
} satisfies Record<string, (lease: string, boxId: string) => EventBody[]>;

type Fate = keyof typeof FATES | 'unknown' | 'other repository' | 'stranger';
const fates = fc.array(
  fc.constantFrom<Fate>('held', 'late', 'half', 'closed', 'unknown', 'other repository', 'stranger'),
  { minLength: 1, maxLength: 4 },
);

async function write(ledger: MemoryLedger, run: string, bodies: EventBody[]): Promise<void> {
  // The platform says when it made a box, by the clock that runs here.
  const at = new Date().toISOString();
  const events = asEvents(bodies).map((event) => ({ ...event, at }));
  await ledger.append(run, null, { events, summary: summarise(fold(run, events), new Date(at)) });
}

async function make(
  driver: PlatformDriver,
  ledger: MemoryLedger,
  name: string,
  fate: Exclude<Fate, 'stranger'>,
): Promise<string> {
  const owner = fate === 'other repository' ? ownerMark(SECRET, 'ada/other', name) : mark(name);
  const { boxId } = await driver.create(intentOf(name, owner));
  if (fate === 'unknown' || fate === 'other repository') return boxId;
  const onRunpod = { ...intended(name), platform: 'runpod' } as EventBody;
  await write(ledger, name.replace(/-\d+$/, ''), [opened(), waived, onRunpod, ...FATES[fate](name, boxId)]);
  return boxId;
}

async function live(story: readonly Fate[]): Promise<void> {
  const clock = new SkippingClock();
  const twin = await startRunpodTwin({ clock });
  try {
    const secrets: Record<string, string> = {
      RUNPOD_API_KEY: twin.key,
      GPU_LEASE_API_RUNPOD: twin.server.url,
    };
    const context = {
      clock,
      localRoot: '/nonexistent',
      selfCommand: ['false'] as [string],
      secret: (name: string) => secrets[name],
    };
    const driver = await driverFor('runpod', context, 'runpod');
    const ledger = new MemoryLedger();
    const boxes = new Map<string, Fate>();
    for (const [n, fate] of story.entries()) {
      const id =
        fate === 'stranger'
          ? twin.addForeign(`tiny-${n}-1`)
          : await make(driver, ledger, `tiny-${n}-1`, fate);
      boxes.set(id, fate);
    }
    const world = { clock, ledger, ownerMark: mark, who: 'test', driver: async () => driver };
    await lookForStrays(world, ['runpod']);
    clock.pass(3700);
    const looks = await lookForStrays(world, ['runpod']);
    const reported = looks.flatMap(({ strays }) => strays).filter((stray) => stray.reported);
    const expected = [...boxes].filter(([, fate]) => ['late', 'half', 'closed', 'unknown'].includes(fate));
    assert.deepEqual(reported.map(({ resource }) => resource.id).sort(), expected.map(([id]) => id).sort());
    for (const { stray, lease } of await putUp(world, looks)) {
      assert.equal(lease !== undefined, boxes.get(stray.resource.id) === 'late');
      const { id } = stray.resource;
      if (lease !== undefined) await driver.carryOut(warrantFor(id, 'terminate'), id, 'terminate');
    }
    const left = (await driver.inventory()).filter(({ kind }) => kind === 'instance').map(({ id }) => id);
    const kept = [...boxes].filter(([, fate]) => fate !== 'late').map(([id]) => id);
    assert.deepEqual(left.sort(), kept.sort());
  } finally {
    await twin.close();
  }
}

describe('strays over a platform that answers by HTTP', { timeout: 240_000 }, () => {
  it('are all reported, and only the empty ones of ours are given back [P5-13]', async () => {
    const all: Fate[] = ['held', 'late', 'half', 'closed', 'unknown', 'other repository', 'stranger'];
    await fc.assert(fc.asyncProperty(fates, live), {
      numRuns: WORLDS,
      endOnFailure: true,
      examples: [[all]],
    });
  });
});
