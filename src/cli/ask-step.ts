import type { ActionCall } from './action-call.ts';
import { askForReleases } from './ask.ts';

/** The step of `actions/ask`. */
export async function step({ settings, face, signal, tell }: ActionCall): Promise<number> {
  const asked = await askForReleases(settings, face, signal);
  tell({ asked: String(asked.length) });
  return 0;
}
