import type { Channel } from '../box/channel.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { lookable } from '../lease/lookable.ts';
import { costing, type Lease, type Run, runState } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** The box of a run, for a person's hands. */
export interface HeldBox {
  lease: Lease;
  channel: Channel;
  /** Where the run lies there. */
  base: string;
  /** The code that it trains. */
  code: string;
  /** Of a queue: it is the place that the submission is handed over at, and not what it runs on. */
  isPlace: boolean;
}

/** @throws Problem `no-box-held` where none was begun, or none is held any more */
export async function heldBox(world: World, run: Run): Promise<HeldBox> {
  const held = lookable(run);
  if (!held) throw noBoxHeld(run);
  const { lease, dir } = held;
  return {
    lease,
    channel: await world.channel(lease),
    base: dir.base,
    code: `${dir.base}/code/${lease.started?.codeHash ?? ''}`,
    isPlace: isQueued(lease),
  };
}

const noBoxHeld = (run: Run): Problem =>
  new Problem({
    code: 'no-box-held',
    kind: 'usage',
    what: `Run ${run.id} is ${runState(run)}: no box of it is held on which anything was begun.`,
    next: `What was brought of it lies in gpu-lease-out/${run.id}; "gpu-lease log ${run.id}" shows what it printed.`,
    costing: costing(run),
  });
