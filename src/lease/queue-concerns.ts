import type { Lease, Run } from './run.ts';

/** So often an engine may begin a submission again before it is asked whether that leads anywhere. */
const BEGUN_IN_VAIN = 4;

/** A submission that somebody holds, that is begun over and over and gets no further, or that runs on the wrong machine. */
export function concernsInQueue(run: Run, lease: Lease, usdPerHour: number) {
  return [...inVain(run, lease, usdPerHour), ...onUnfit(run, lease, usdPerHour)];
}

/** It runs on: whether it is of use there a person knows, and the engine may give it another machine. */
function onUnfit(run: Run, { allocation, queue, name, boxId, platform, started }: Lease, usdPerHour: number) {
  const isThere = queue?.to === 'running' && allocation?.attempt === started?.attempt;
  if (run.seal || allocation?.unfit === undefined || !isThere) return [];
  return [
    {
      key: `unfit-node:${name}:${allocation.attempt}`,
      since: allocation.at,
      due: true,
      what: `${platform} runs ${allocation.tasks === undefined ? '' : 'tasks of '}${name} (${boxId}) on a machine that is not what the job asks for: ${allocation.unfit}`,
      next: `Look at its log. Begun again it may get another machine; "gpu-lease abandon ${run.id}" ends it, for a new run that leaves that machine out.`,
      usdPerHour,
    },
  ];
}

function inVain(run: Run, lease: Lease, usdPerHour: number) {
  const { queue, name, boxId, platform, begunInVain, firstStartedAt } = lease;
  if (run.seal || !queue) return [];
  if (queue.stuck === 'held')
    return [
      {
        key: `held-in-queue:${name}`,
        since: queue.at,
        due: true,
        what: `${name} (${boxId}) waits on ${platform} and does not start by itself: ${queue.why ?? 'it is held'}.`,
        next: `Let it go there, or have it let go: it goes on by itself then. "gpu-lease abandon ${run.id}" takes it out of the queue.`,
        usdPerHour: 0,
      },
    ];
  if (begunInVain < BEGUN_IN_VAIN || firstStartedAt === undefined) return [];
  return [
    {
      key: `begun-in-vain:${name}`,
      since: firstStartedAt,
      due: true,
      what: `${platform} has begun ${name} (${boxId}) ${BEGUN_IN_VAIN} times and more, and no newer checkpoint came of it.`,
      next: `Look at why each allocation ended ("gpu-lease events ${run.id}"): a walltime that is shorter than the way to a checkpoint, a partition whose jobs are taken away, a node that fails. "gpu-lease abandon ${run.id}" ends it.`,
      usdPerHour,
    },
  ];
}
