import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { Problem } from '../problem.ts';
import { type Output, outputOf, textAt } from './output.ts';
import { type KernelRecord, readRecord } from './record.ts';
import { type Session, sessionsOf, type Word, wordOf } from './sessions.ts';

/** Somebody has a hundred by the job file; the names above are never asked for. */
const MOST_SESSIONS = 100;

/** A session that is over, and what it left. */
export interface Ended {
  session: Session;
  word: Word;
  output: Output;
  /** Absent: it left none, or none that can be read. */
  record: KernelRecord | undefined;
}

/**
 * How a run stands by its newest session.
 *
 * `done`: every command ended well. `failed`: one did not, or something around it; the same again would as likely fail again.
 * `unfinished`: its time was over, or it was cut off: another session goes on. `still`: the same, and the last one brought it no further.
 */
export type Standing =
  | { is: 'none'; sessions: [] }
  | { is: 'going-on'; sessions: Session[]; session: Session; word: Word }
  | {
      is: 'done' | 'failed' | 'unfinished' | 'still';
      sessions: Session[];
      newest: Ended;
      why: string;
      from: Ended | undefined;
    };

export async function standingOf(api: KaggleApi, run: string, signal: AbortSignal): Promise<Standing> {
  const sessions = await sessionsOf(api, run, MOST_SESSIONS);
  const session = sessions.at(-1);
  if (!session) return { is: 'none', sessions: [] };
  const word = await wordOf(api, session);
  if (word.phase === 'unknown') throw unknownWord(session, word);
  if (word.phase === 'going-on') return { is: 'going-on', sessions, session, word };
  const newest = await endedAs(api, run, { session, word, signal });
  const from = leavesSomething(run, newest) ? newest : await lastThatLeft(api, run, sessions, signal);
  return { ...judged(newest, sessions), sessions, newest, from };
}

async function endedAs(
  api: KaggleApi,
  run: string,
  { session, word, signal }: { session: Session; word: Word; signal: AbortSignal },
): Promise<Ended> {
  const output = await outputOf(api, session);
  const text = await textAt(output, `gpu-lease/${run}/run.json`, signal);
  const record = text === undefined ? undefined : readRecord(text);
  const isOurs = record?.run === run && record.session === session.number;
  return { session, word, output, record: isOurs ? record : undefined };
}

/** A manifest is written last: where one is, something is whole. */
export const leavesSomething = (run: string, { output: { files } }: Ended): boolean =>
  [...files.keys()].some((path) => path.startsWith(`gpu-lease/${run}/`) && path.endsWith('/manifest'));

/** The newest session before the newest that left something. */
async function lastThatLeft(
  api: KaggleApi,
  run: string,
  sessions: readonly Session[],
  signal: AbortSignal,
): Promise<Ended | undefined> {
  for (const session of sessions.slice(0, -1).reverse()) {
    const word = await wordOf(api, session);
    const ended = await endedAs(api, run, { session, word, signal });
    if (leavesSomething(run, ended)) return ended;
  }
  return undefined;
}

type Judged = { is: 'done' | 'failed' | 'unfinished' | 'still'; why: string };

/** Pure. */
export function judged({ session, word, record }: Ended, sessions: readonly Session[]): Judged {
  if (session.lacks.length > 0)
    return { is: 'failed', why: `it ran without its ${session.lacks.join(', ')}` };
  if (!record) {
    const why = `${word.native}${word.why === undefined ? '' : ` (${word.why})`}, and it left no record`;
    const before = sessions.at(-2);
    // Twice from the same place to nothing is not chance.
    const isSecond = before !== undefined && sameStart(before, session);
    return { is: isSecond ? 'still' : 'unfinished', why };
  }
  if (record.fault !== null && !record.fault.startsWith('KeyboardInterrupt'))
    return { is: 'failed', why: record.fault };
  const failed = record.cells.filter(({ exitCode }) => exitCode !== null && exitCode !== 0);
  if (failed.length > 0)
    return {
      is: 'failed',
      why: failed.map(({ name, exitCode }) => `${name} ended with ${exitCode}`).join(', '),
    };
  const open = record.cells.filter(({ exitCode, kept }) => exitCode !== 0 || !kept);
  if (open.length === 0) return { is: 'done', why: 'every command ended well' };
  const notKept = open.filter(({ exitCode }) => exitCode === 0);
  if (notKept.length > 0)
    return {
      is: 'failed',
      why: `${notKept.map(({ name }) => name).join(', ')} left no artifacts that could be kept`,
    };
  const why = 'the time of its session was over';
  const isFurther = open.some(({ from, saved }) => saved !== null && saved !== from);
  const isAnyDone = record.cells.some(({ exitCode, ran }) => exitCode === 0 && ran);
  return { is: isFurther || isAnyDone ? 'unfinished' : 'still', why };
}

/** Both went on from the same output, or both began at the start. */
function sameStart(one: Session, other: Session): boolean {
  const start = ({ header: { sources } }: Session) =>
    sources.find((each) => each.startsWith('kernel ')) ?? '';
  return start(one) === start(other);
}

const unknownWord = ({ slug }: Session, { native }: Word): Problem =>
  new Problem({
    code: 'kaggle-status',
    kind: 'unreachable',
    what: `Kaggle says ${JSON.stringify(native)} of ${slug}, which gpu-lease does not know; so it is neither taken for running nor for over.`,
    next: 'Look at it at kaggle.com/code, and run the same command again later.',
  });
