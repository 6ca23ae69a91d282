import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Fate } from './simulation.ts';
import { PLATFORMS, RUN, type Setting, WholeWorld } from './whole-world.ts';

const LIVES = Number(process.env['PREFIX_LIVES'] ?? 60);
const SEED = Number(process.env['PREFIX_SEED'] ?? 10);
const TURNS = 30;
const DAY = 86_400_000;

/** A life in which anything may happen, up to the end or to somewhere on the way. Its last driver ends well. */
async function live(choices: number[], setting: Setting, turns: number): Promise<WholeWorld> {
  const world = new WholeWorld(new Fate(choices), setting);
  await world.open();
  for (let turn = 0; turn < turns && !(await world.run()).closed; turn += 1) {
    const stand = await world.process();
    if (stand !== 'crashed') await world.person(stand);
  }
  world.fate.calm = true;
  await world.process();
  return world;
}

/** A driver that knows nothing but this record meets the world as it is. @returns what it did that cannot be taken back */
async function meet(
  world: WholeWorld,
  record: string | null,
  clockOffMs: number,
): Promise<{ creates: string[]; deeds: string[] }> {
  const { boxes, copy, now } = world.snapshot();
  const fresh = new WholeWorld(new Fate([]), { ...world.setting, inWorkflows: false });
  Object.assign(fresh, { boxes, copy, now: now + 3_600_000 + clockOffMs });
  let truth = now + 3_600_000;
  fresh.trueNow = () => {
    truth += 1;
    return truth;
  };
  if (record !== null) {
    await fresh.ledger.restore(RUN, record);
    fresh.metAt = record.split('\n').length - 1;
  } else await fresh.open();
  for (let turn = 0; turn < 4; turn += 1) await fresh.process();
  return { creates: fresh.creates, deeds: fresh.deeds.map(({ verb, box }) => `${verb} ${box}`) };
}

const nothing = { creates: [], deeds: [] };

/** The counterexample itself, in place of the choices that led to it. */
const check = async (property: Promise<void>): Promise<void> =>
  property.catch((error: unknown) => {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
  });

const lives = fc.record({
  choices: fc.array(fc.nat(99), { minLength: 40, maxLength: 400, size: 'max' }),
  turns: fc.integer({ min: 2, max: TURNS }),
  platform: fc.constantFrom(...PLATFORMS),
  onFinish: fc.constantFrom('hold' as const, 'park' as const),
  inWorkflows: fc.boolean(),
});

describe(`${LIVES} lives, each met again by a driver that knows less`, { timeout: 1_200_000 }, () => {
  const many = { numRuns: LIVES, seed: SEED, endOnFailure: true };

  it('no prefix of a record lets anything be destroyed or rented in the world that it leaves out [security 1]', async () => {
    let prefixes = 0;
    await check(
      fc.assert(
        fc.asyncProperty(lives, async ({ choices, turns, ...setting }) => {
          const world = await live(choices, setting, turns);
          const lines = (await world.ledger.text(RUN)).split('\n').slice(0, -1);
          for (let length = 1; length < lines.length; length += 1) {
            prefixes += 1;
            const record = `${lines.slice(0, length).join('\n')}\n`;
            const said = `${setting.platform} ${length} of ${lines.length}: ${JSON.parse(lines[length - 1] ?? '{}').type}`;
            assert.deepEqual(await meet(world, record, 0), nothing, said);
          }
        }),
        many,
      ),
    );
    console.log(`# ${LIVES} lives, ${prefixes} prefixes: 0 irreversible verbs, 0 creates`);
  });

  it('nor does a clock that is forty days off, a deleted ref, or a record of another run [security 1] [faults F7]', async () => {
    await check(
      fc.assert(
        fc.asyncProperty(lives, async ({ choices, turns, ...setting }) => {
          const world = await live(choices, setting, turns);
          const text = await world.ledger.text(RUN);
          const lines = text.split('\n').slice(0, -1);
          for (const days of [-40, 40]) {
            for (const length of [
              1,
              Math.ceil(lines.length / 3),
              Math.ceil((2 * lines.length) / 3),
              lines.length - 1,
            ])
              assert.deepEqual(
                await meet(world, `${lines.slice(0, Math.max(1, length)).join('\n')}\n`, days * DAY),
                nothing,
                `${setting.platform}, clock ${days} days off, ${length} of ${lines.length}`,
              );
          }
          // Without a workflow nobody knows that there ever was such a run, and a tick sees none.
          if (setting.inWorkflows)
            assert.deepEqual(await meet(world, null, 0), nothing, `${setting.platform}, the ref deleted`);
          const other = text.replaceAll(`"${RUN}`, '"tiny-8');
          assert.deepEqual(
            await meet(world, other, 0),
            nothing,
            `${setting.platform}, a record of another run`,
          );
        }),
        { ...many, numRuns: Math.ceil(LIVES / 3) },
      ),
    );
  });
});
