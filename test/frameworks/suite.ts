import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { ofType } from '../scenarios/ledger-story.ts';
import { lifeWithALoss, uninterrupted } from './taken-away.ts';
import { compareWeights, initFor, placeTrainer } from './trainer.ts';

/** What somebody got wrong, as a change of the script. */
export interface Sabotage {
  what: string;
  /** Replaced in the script; every text must be there. */
  changes: readonly (readonly [from: string, to: string])[];
  /** The person asks for the same run, where `init` does not. */
  asksExact?: boolean;
  /** What the drill must say of it. */
  says: RegExp;
}

export interface Framework {
  /** Folder of the script, and what it trains with. */
  name: string;
  /** File or folder below the output directory with the weights of the end. */
  weights: string;
  sabotages: readonly Sabotage[];
}

const SMOKE = 17;
const MINUTES = 60_000;

/** The framework itself, from the job file that `init` writes to the seal, and what the drill says of trainings that forget something. */
export function withFramework({ name, weights, sabotages }: Framework): void {
  const skip = missing('frameworks', 'git', 'sshd', 'testbed', 'ssh');
  describe(`${name} itself`, { skip, timeout: 60 * MINUTES }, () => {
    it('is set up by init, drilled, goes on on a second box when the first is wiped, and ends as if nothing had been', async (t) => {
      await survives(t, name, weights);
    });
    for (const sabotage of sabotages)
      it(`the drill is red: ${sabotage.what}`, (t) => isFound(t, name, sabotage));
  });
}

async function survives(t: TestContext, name: string, weights: string): Promise<void> {
  const place = placeTrainer(t, name);
  const { exitCode, story, said } = await lifeWithALoss(t, place);
  assert.equal(exitCode, 0, said);
  const { run } = story;
  assert.ok(run.closed && run.seal, said);
  assert.equal(run.seal.verified, run.seal.roster);
  assert.equal(run.leases.length, 2, 'the box that was lost and the one that finished');
  const [smoke] = ofType(story, 'smoke-passed');
  assert.notEqual(smoke?.drill, 'none', 'it was drilled');
  const [from] = ofType(story, 'started')[1]?.from ?? [];
  assert.ok(from && (from.step ?? 0) > 0, said);
  const alone = uninterrupted(place);
  const compared = compareWeights(place, join(run.seal.place, 'main', weights), join(alone, weights));
  console.log(
    `show: ${name}: wiped after step ${from.step}, which came from ${from.source}; of ${compared.tensors} tensors at the end ${compared.equal} are those of an uninterrupted run to the bit, largest difference ${compared.largest}`,
  );
  assert.ok(compared.tensors > 0);
  assert.equal(compared.equal, compared.tensors, `${compared.first} differs`);
}

async function isFound(t: TestContext, name: string, { changes, says, asksExact }: Sabotage): Promise<void> {
  const place = placeTrainer(t, name);
  const script = join(place.repository, 'train.py');
  let source = readFileSync(script, 'utf8');
  for (const [from, to] of changes) {
    assert.ok(source.includes(from), `the script has no ${from}`);
    source = source.replace(from, to);
  }
  writeFileSync(script, source);
  const init = await initFor(place, asksExact ? [[['smoke', 'drill', 'exact'], true]] : []);
  assert.equal(init.exitCode, 0, init.output);
  const smoke = await place.run(['smoke'], { from: installation(), timeoutSeconds: 900 });
  console.log(`show: ${name}: ${/^gpu-lease: .*$/m.exec(smoke.output)?.[0] ?? smoke.output.slice(-400)}`);
  assert.equal(smoke.exitCode, SMOKE, smoke.output);
  assert.match(smoke.output, says);
}
