import { placesIn, rangesOf } from '../../lease/task-ranges.ts';
import type { TaskWords } from '../driver.ts';
import { type Row, type Standing, standingOf } from './standing.ts';
import type { End } from './words.ts';

/** Rows of one id: the tasks of an array, or the one row of a job that is none. In the order of their first rows. */
export function byId(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.id);
    if (group) group.push(row);
    else groups.set(row.id, [row]);
  }
  return [...groups.values()];
}

/**
 * Of one job or of all tasks of an array. What Slurm shows no more of an array is over and has been for a while.
 *
 * @param rows of one id, at least one
 * @param endOf what else is known of the end of a task, `4711_3`, or of a job
 */
export function standingOfAll(
  rows: readonly Row[],
  begun: boolean,
  endOf: (job: string) => Partial<End> = () => ({}),
): Standing {
  const [first] = rows;
  if (first && first.places === undefined) return standingOf(first, begun, endOf(first.id));
  const all = rows.map((row) => ({ row, is: standingOf(row, begun, endOf(`${row.id}_${row.places}`)) }));
  const unclear = all.find(({ is }) => is.word === undefined);
  if (unclear) return { native: unclear.is.native };
  const of = (...phases: string[]) => all.filter(({ is }) => phases.includes(is.word?.phase ?? ''));
  const [running, waiting, held] = [of('running'), of('waiting', 'held'), of('held')];
  const tasks: TaskWords = {
    waiting: placesOf(waiting),
    running: placesOf(running),
    ended: endedIn(of('over')),
  };
  const phase =
    running.length > 0
      ? 'running'
      : held.length === all.length
        ? 'held'
        : waiting.length > 0
          ? 'waiting'
          : 'over';
  const said = phase === 'waiting' ? of('waiting').find(({ is }) => is.word?.stuck === undefined) : undefined;
  const { word } = (said ?? (phase === 'waiting' ? waiting[0] : undefined))?.is ?? {};
  const never = phase === 'waiting' && waiting.every(({ is }) => is.never !== undefined);
  return {
    native: countsOf(all.map(({ row }) => row)),
    word: {
      phase,
      ...(phase === 'over' ? { why: countsOf(all.map(({ row }) => row)) } : {}),
      ...(word?.why === undefined ? {} : { why: word.why }),
      ...(word?.startsAt === undefined ? {} : { startsAt: word.startsAt }),
      ...(word?.stuck === undefined ? {} : { stuck: word.stuck }),
      tasks,
    },
    ...(never && waiting[0]?.is.never !== undefined ? { never: waiting[0].is.never } : {}),
  };
}

type Seen = readonly { row: Row; is: Standing }[];

const placesOf = (seen: Seen): string => rangesOf(seen.flatMap(({ row }) => placesIn(row.places ?? '')));

/** A group for each end that is no good one. */
function endedIn(over: Seen): TaskWords['ended'] {
  const groups = new Map<string, { native: string; why: string; of: { row: Row; is: Standing }[] }>();
  for (const each of over) {
    if (each.row.state === 'COMPLETED') continue;
    const [native, why] = [each.row.state, each.is.word?.why ?? ''];
    const group = groups.get(`${native} ${why}`) ?? { native, why, of: [] };
    groups.set(`${native} ${why}`, { ...group, of: [...group.of, each] });
  }
  return [...groups.values()].map(({ native, why, of }) => ({ places: placesOf(of), native, why }));
}

/** "30 PENDING, 4 RUNNING, 6 COMPLETED". */
function countsOf(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const { state, places = '' } of rows)
    counts.set(state, (counts.get(state) ?? 0) + placesIn(places).length);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}
