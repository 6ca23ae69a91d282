import { formatSeconds, type Heard, secondsBetween } from '../clock.ts';
import type { Run } from './run.ts';

/** A `Date` header has whole seconds and may have been under way for long. */
const SERVICE_SECONDS = 300;
/** Records are written by many machines; their clocks differ by less than that, or one of them is wrong. */
const RECORD_SECONDS = 600;

/**
 * Why this machine's clock is not to be believed, in a sentence; `undefined` where nothing speaks against it. A service that
 * agrees outweighs everything else. A box is a stranger: it counts only where the record does not speak for us, and only against what
 * its own clock said when the work was begun on it.
 */
export function clockDoubt(run: Run, heard: readonly Heard[], now: Date): string | undefined {
  const services = heard.filter(({ by }) => by === 'service');
  if (services.some(({ aheadSeconds }) => Math.abs(aheadSeconds) <= SERVICE_SECONDS)) return;
  const [off] = services;
  if (off) return `${differs(off.aheadSeconds)} that of ${off.source}`;
  const last = run.updatedAt === undefined ? undefined : new Date(run.updatedAt);
  const sinceSeconds = last ? secondsBetween(last, now) : 0;
  const boxes = heard.filter(({ by }) => by === 'box');
  if (boxes.some((box) => Math.abs(drift(run, box)) <= SERVICE_SECONDS)) return;
  if (sinceSeconds < -RECORD_SECONDS)
    return `${differs(sinceSeconds)} the last event of the record of ${run.id}`;
  const [box] = boxes;
  // The record was written just now by somebody whose clock agrees with ours.
  if (!box || sinceSeconds <= RECORD_SECONDS) return;
  return `${differs(drift(run, box))} that of ${box.source}, compared with how far they were apart when its work was begun`;
}

function drift(run: Run, { source, aheadSeconds }: Heard): number {
  const started = run.leases.find(({ name }) => name === source)?.started;
  return aheadSeconds - (started?.aheadOfBoxSeconds ?? 0);
}

const differs = (aheadSeconds: number): string =>
  `the clock of this machine is ${formatSeconds(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`;
