import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Resource } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { lookForStrays } from '../../src/release/look-for-strays.ts';
import { putUp } from '../../src/release/put-up.ts';
import { asEvents, HELD, intended, opened, RUN, rented, waived } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const X = 'tiny-7-1';
const heldBox = resource('box-of-tiny-7-1', X);
const twin = resource('twin', X);

function resource(id: string, name: string): Resource {
  return {
    kind: 'instance',
    id,
    name,
    owner: `mark of ${name}`,
    native: 'ON',
    billing: 'yes',
    usdPerHour: 2,
    createdAt: '2026-11-21T10:01:00Z',
  };
}

const away = new Problem({ code: 'down', kind: 'unreachable', what: 'sim is down.', next: 'Wait.' });

/** An account whose list is `shown`, and the run as told. */
async function account(bodies: EventBody[], shown: { list: Resource[] | Problem }) {
  const ledger = new MemoryLedger();
  if (bodies.length > 0) await append(ledger, bodies);
  const inventory = async () => {
    if (shown.list instanceof Problem) throw shown.list;
    return shown.list;
  };
  const find = async (name: string) =>
    (await inventory())
      .filter((each) => each.name === name)
      .map(({ id }) => ({
        boxId: id,
        name,
        meters: [{ id: 'gpu', kind: 'gpu' as const, usdPerHour: 2, source: 'list' }],
      }));
  const scripted = scriptedWorld({
    ledger,
    drivers: { sim: { inventory, find }, dark: { inventory: async () => Promise.reject(away) } },
  });
  const look = async (...platforms: string[]) => {
    const [first] = await lookForStrays(scripted.world, platforms.length > 0 ? platforms : ['sim']);
    assert.ok(first);
    return first;
  };
  return { ...scripted, ledger, look };
}

async function append(ledger: MemoryLedger, bodies: EventBody[]) {
  const { tip, events } = await ledger.read(RUN);
  const all = asEvents([...events, ...bodies]).slice(events.length);
  const run = fold(RUN, [...events, ...all]);
  await ledger.append(RUN, tip, { events: all, summary: summarise(run, new Date('2026-11-21T12:00:00Z')) });
}

describe('a look for strays', () => {
  it('marks at first and reports what a later look still finds', async () => {
    const { look, clock } = await account(HELD, { list: [heldBox, twin] });
    assert.equal((await look()).outcome, 'marked');
    clock.pass(599);
    assert.equal((await look()).outcome, 'marked');
    clock.pass(2);
    const { outcome, strays } = await look();
    assert.deepEqual(
      [outcome, strays[0]?.reported, strays[0]?.firstSeenAt],
      ['strays', true, '2026-11-21T12:00:00.000Z'],
    );
  });

  it('forgets the mark of what was gone meanwhile', async () => {
    const shown = { list: [heldBox, twin] };
    const { look, clock, ledger } = await account(HELD, shown);
    await look();
    clock.pass(700);
    shown.list = [heldBox];
    assert.equal((await look()).outcome, 'none');
    assert.equal(JSON.parse((await ledger.notes.read()).text).strays.length, 0);
    shown.list = [heldBox, twin];
    assert.equal((await look()).outcome, 'marked');
  });

  it('keeps the marks of a platform that it could not look at', async () => {
    const shown: { list: Resource[] | Problem } = { list: [heldBox, twin] };
    const { look, clock } = await account(HELD, shown);
    await look();
    clock.pass(700);
    shown.list = away;
    const dark = await look();
    assert.deepEqual([dark.outcome, dark.why], ['could-not-look', 'sim is down.']);
    shown.list = [heldBox, twin];
    assert.equal((await look()).outcome, 'strays');
  });

  it('goes on with the other platforms when one does not answer', async () => {
    const { world } = await account(HELD, { list: [heldBox] });
    const looks = await lookForStrays(world, ['dark', 'sim']);
    assert.deepEqual(
      looks.map(({ outcome }) => outcome),
      ['could-not-look', 'none'],
    );
  });

  it('does not let a clock that is ahead put a report off', async () => {
    const { look, clock } = await account(HELD, { list: [heldBox, twin] });
    clock.pass(86_400);
    await look();
    clock.pass(-86_400);
    assert.equal((await look()).outcome, 'marked');
    clock.pass(601);
    assert.equal((await look()).outcome, 'strays');
  });

  const blind: [string, EventBody[], Resource[], RegExp][] = [
    ['the list is empty', HELD, [], /nothing of ours is in the list/],
    [
      'no lease is open',
      [opened(), waived],
      [resource('theirs', 'desk')].map(({ owner: _, ...each }) => each),
      /nothing of ours/,
    ],
    [
      'the held box carries another mark',
      HELD,
      [{ ...heldBox, owner: 'mark of another repository' }],
      /GITHUB_REPOSITORY/,
    ],
  ];
  for (const [when, bodies, list, why] of blind) {
    it(`says that it could not tell when ${when}`, async () => {
      const { look } = await account(bodies, { list });
      const seen = await look();
      assert.equal(seen.outcome, 'could-not-tell');
      assert.match(seen.why, why);
    });
  }

  it('says that it could not tell when the record of a run cannot be read', async () => {
    const { look, ledger } = await account(HELD, { list: [heldBox] });
    ledger.read = async () => {
      throw new Problem({ code: 'broken-mac', kind: 'ledger', what: 'Rewritten.', next: 'Look.' });
    };
    const seen = await look();
    assert.deepEqual([seen.outcome, seen.why], ['could-not-tell', 'the record of tiny-7 cannot be read']);
  });

  it('reads the closed run that a marked name points to', async () => {
    const { look, ledger } = await account(
      [
        opened(),
        waived,
        intended(),
        { type: 'rent-refused', lease: X, reason: 'unclear', what: 'x' },
        { type: 'closed', usd: 0 },
      ],
      { list: [resource('late', X)] },
    );
    await ledger.archive(RUN);
    assert.equal((await look()).strays[0]?.kind, 'refused-late');
  });

  it('marks again when another look was first', async () => {
    const { look, ledger } = await account(HELD, { list: [heldBox, twin] });
    const write = ledger.notes.write;
    let races = 0;
    ledger.notes.write = async (text, tip) => {
      races += 1;
      return races < 3 ? 'lost-race' : write(text, tip);
    };
    await look();
    assert.match((await ledger.notes.read()).text, /"twin"/);
  });

  it('takes a note that is no note for one without marks', async () => {
    const { look, ledger } = await account(HELD, { list: [heldBox, twin] });
    for (const text of ['{', '[]', '{"version":2}', '{"version":1,"strays":[{"id":1}]}']) {
      await ledger.notes.write(text, (await ledger.notes.read()).tip);
      assert.equal((await look()).outcome, 'marked', text);
    }
  });
});

