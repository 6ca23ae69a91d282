import { Problem } from '../problem.ts';
import type { PlatformContext } from './context.ts';

/** A deletion needs a box that is off; how long that is waited for. */
const OFF_WITHIN_SECONDS = 600;
const LOOK_AGAIN_SECONDS = 6;

/** A box of a platform that deletes only what is off. */
interface OffFirst {
  /** As a person reads it. */
  platform: string;
  boxId: string;
  /** `ready` can be deleted as it is; `native` is the platform's own word. */
  look(): Promise<{ state: 'gone' | 'ready' | 'going-off' | 'on'; native: string }>;
  turnOff(): Promise<unknown>;
  remove(): Promise<unknown>;
}

/**
 * Turns the box off, waits until it is, and removes it; quietly, if it is gone.
 * @throws Problem `not-off-yet` after ten minutes, or when the wait is cut off: the box bills on
 */
export async function removeOnceOff(
  { clock, signal }: Pick<PlatformContext, 'clock' | 'signal'>,
  box: OffFirst,
): Promise<void> {
  let asked = false;
  for (let waited = 0; ; waited += LOOK_AGAIN_SECONDS) {
    const { state, native } = await box.look();
    if (state === 'gone') return;
    if (state === 'ready') break;
    if (waited >= OFF_WITHIN_SECONDS || signal?.aborted) throw notOffYet(box, native, waited);
    if (!asked && state === 'on') await box.turnOff();
    asked = true;
    await clock.sleep(LOOK_AGAIN_SECONDS, signal);
  }
  await box.remove();
}

const notOffYet = ({ platform, boxId }: OffFirst, native: string, waited: number): Problem =>
  new Problem({
    code: 'not-off-yet',
    kind: 'billing',
    what: `${boxId} is ${native || `in a state that ${platform} does not tell`} after ${waited} s, and ${platform} deletes only what is off.`,
    next: 'Run the same command again; it goes on where this one stopped.',
    costing: [boxId],
  });
