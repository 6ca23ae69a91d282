import { hours, type quotasOf, quotaWords } from '../kaggle/quota.ts';
import { type Ended, type Standing, standingOf } from '../kaggle/standing.ts';
import { EXIT } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { tailOf } from './kaggle-problems.ts';
import { opened, runMeant } from './kaggle-run.ts';
import type { Settings } from './settings.ts';

/** The sessions of a run as Kaggle shows them, how the run stands by the newest, and the weekly quota. Changes nothing. */
export async function showSessions(
  settings: Settings,
  named: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { face, api, quotas } = await opened(settings, signal);
  const run = await runMeant(settings, named, face);
  const standing = await standingOf(api, run, signal);
  const user = await api.user();
  if (settings.json) process.stdout.write(jsonLine(toldOf({ run, user, quotas }, standing)));
  for (const quota of quotas) face.line(quotaWords(quota));
  say(face, run, standing);
  return standing.is === 'done' ? EXIT.ok : standing.is === 'failed' ? EXIT.failed : EXIT.inconclusive;
}

function toldOf(
  { run, user, quotas }: { run: string; user: string; quotas: Awaited<ReturnType<typeof quotasOf>> },
  standing: Standing,
) {
  const ended = 'newest' in standing ? standing.newest : undefined;
  const word = standing.is === 'going-on' ? standing.word : ended?.word;
  return {
    run,
    state: standing.is,
    why: 'why' in standing ? standing.why : (word?.why ?? null),
    native: word?.native ?? null,
    sessions: standing.sessions.map(({ number, slug, version, header, lacks }) => ({
      session: number,
      kernel: `${user}/${slug}`,
      version,
      seconds: header.seconds,
      lacks,
    })),
    cells: ended?.record?.cells.map(({ name, exitCode, saved }) => ({ cell: name, exitCode, saved })) ?? [],
    gpus: ended?.record?.gpus ?? [],
    quota: quotas.map(({ kind, used, reserved, allowed, refreshesAt = null }) => ({
      kind,
      used,
      reserved,
      allowed,
      refreshesAt,
    })),
  };
}

function say(face: Face, run: string, standing: Standing): void {
  for (const { number, slug, version, header } of standing.sessions)
    face.line(
      `session ${number}: ${slug}, at most ${hours(header.seconds)}${version > 1 ? `, pushed ${version} times` : ''}`,
    );
  if (standing.is === 'none') face.line(`${run} has no session yet. next: "gpu-lease kaggle push"`);
  else if (standing.is === 'going-on') {
    const { native, why } = standing.word;
    face.line(
      `session ${standing.session.number} of ${run} is ${native}${why === undefined ? '' : `: ${why}`}`,
    );
  } else if (standing.is === 'done') face.line(`${run} is done. next: "gpu-lease kaggle collect"`);
  else sayEnded(face, run, standing);
}

function sayEnded(
  face: Face,
  run: string,
  { is, newest, why, from }: { is: string; newest: Ended; why: string; from: Ended | undefined },
): void {
  const { number } = newest.session;
  const what = { failed: 'failed', still: 'brought it no further' }[is] ?? 'ended before the work was done';
  face.line(`session ${number} of ${run} ${what}: ${why}`);
  if (newest.record && newest.record.gpus.length > 0) face.line(`it ran on ${newest.record.gpus.join(', ')}`);
  const tail = is === 'unfinished' ? '' : tailOf(newest);
  if (tail !== '') face.line(`its log ends with:\n${tail}`);
  const start = from
    ? `goes on from session ${from.session.number}`
    : 'begins at the start: nothing is saved';
  face.line(`next: "gpu-lease kaggle push${is === 'unfinished' ? '' : ' --again'}"; it ${start}`);
}