describe('putting up a stray', () => {
  const late: EventBody[] = [
    opened(),
    waived,
    intended(),
    { type: 'rent-refused', lease: X, reason: 'unclear', what: 'the answer was lost' },
  ];

  async function twice(bodies: EventBody[], list: Resource[]) {
    const given = await account(bodies, { list });
    await given.look();
    given.clock.pass(601);
    return { ...given, looks: [await given.look()] };
  }
  const leases = async (ledger: MemoryLedger) =>
    fold(RUN, (await ledger.read(RUN)).events).leases.map(({ name, state, boxId }) => [name, state, boxId]);

  it('gives the late box of a refused lease to that lease', async () => {
    const { world, looks, ledger } = await twice(late, [resource('late', X)]);
    assert.equal((await putUp(world, looks))[0]?.lease, X);
    assert.deepEqual(await leases(ledger), [[X, 'failed', 'late']]);
  });

  it('gives a second box a lease of its own, and each further one another', async () => {
    const { world, looks, ledger } = await twice(HELD, [heldBox, twin, resource('triplet', X)]);
    await putUp(world, looks);
    assert.deepEqual(await leases(ledger), [
      [X, 'rented', 'box-of-tiny-7-1'],
      [`${X}~2`, 'failed', 'twin'],
      [`${X}~3`, 'failed', 'triplet'],
    ]);
  });

  it('puts up nothing that was only marked', async () => {
    const { world, look, ledger } = await account(late, { list: [resource('late', X)] });
    assert.deepEqual(await putUp(world, [await look()]), []);
    assert.deepEqual(await leases(ledger), [[X, 'refused', undefined]]);
  });

  it('leaves alone what its record says otherwise of by now', async () => {
    const { world, looks, ledger } = await twice([opened(), waived, intended()], [resource('half', X)]);
    assert.equal(looks[0]?.strays[0]?.kind, 'half-created');
    assert.match(
      (
        await putUp(
          world,
          looks.map((look) => ({
            ...look,
            strays: look.strays.map((each) => ({ ...each, reported: true })),
          })),
        )
      )[0]?.why ?? '',
      /next launch/,
    );
    const second = await twice(late, [resource('late', X)]);
    await append(second.ledger, [{ type: 'closed', usd: 0 }]);
    const [left] = await putUp(second.world, second.looks);
    assert.equal(left?.lease, undefined);
    assert.match(left?.why ?? '', /closed/);
    assert.deepEqual(await leases(ledger), [[X, 'intended', undefined]]);
  });

  it('leaves alone what is no longer found by its name', async () => {
    const shown = { list: [resource('late', X)] };
    const { world, look, clock } = await account(late, shown);
    await look();
    clock.pass(601);
    const looks = [await look()];
    shown.list = [];
    assert.match((await putUp(world, looks))[0]?.why ?? '', /no longer found/);
  });

  it('is done once', async () => {
    const { world, looks, look } = await twice(late, [resource('late', X)]);
    await putUp(world, looks);
    assert.equal((await putUp(world, looks))[0]?.lease, undefined);
    const after = await look();
    assert.deepEqual([after.outcome, after.sorted?.held.length], ['none', 1]);
  });

  it('leaves a box of an adopted lease alone', async () => {
    const { look, ledger } = await twice([opened(), waived, intended()], [resource('half', X)]);
    await append(ledger, [{ ...rented(), boxId: 'half' } as EventBody]);
    assert.equal((await look()).outcome, 'none');
  });
});
