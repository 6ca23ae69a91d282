import { listenForTime } from '../ledger/hear-the-time.ts';
import { plansOf } from '../release/lease-plans.ts';
import { settleOver } from '../watch/show-cell.ts';
import { type Drive, LEDGER_PATIENCE_SECONDS } from './advance.ts';
import { perform, type Stage } from './effects.ts';
import { movedOf } from './moved.ts';

export type Performing = typeof perform;

/**
 * What the loop needs to go on with the run of a stage, whoever goes on with it: a command, a tick, a sweep with its parts.
 *
 * @param more `performing`, where something stands around the effects; default: the effects of the stages
 */
export function driveOf(
  stage: Stage,
  may: Drive['may'],
  { endsAt, performing = perform }: { endsAt?: Date | undefined; performing?: Performing | undefined } = {},
): Drive {
  const { ledger, clock, who, signal, face } = stage.world;
  return {
    ledger,
    clock,
    who,
    signal,
    // Of a tick nothing: its bound is nought, and the next one comes by itself.
    patienceSeconds: Math.min(stage.boundSeconds, LEDGER_PATIENCE_SECONDS),
    ...(endsAt && { endsAt }),
    say: (what) => face.warn(what),
    plans: (run) => plansOf(stage.world, run),
    hear: async (run) => void (await listenForTime(stage.world, run)),
    async perform(run, step) {
      const events = await performing(stage, run, step);
      settleOver(stage.world, stage.watching, events);
      return events;
    },
    moved: (run) => movedOf(stage.world, run),
    may,
  };
}
