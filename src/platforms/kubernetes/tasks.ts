import { othersThan, placesIn, rangesOf } from '../../lease/task-ranges.ts';
import type { TaskWords } from '../driver.ts';
import { type Event, INDEX, type Job, type Pod } from './objects.ts';
import { byAge, has, isAlive, runs, type Standing, standingOf } from './standing.ts';
import { endOfPod, howEnded, whyWaiting } from './words.ts';

/**
 * An Indexed Job: its status says which of its tasks have ended and how, and one list of pods says which of the others run. What a failed
 * one ended of is in what is left of its newest pod.
 */

/** Only ours have it: the Jobs that others make with indexes are no lease. */
const isOfTasks = ({ spec }: Job): boolean => spec.backoffLimitPerIndex !== undefined;

/**
 * Of a Job of one pod, or of all tasks of an Indexed one.
 *
 * @param all its pods; those that ended well may be left out
 * @param events about it and a pod of it, the newest first; only asked for while it waits
 */
export function standingOfAll(job: Job, all: readonly Pod[], events: readonly Event[]): Standing {
  if (!isOfTasks(job)) return standingOf(job, all, events);
  const pods = byAge(all);
  const running = pods.filter(runs);
  // A pod that is about to start may still write, whatever its controller has declared.
  const isStarting = pods.some((pod) => isAlive(pod) && !runs(pod));
  const isEnded = (has(job, 'Complete') || has(job, 'Failed')) && !isStarting;
  const tasks = wordsOf(job, pods, { running, isEnded });
  const native = countsOf(job, tasks);
  if (running.length > 0)
    return { native, word: { phase: 'running', ...whileRunning(job, pods, isEnded), tasks } };
  if (isEnded) return { native, word: { phase: 'over', why: whyOver(job, native), tasks } };
  const { word, native: said } = standingOf(job, pods, events);
  return { native: said, ...(word && { word: { ...word, tasks } }) };
}

function wordsOf(
  job: Job,
  pods: readonly Pod[],
  { running, isEnded }: { running: readonly Pod[]; isEnded: boolean },
): TaskWords {
  const { completedIndexes = '', failedIndexes = '' } = job.status;
  const now = rangesOf(running.flatMap(placeOf));
  const left = othersThan(job.spec.completions ?? 0, completedIndexes, failedIndexes, now);
  const ended = groups(placesIn(failedIndexes), newestFailed(pods));
  if (!isEnded) return { waiting: rangesOf(left), running: now, ended };
  // Those had no end of their own: their Job was ended.
  const { why, native } = howEnded(job, []);
  return {
    waiting: '',
    running: now,
    ended: left.length === 0 ? ended : [...ended, { places: rangesOf(left), native, why }],
  };
}

/** Its place; none where it is no pod of an Indexed Job. */
function placeOf({ metadata }: Pod): number[] {
  const place = metadata.annotations?.[INDEX];
  return place !== undefined && /^\d{1,5}$/.test(place) ? [Number(place)] : [];
}

/** @param pods the newest first */
function newestFailed(pods: readonly Pod[]): Map<number, Pod> {
  const newest = new Map<number, Pod>();
  for (const pod of pods)
    for (const place of pod.status.phase === 'Failed' ? placeOf(pod) : [])
      if (!newest.has(place)) newest.set(place, pod);
  return newest;
}

/** A group for each kind of end, with the words of its first. */
function groups(failed: readonly number[], pods: ReadonlyMap<number, Pod>): TaskWords['ended'] {
  const ends = new Map<string, { native: string; why: string; places: number[] }>();
  for (const place of failed) {
    const { why, word } = endOf(pods.get(place));
    const native = `FAILED ${word}`.trim();
    // What a node says of an eviction has numbers in it.
    const kind = native.replace(/:.*/, '');
    const known = ends.get(kind);
    if (known) known.places.push(place);
    else ends.set(kind, { native, why, places: [place] });
  }
  return [...ends.values()].map(({ places, ...end }) => ({ places: rangesOf(places), ...end }));
}

const endOf = (pod: Pod | undefined) =>
  pod ? endOfPod(pod) : { why: 'it failed, and Kubernetes no longer shows its pod', word: '' };

/** "97 COMPLETED, 1 FAILED, 2 RUNNING". */
function countsOf(
  { status: { completedIndexes = '' } }: Job,
  { waiting, running, ended }: TaskWords,
): string {
  const counts = [
    [placesIn(completedIndexes).length, 'COMPLETED'],
    [ended.reduce((sum, { places }) => sum + placesIn(places).length, 0), 'FAILED'],
    [placesIn(running).length, 'RUNNING'],
    [placesIn(waiting).length, 'PENDING'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(', ');
}

function whyOver({ status }: Job, counts: string): string {
  const failed = status.conditions?.find(({ type, status: is }) => type === 'Failed' && is === 'True');
  return failed?.reason === undefined ? counts : `${counts} (${failed.reason})`;
}

/** While some run others may wait for what does not come. */
function whileRunning({ metadata }: Job, pods: readonly Pod[], isEnded: boolean): { why?: string } {
  if (isEnded) return { why: 'it is being ended' };
  if (metadata.deletionTimestamp !== undefined) return { why: 'it is being deleted' };
  const waits = pods.find(
    (pod) =>
      isAlive(pod) &&
      pod.status.conditions?.some(({ type, status }) => type === 'PodScheduled' && status === 'False'),
  );
  return waits ? { why: `others of its tasks wait: ${whyWaiting([waits], []).why}` } : {};
}

/** Of pods that outlived their Job: which tasks they are. */
export function tasksLeft(pods: readonly Pod[]): { tasks?: TaskWords } {
  const places = pods.filter(isAlive).flatMap(placeOf);
  return places.length === 0 ? {} : { tasks: { waiting: '', running: rangesOf(places), ended: [] } };
}
