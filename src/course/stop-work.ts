import { probe } from '../box/keeper.ts';
import { Keeping } from '../collect/keep.ts';
import { LogKeeping } from '../collect/keep-logs.ts';
import { launcherFor } from '../launch/registry.ts';
import { isWorking } from '../lease/endings.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { costing, jobOf, type Lease, leaseOf, type Run, runState } from '../lease/run.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { readRun } from './find-run.ts';
import { heldBox } from './held-box.ts';
import { salvage } from './wind-down.ts';

/** For a trainer that writes a last checkpoint when it is asked to end. */
const GRACE_SECONDS = 30;

/** Of a halt that a person asked for. */
const STOPPED = 'stopped';

/**
 * Ends the work of a run on its box, brings and verifies what it saved last, and holds the box. The halt stands first: nobody who
 * watches the run takes the end of its process for a death, and whoever comes after a kill of this command goes on from there.
 *
 * @returns the run as it is then
 * @throws Problem `nothing-to-stop`, `stop-ends-lease`, `still-works`; TransportFailed with the run halted
 */
export async function stopWork(world: World, id: string): Promise<Run> {
  const run = await readRun(world.ledger, id);
  const { lease } = await heldBox(world, run);
  refuseToStop(run, lease);
  const { launcher, dir } = lease.started ?? {};
  if (launcher === undefined || !dir) throw nothingToStop(run);
  const channel = await world.channel(lease);
  // How it ended by itself is for a look to say.
  if ((await probe(channel, dir)).queue !== 'running' && !isStopped(run)) throw hasEnded(run);
  await appendDecided(world, id, (now) => (isStopped(now) ? [] : [halted(now, lease)]));
  world.face.line(`${lease.name}: asked to save and to end, within ${GRACE_SECONDS} s`);
  await launcherFor(launcher).signal(channel, dir, GRACE_SECONDS);
  const { queue } = await probe(channel, dir);
  if (queue === 'running') throw stillWorks(run, lease);
  const kept = await salvage(
    { keeping: new Keeping(), logs: new LogKeeping() },
    { world, run: await readRun(world.ledger, id), lease, job: jobOf(run) },
  );
  // Another program may have seen the work end by itself meanwhile: then that is how it ended.
  await appendDecided(world, id, (now) => [
    ...kept,
    ...(isWorking(now, leaseOf(now, lease.name)) ? [endedByHand(lease)] : []),
  ]);
  return readRun(world.ledger, id);
}

const isStopped = ({ halted: first, haltedToo }: Run): boolean =>
  [first, ...haltedToo].some((halt) => halt?.code === STOPPED);

const halted = ({ id }: Run, { name }: Lease): EventBody => ({
  type: 'halted',
  code: STOPPED,
  what: `The work on ${name} was stopped by a person ("gpu-lease stop"). The box is held, with all that is on it.`,
  next: `"gpu-lease resume ${id}" goes on from the last checkpoint; "gpu-lease abandon ${id}" saves what can be saved, lists what is lost and gives the box back.`,
});

/** The same as after any loss of the process: what goes on from the last checkpoint is another attempt on this box. */
const endedByHand = ({ name }: Lease): EventBody => ({
  type: 'preempted',
  lease: name,
  what: 'process',
  why: 'stopped by a person (gpu-lease stop)',
});

function refuseToStop(run: Run, lease: Lease): void {
  if (isQueued(lease))
    throw new Problem({
      code: 'stop-ends-lease',
      kind: 'refused',
      what: `${lease.name} is a submission to ${lease.platform}: it ends with its work, and nothing would be held.`,
      next: `"gpu-lease abandon ${run.id}" ends it, and lists what is lost; what it saved lies where it was handed over.`,
      costing: costing(run),
    });
  if (!isWorking(run, lease)) throw nothingToStop(run);
}

const nothingToStop = (run: Run): Problem =>
  new Problem({
    code: 'nothing-to-stop',
    kind: 'usage',
    what: `Run ${run.id} is ${runState(run)}: nothing of it works now.`,
    next: `"gpu-lease status ${run.id}" shows what it waits for. To give its box back: "gpu-lease release ${run.id}" of what is sealed, "gpu-lease abandon ${run.id}" of what is not.`,
    costing: costing(run),
  });

const hasEnded = (run: Run): Problem =>
  new Problem({
    code: 'nothing-to-stop',
    kind: 'usage',
    what: `The work of ${run.id} has ended by itself; the record does not say yet how.`,
    next: `"gpu-lease watch ${run.id}" looks at it and says so.`,
    costing: costing(run),
  });

const stillWorks = (run: Run, lease: Lease): Problem =>
  new Problem({
    code: 'still-works',
    kind: 'failed',
    what: `Something of ${run.id} still works on ${lease.name}, after it was asked to end and then killed. The run stands halted, and nobody watches it.`,
    next: `Run the same command again; "gpu-lease exec ${run.id} -- ps -ef" shows what it is.`,
    costing: costing(run),
  });
