import { knownGpu, type OfferedGpu } from '../job/gpus.ts';
import type { Job } from '../job/job.ts';
import type { Cell, Lease, Run } from '../lease/run.ts';

/** In less than that the start of a program is most of what was measured. */
const LEAST_SECONDS = 60;

/** How fast an earlier run of a job was on its cards. */
export interface MeasuredRate {
  run: string;
  card: Pick<OfferedGpu, 'model' | 'form' | 'count'>;
  stepsPerHour: number;
  /** That each of its cells came to. */
  steps: number;
}

/**
 * What sealed runs of the same job, by name and command, have measured: one rate for each card and number of cards, of the newest run
 * that had it. A run that was taken up again or began from another one's checkpoint tells no time of its own.
 */
export function ratesAmong(runs: readonly Run[], job: Pick<Job, 'name' | 'run'>): MeasuredRate[] {
  const rates: MeasuredRate[] = [];
  const newestFirst = [...runs].sort((a, b) => ((a.updatedAt ?? '') < (b.updatedAt ?? '') ? 1 : -1));
  for (const run of newestFirst) {
    const { document } = run.opened ?? {};
    if (document?.name !== job.name || document.run !== job.run) continue;
    const rate = rateOf(run);
    if (rate && !rates.some(({ card }) => isSameCard(card, rate.card))) rates.push(rate);
  }
  return rates;
}

function rateOf(run: Run): MeasuredRate | undefined {
  const [lease, another] = run.leases.filter(({ started }) => started !== undefined);
  if (!run.seal || run.begunFrom || another || lease?.started?.attempt !== 1) return;
  const card = cardOf(lease);
  const cells = [...run.cells.values()];
  if (!card || cells.length === 0 || !cells.every(isWhole)) return;
  const steps = cells.reduce((sum, { lastStep = 0 }) => sum + lastStep, 0);
  const seconds = cells.reduce((sum, { ended }) => sum + (ended?.ranSeconds ?? 0), 0);
  if (!(steps > 0) || seconds < LEAST_SECONDS) return;
  return { run: run.id, card, stepsPerHour: (steps / seconds) * 3600, steps: steps / cells.length };
}

function cardOf({ gpus, intent }: Lease): MeasuredRate['card'] | undefined {
  const known = gpus && intent.tasks === undefined ? knownGpu(gpus.name) : undefined;
  return gpus && known && { model: known.model, ...(known.form && { form: known.form }), count: gpus.count };
}

/** From its first step to its last in one go. */
const isWhole = ({ ended, resumedAt, lastStep, begunAgain }: Cell): boolean =>
  ended?.verdict === 'finished' &&
  ended.attempt === 1 &&
  !ended.background &&
  ended.ranSeconds !== undefined &&
  lastStep !== undefined &&
  resumedAt.length === 0 &&
  begunAgain === undefined;

/** A form counts where both sides say one. */
export const isSameCard = (one: MeasuredRate['card'], other: MeasuredRate['card']): boolean =>
  one.model === other.model &&
  one.count === other.count &&
  (one.form === undefined || other.form === undefined || one.form === other.form);
