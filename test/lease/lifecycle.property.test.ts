// Over ten seconds: drawn lives with a crash between any two effects are the proof of the core.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { costing, openMeters, runState } from '../../src/lease/run.ts';
import { Fate, Simulation } from './simulation.ts';

/** Processes that may be started, crash and be started again, before the world turns calm. */
const STORM = 40;
const CALM = 40;

type Finish = 'hold' | 'park';

type Drawn = [choices: number[], onFinish: Finish, needsStore: boolean];

const lived = new Map<string, Promise<Simulation>>();

/** Each drawn life is lived once, and judged by all that ask after it. */
function live(drawn: Drawn): Promise<Simulation> {
  const key = JSON.stringify(drawn);
  const known = lived.get(key) ?? liveAnew(...drawn);
  lived.set(key, known);
  return known;
}

async function liveAnew(choices: number[], onFinish: Finish, needsStore: boolean): Promise<Simulation> {
  const simulation = new Simulation(new Fate(choices), onFinish, needsStore);
  simulation.open();
  for (let turn = 0; turn < STORM + CALM && !simulation.run().closed; turn += 1) {
    if (turn >= STORM) simulation.fate.calm = true;
    const stand = await simulation.process();
    if (stand !== 'crashed') await simulation.person(stand);
  }
  return simulation;
}

// Long on purpose: fast-check's default size would stop after ten decisions, before anything is rented.
const choices = fc.array(fc.nat(99), { minLength: 60, maxLength: 600, size: 'max' });
const lives = fc.tuple(choices, fc.constantFrom('hold' as const, 'park' as const), fc.boolean());
// No shrinking: a counterexample of 600 decisions takes minutes to shrink and its seed replays it as well.
const many = { numRuns: 300, endOnFailure: true, seed: Math.floor(Math.random() * 2 ** 31) };

describe('the whole lifecycle, with crashes between any two effects', () => {
  it('never stops or releases anything without a warrant bound to its seal, a store and a word that counts [P5-11] [XC-02]', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (drawn) => {
        assert.deepEqual((await live(drawn)).violations, []);
      }),
      many,
    );
  });

  it('never creates two boxes for one intent, nor starts one attempt twice [P3-02]', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (drawn) => {
        const simulation = await live(drawn);
        for (const [intent, count] of simulation.createdPerIntent) assert.equal(count, 1, intent);
        for (const [start, count] of simulation.starts) assert.equal(count, 1, start);
      }),
      many,
    );
  });

  it('ends every lease released, parked with its clock shown, or in debt and visible [P5-13]', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (drawn) => {
        const simulation = await live(drawn);
        const run = simulation.run();
        const billing = [...simulation.boxes].filter(([, box]) => box.gpu || box.disk);
        if (run.closed) assert.deepEqual(billing, [], 'closed while something bills');
        else
          assert.fail(`after ${CALM} calm turns the run is ${runState(run)}: ${JSON.stringify(run.halted)}`);
        for (const lease of run.leases) assert.deepEqual(openMeters(lease), [], lease.name);
      }),
      many,
    );
  });

  it('at every moment shows everything that bills at the platform', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async ([choices, onFinish, needsStore]) => {
        const simulation = new Simulation(new Fate(choices), onFinish, needsStore);
        simulation.open();
        for (let turn = 0; turn < STORM; turn += 1) {
          const stand = await simulation.process();
          const run = simulation.run();
          for (const [name, box] of simulation.boxes) {
            const lease = run.leases.find((each) => each.name === name);
            // Nobody knows yet what became of its create; it is looked for until the run closes.
            const intendedOnly = lease?.state === 'intended' || lease?.refusal?.reason === 'unclear';
            const shown = costing(run).some((line) => line.startsWith(`${name} `));
            assert.ok(!box.disk || shown || intendedOnly, `${name} bills and is not shown`);
          }
          if (stand !== 'crashed') await simulation.person(stand);
        }
      }),
      { ...many, numRuns: 150 },
    );
  });
});
