import type { ActionCall } from './action-call.ts';
import { offerParts } from './record-offer.ts';
import { runSweep } from './sweep.ts';

/** The step of `actions/sweep`: the records of its parts are left whatever became of it. */
export async function step({ settings, face, signal, onRun }: ActionCall): Promise<number> {
  const parts: string[] = [];
  const order = { settings, face, signal };
  try {
    const exitCode = await runSweep(settings, face, signal, (run) => {
      parts.push(run.id);
      onRun(run);
    });
    await offerParts(order, parts);
    return exitCode;
  } catch (error) {
    await offerParts(order, parts, error);
    throw error;
  }
}
