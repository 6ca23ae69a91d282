import { inWorkflow } from '../github/in-workflow.ts';
import { openMeters, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { type ByHand, isByHand } from '../release/by-hand.ts';
import type { World } from '../world.ts';
import { environmentIsGate, whoTyped } from './approve-release.ts';
import { gateOf } from './gate.ts';
import type { Given } from './given.ts';

/**
 * The word that came with the command: `--stopped` and the name of the lease whose box a person says they ended. Counts
 * once, because what is seen after it may contradict it.
 * @throws Problem `not-by-hand` when no such lease of the run waits for anybody's word
 */
export function givenWord(
  given: Pick<Given, 'ended' | 'environment' | 'env' | 'person'>,
  world: Pick<World, 'clock' | 'signal' | 'github'>,
  run: Run,
): ByHand['word'] {
  const { ended: typed } = given;
  if (typed === undefined) return async () => undefined;
  const waiting = run.leases.filter((lease) => isByHand(lease) && openMeters(lease).length > 0);
  if (!waiting.some((lease) => lease.name === typed)) throw notByHand(run, typed, waiting);
  let isSaid = false;
  return async (lease) => {
    if (isSaid || lease.name !== typed) return undefined;
    if (inWorkflow(given) && given.environment === undefined) {
      const gate = await gateOf(given, world, run);
      if (gate.kind === 'environment') throw environmentIsGate(run, gate.name);
    }
    isSaid = true;
    return whoTyped(given, world, run, typed);
  };
}

function notByHand(run: Run, typed: string, waiting: Run['leases']): Problem {
  const names = waiting.map((lease) => `--stopped "${lease.name}"`).join(' or ');
  return new Problem({
    code: 'not-by-hand',
    kind: 'usage',
    what: `"${typed.slice(0, 80)}" is no lease of run ${run.id} that waits for somebody to end its box.`,
    next:
      names === ''
        ? 'Leave --stopped out: nothing of this run has to be ended by hand.'
        : `Give the lease's name: ${names}.`,
  });
}
