import { join } from 'node:path';
import type { Probe } from '../box/box-plan.ts';
import { secondsBetween } from '../clock.ts';
import { collect } from '../collect/collect.ts';
import type { Collected } from '../collect/gathering.ts';
import type { Keeping } from '../collect/keep.ts';
import type { LogKeeping } from '../collect/keep-logs.ts';
import { becomeOnlyPuller, type OtherPuller } from '../collect/one-puller.ts';
import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { attested } from './attested.ts';
import { afarOf } from './store.ts';

const PATIENCE_SECONDS = 600;
const LOOK_AGAIN_SECONDS = 0.5;

/** What one stage brings from a box while work goes on there. */
export interface Bringing {
  keeping: Keeping;
  logs: LogKeeping;
}

/**
 * Keeps new checkpoints and what was printed, unless another process of this machine is at it: then that one does, and tells the ledger.
 *
 * @param isEnd nobody may look at this attempt again
 */
export async function keepNew(
  { keeping, logs }: Bringing,
  of: Collected,
  probe: Probe,
  isEnd: boolean,
): Promise<EventBody[]> {
  const leave = becomeOnlyPuller(join(of.world.storeDir, of.run.id));
  if (typeof leave !== 'function') return [];
  try {
    const boxStores = async () => (await afarOf(of.world, of.run, of.job))?.stores ?? [];
    const events = await keeping.keep(of, probe, boxStores);
    await logs.keep(of, probe, isEnd);
    return events;
  } finally {
    leave();
  }
}

/** Collects once no other process of this machine pulls; no events when that other one has done it meanwhile. */
export async function collectAlone(world: World, run: Run, lease: Lease, job: Job): Promise<EventBody[]> {
  const leave = await becomeOnlyPullerInTime(world, run);
  try {
    const { events } = await world.ledger.read(run.id);
    const isAsItWas = events.at(-1)?.at === run.updatedAt;
    if (!isAsItWas) return [];
    const collected = await collect({ world, run, lease, job }, await afarOf(world, run, job));
    return await attested(world, run.id, events, collected);
  } finally {
    leave();
  }
}

/** Once no other process of this machine pulls this run. */
export async function pullingAlone<T>(world: World, run: Run, work: () => Promise<T>): Promise<T> {
  const leave = await becomeOnlyPullerInTime(world, run);
  return work().finally(leave);
}

async function becomeOnlyPullerInTime(world: World, run: Run): Promise<() => void> {
  const since = world.clock.now();
  for (let said = false; ; said = true) {
    const leave = becomeOnlyPuller(join(world.storeDir, run.id));
    if (typeof leave === 'function') return leave;
    if (!said) world.face.line(`${nameOf(leave)} pulls this run already; waiting for it`);
    world.signal.throwIfAborted();
    if (secondsBetween(since, world.clock.now()) > PATIENCE_SECONDS) throw pullsStill(run, leave);
    await world.clock.sleep(LOOK_AGAIN_SECONDS, world.signal);
  }
}

const nameOf = ({ pid, host }: OtherPuller): string =>
  `process ${pid} of ${host === undefined ? 'this machine' : `${host}, which cannot be looked at from here,`}`;

const pullsStill = (run: Run, other: OtherPuller): Problem =>
  new Problem({
    code: 'pulled-elsewhere',
    kind: 'refused',
    what: `Run ${run.id} is being pulled by ${nameOf(other)} for ${PATIENCE_SECONDS / 60} minutes and more (it holds ${other.file}).`,
    next: 'Wait for it, or end it; then run the same command again, which goes on where that one stopped.',
    costing: costing(run),
  });
