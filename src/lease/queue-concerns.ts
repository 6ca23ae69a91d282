import type { Lease, Run } from './run.ts';

/** So often an engine may begin a submission again before it is asked whether that leads anywhere. */
const BEGUN_IN_VAIN = 4;

/** A submission that somebody holds, or that is begun over and over and gets no further. Nothing of that costs money by itself. */
export function concernsInQueue(run: Run, lease: Lease, usdPerHour: number) {
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
      next: `Look at why each allocation ended ("gpu-lease log ${run.id}"): a walltime that is shorter than the way to a checkpoint, a partition whose jobs are taken away, a node that fails. "gpu-lease abandon ${run.id}" ends it.`,
      usdPerHour,
    },
  ];
}
