import type { EarlierLooks } from '../course/taken-back.ts';
import type { ActionCall } from './action-call.ts';
import { offerLook } from './record-offer.ts';
import { tick } from './tick.ts';

/** The step of `actions/tick`: what it saw of the records is left for the looks after it. */
export async function step({ settings, face, signal, onRun }: ActionCall): Promise<number> {
  const runs: string[] = [];
  let earlier: EarlierLooks | undefined;
  const { exitCode } = await tick(settings, face, signal, {
    onRun(run) {
      runs.push(run.id);
      onRun(run);
    },
    onEarlier(found) {
      earlier = found;
    },
  });
  await offerLook({ settings, face, signal }, runs, earlier);
  return exitCode;
}
