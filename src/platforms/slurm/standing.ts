import { oneLine } from '../../box/stranger-text.ts';
import type { QueueWord } from '../driver.ts';
import { isSilent, isUnknownJob, type Told } from './api.ts';
import { type End, HAS_NODES, howEnded, isEnd, TAKEN, WAITS, whyWaiting } from './words.ts';

/** One line of squeue in the fields of remote.ts. */
export interface Row {
  id: string;
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

const ROW = /^(\d+)\|([A-Z_]+)\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)$/;

/** Whatever is no such line is a warning of squeue's, or part of a foreign name. */
export function rowsOf(lines: readonly string[]): Row[] {
  return lines.flatMap((line) => {
    const [whole, id = '', state = '', reason = '', starts = '', comment = '', name = ''] =
      ROW.exec(line) ?? [];
    return whole === undefined ? [] : [{ id, state, reason: oneLine(reason, 120), starts, comment, name }];
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

const ended = (end: End, native: string): Standing => ({
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

/** How long Slurm shows a job after its end where a site sets nothing else (MinJobAge). */
const KEPT_SECONDS = 300;

/**
 * What the answer of LOOK says of a job. It is over on an explicit end state alone, or where Slurm, asked twice, knows no job of an id
 * that we wrote down when it was submitted, and so long ago that it may have ended and been forgotten since: a controller that
 * crashes forgets what was submitted in its last seconds, while a node may run it.
 */
export function standingIn(told: Told, boxId: string): Standing {
  const id = boxId.replace(/;.*/, '');
  const [name] = told.lines('name');
  const squeue = told.lines('squeue');
  if (isSilent(squeue)) return { native: 'Slurm does not answer' };
  const row = rowsOf(squeue).find((each) => each.id === id);
  const end = endIn(told, id);
  if (row) {
    // Ids begin anew where a controller lost its state.
    if (name !== undefined && row.name !== name)
      return { native: `${row.state}, and it is called ${oneLine(row.name, 80)}` };
    return standingOf(row, told.lines('begun').length > 0, end);
  }
  if (end.state !== undefined && isEnd(end.state))
    return ended({ ...end, state: end.state }, end.by ?? end.state);
  if (!isForgotten(told)) return { native: oneLine(squeue.join(' '), 120) || 'squeue shows no such job' };
  const still = end.state === undefined ? '' : `; its accounting still calls it ${end.state}`;
  const why = `it has finished, and Slurm no longer knows how${still}`;
  return { native: 'Invalid job id specified', word: { phase: 'over', why } };
}

function isForgotten(told: Told): boolean {
  const [age = ''] = told.lines('age');
  const [kept = ''] = told.lines('kept');
  const keptSeconds = /^\d+$/.test(kept) ? Number(kept) : KEPT_SECONDS;
  // 0 keeps them all, so that none is ever forgotten in this way.
  return (
    isUnknownJob(told.lines('scontrol')) && /^\d+$/.test(age) && keptSeconds > 0 && Number(age) > keptSeconds
  );
}

/** From sacct where it is on and has caught up with the end, else from scontrol. */
function endIn(told: Told, id: string): Partial<End> {
  const [uid] = told.lines('uid');
  const rows = told.lines('sacct').map((line) => line.split('|'));
  const [, said = '', exit = ''] = rows.find(([job, word]) => job === id && isEnd(firstOf(word))) ?? [];
  const [, still = ''] = rows.find(([job]) => job === id) ?? [];
  const largest = rows.map(([, , , maxRss = '']) => maxRss).sort((a, b) => kibibytes(b) - kibibytes(a))[0];
  const asked = rows.map(([, , , , reqMem = '']) => reqMem).find((each) => each !== '');
  const shown = ` ${told.lines('scontrol').join(' ')} `;
  const state = firstOf(said) || / JobState=(\S+) /.exec(shown)?.[1] || firstOf(still);
  const code = exit || / ExitCode=(\d+:\d+) /.exec(shown)?.[1];
  const logged = told.lines('log').map((line) => oneLine(line, 200));
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(state === undefined || state === '' ? {} : { state }),
    ...(said === '' ? {} : { by: said }),
    ...(code === undefined ? {} : { exit: code }),
    ...(largest ? { maxRss: largest } : {}),
    ...(asked === undefined ? {} : { asked }),
    ...(logged.length === 0 ? {} : { said: logged.join('\n') }),
  };
}

/** `CANCELLED by 1000` is CANCELLED. */
const firstOf = (word = ''): string => word.split(' ')[0] ?? '';

/** `3256K`, `1.5G`; 0 where it says nothing. */
function kibibytes(text: string): number {
  const [, digits = '0', unit = 'K'] = /^([\d.]+)([KMGT]?)/.exec(text) ?? [];
  return Number(digits) * 1024 ** Math.max(0, 'KMGT'.indexOf(unit || 'K'));
}
