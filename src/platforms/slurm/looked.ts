import { oneLine } from '../../box/stranger-text.ts';
import { isSilent, isUnknownJob, type Told } from './api.ts';
import { ended, type Row, rowsOf, type Standing } from './standing.ts';
import { standingOfAll } from './tasks.ts';
import { type End, isEnd } from './words.ts';

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
  const rows = rowsOf(squeue).filter((each) => each.id === id);
  const [row] = rows;
  const known = { accounted: accountOf(told), shown: shownBy(told) };
  const endOf = (job: string) => endIn(told, known, job);
  const end = endOf(id);
  if (row) {
    // Ids begin anew where a controller lost its state.
    if (name !== undefined && row.name !== name)
      return { native: `${row.state}, and it is called ${oneLine(row.name, 80)}` };
    if (row.places === undefined && isOnItsWay(row, end, told))
      return { native: `${row.state}, and Slurm does not say yet of what` };
    return standingOfAll(rows, told.lines('begun').length > 0, endOf);
  }
  const forgotten = tasksIn(told, id, name);
  if (forgotten.length > 0 && isUnknownJob(told.lines('scontrol')))
    return standingOfAll(forgotten, true, endOf);
  if (end.state !== undefined && isEnd(end.state))
    return ended({ ...end, state: end.state }, end.by ?? end.state);
  if (!isForgotten(told)) return { native: oneLine(squeue.join(' '), 120) || 'squeue shows no such job' };
  const still = end.state === undefined ? '' : `; its accounting still calls it ${end.state}`;
  const why = `it has finished, and Slurm no longer knows how${still}`;
  return { native: 'Invalid job id specified', word: { phase: 'over', why } };
}

/**
 * FAILED alone says nothing of how. sacct may be behind by seconds: it was seen to call such a job PENDING, and RUNNING; and scontrol is
 * not answered for a moment on a busy controller. The next look hears it; what the controller has forgotten by then only sacct tells.
 */
function isOnItsWay({ state, reason }: Row, { exit = NO_CODE }: Partial<End>, told: Told): boolean {
  if (state !== 'FAILED' || exit !== NO_CODE) return false;
  const isSilenced = isSilent(told.lines('scontrol')) || (told.code('scontrol') ?? 0) >= 124;
  return isSilenced || reason === 'NonZeroExitCode';
}
const NO_CODE = '0:0';

/** Of an array that only accounting knows. */
function tasksIn(told: Told, id: string, name = ''): Row[] {
  return told.lines('sacct').flatMap((line) => {
    const [job = '', said = ''] = line.split('|');
    const [, of, places] = /^(\d+)_(\d+)$/.exec(job) ?? [];
    const state = firstOf(said);
    if (of !== id || places === undefined || !isEnd(state)) return [];
    return [{ id, places, state, reason: '', starts: '', comment: '', name }];
  });
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

type Accounted = ReadonlyMap<string, string[][]>;

/** The lines of sacct by job, or by task of an array: its own and those of its steps. Once for an answer, which may have thousands. */
function accountOf(told: Told): Accounted {
  const known = new Map<string, string[][]>();
  for (const line of told.lines('sacct')) {
    const cells = line.split('|');
    const job = cells[0]?.replace(/\..*/, '') ?? '';
    const rows = known.get(job);
    if (rows) rows.push(cells);
    else known.set(job, [cells]);
  }
  return known;
}

/** The lines of scontrol by job, or by task of an array. */
function shownBy(told: Told): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const line of told.lines('scontrol')) {
    const [, whole, task] = / ArrayJobId=(\d+) ArrayTaskId=(\d+) /.exec(line) ?? [];
    const [, job] = /^JobId=(\d+) /.exec(line) ?? [];
    const of = whole === undefined ? job : `${whole}_${task}`;
    if (of !== undefined) shown.set(of, ` ${line} `);
  }
  return shown;
}

interface Known {
  accounted: Accounted;
  shown: ReadonlyMap<string, string>;
}

/** From sacct where it is on and has caught up with the end, else from scontrol. */
function endIn(told: Told, known: Known, id: string): Partial<End> {
  const [uid] = told.lines('uid');
  const rows = known.accounted.get(id) ?? [];
  const [, said = '', exit = ''] = rows.find(([job, word]) => job === id && isEnd(firstOf(word))) ?? [];
  const [, still = ''] = rows.find(([job]) => job === id) ?? [];
  const largest = rows.map(([, , , maxRss = '']) => maxRss).sort((a, b) => kibibytes(b) - kibibytes(a))[0];
  const asked = rows.map(([, , , , reqMem = '']) => reqMem).find((each) => each !== '');
  const shown = known.shown.get(id) ?? '';
  const state = firstOf(said) || / JobState=(\S+) /.exec(shown)?.[1] || firstOf(still);
  const exitShown = / ExitCode=(\d+:\d+) /.exec(shown)?.[1];
  const code = exit === '' || exit === NO_CODE ? (exitShown ?? (exit || undefined)) : exit;
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
