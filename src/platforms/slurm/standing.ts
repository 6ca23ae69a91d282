import { oneLine } from '../../box/stranger-text.ts';
import type { QueueWord } from '../driver.ts';
import { type End, HAS_NODES, howEnded, isEnd, TAKEN, WAITS, whyWaiting } from './words.ts';

/** One line of squeue in the fields of remote.ts. */
export interface Row {
  id: string;
  /** Of tasks of an array, as ranges; absent of a job that is none. */
  places?: string;
  state: string;
  reason: string;
  starts: string;
  comment: string;
  name: string;
}

/** What is known of a job at this moment. `word` absent: it cannot be told. */
export interface Standing {
  /** Slurm's own words. */
  native: string;
  word?: QueueWord;
  /** It waits for what never comes. */
  never?: string;
  /** The engine took it away. */
  taken?: true;
}

/** `4711`, `4711_3`, `4711_[5-39%4]`. */
const ROW = /^(\d+)(?:_(?:(\d+)|\[([\d,:-]+)(?:%\d+)?\]))?\|([A-Z_]+)\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)$/;

/** Whatever is no such line is a warning of squeue's, or part of a foreign name. */
export function rowsOf(lines: readonly string[]): Row[] {
  return lines.flatMap((line) => {
    const [whole, id = '', one, some, state = '', reason = '', starts = '', comment = '', name = ''] =
      ROW.exec(line) ?? [];
    if (whole === undefined) return [];
    const places = one ?? some;
    const row = { id, state, reason: oneLine(reason, 120), starts, comment, name };
    return [places === undefined ? row : { ...row, places }];
  });
}

/** Of a job that squeue shows. @param begun we have let it go @param end what else is known where that is its end */
export function standingOf(row: Row, begun: boolean, end: Partial<End> = {}): Standing {
  const { state, reason } = row;
  const native = reason === 'None' || reason === '' ? state : `${state} ${reason}`;
  if (state === 'PENDING' && reason === 'JobHeldUser' && !begun) return { native, word: { phase: 'held' } };
  if (WAITS.has(state)) return waiting(row, native);
  if (HAS_NODES.has(state)) return { native, word: { phase: 'running', ...inUse(state) } };
  return isEnd(state) ? ended({ ...end, state, reason }, native) : { native };
}

function waiting({ state, reason, starts }: Row, native: string): Standing {
  const isUnsaid = state === 'REQUEUE_HOLD' && (reason === 'None' || reason === '');
  const { why, stuck } = whyWaiting(isUnsaid ? 'launch failed requeued held' : reason);
  const startsAt = timeOf(starts);
  return {
    native,
    word: {
      phase: 'waiting',
      why,
      ...(startsAt === undefined ? {} : { startsAt }),
      ...(stuck === undefined ? {} : { stuck }),
    },
    ...(stuck === 'never' ? { never: why } : {}),
  };
}

function inUse(state: string): { why?: string } {
  if (state === 'SUSPENDED' || state === 'STOPPED')
    return { why: 'Slurm has suspended it; it keeps its nodes and goes on later' };
  return state === 'CONFIGURING' ? { why: 'its nodes are being started' } : {};
}

export const ended = (end: End, native: string): Standing => ({
  native,
  word: { phase: 'over', why: howEnded(end), ...(end.said === undefined ? {} : { said: end.said }) },
  ...(TAKEN.has(end.state) ? { taken: true } : {}),
});

/** `2026-11-26T04:37:41+0100`; anything else is no time (`N/A`). */
function timeOf(text: string): string | undefined {
  const [, local, hours, minutes] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d)(\d\d)$/.exec(text) ?? [];
  const at = local === undefined ? Number.NaN : Date.parse(`${local}${hours}:${minutes}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
