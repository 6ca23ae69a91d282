import type { BoundJob } from '../course/bound-job.ts';
import { kernelJob, packedCode, requestOf, type SessionOf, slugOf } from '../kaggle/kernel-job.ts';
import { pushSession } from '../kaggle/push.ts';
import { acceleratorOf, type Push, sourcesOf } from '../kaggle/push-body.ts';
import { hours, type Quota, quotaWords, sessionSeconds } from '../kaggle/quota.ts';
import { requireUnlisted } from '../kaggle/runs.ts';
import { MOST_SCRIPT_BYTES, scriptText } from '../kaggle/script.ts';
import { type Standing, standingOf } from '../kaggle/standing.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { EXIT } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { noFurther, requirePushable, scriptTooLarge, tooManySessions } from './kaggle-problems.ts';
import { boundMeant, kaggleRunOf, opened } from './kaggle-run.ts';
import type { Settings } from './settings.ts';

/** What `--json` ends with, see docs/json.md. */
export interface Told {
  run: string;
  state: 'pushed' | 'going-on' | 'done';
  session: number;
  kernel: string;
  version: number;
  url: string;
  seconds: number;
  from: string | null;
}

export interface At {
  settings: Settings;
  face: Face;
  api: KaggleApi;
  run: string;
}

/** One step of a run: the next session, unless one goes on or nothing is left to do. Safe to run at any time. */
export async function pushNext(
  settings: Settings,
  named: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { face, api, quotas } = await opened(settings, signal);
  const bound = await boundMeant({ settings, face, api }, named);
  const run = kaggleRunOf(bound.job, bound.configHash);
  const at = { settings, face, api, run };
  const standing = await standingOf(api, run, signal);
  const told =
    standing.is === 'going-on' || standing.is === 'done'
      ? await leftAlone(at, standing)
      : await pushOnto(at, { bound, standing, quotas, isAgain: settings.flag('again') });
  if (settings.json) process.stdout.write(jsonLine(told));
  return EXIT.ok;
}

interface Pushing {
  bound: BoundJob;
  standing: Exclude<Standing, { is: 'going-on' | 'done' }>;
  quotas: readonly Quota[];
  /** Also where the last one failed, brought the run no further, or was the last that the job allows. */
  isAgain: boolean;
}

/** @throws Problem for what the job asks and Kaggle cannot do, where another session would bring nothing, and where there is no room now */
export async function pushOnto(at: At, { bound, standing, quotas, isAgain }: Pushing): Promise<Told> {
  const { face, api, run } = at;
  const request = requestOf(bound.job);
  for (const warning of requirePushable(bound.job, request)) face.warn(warning);
  const shape = acceleratorOf(request, bound.job.resources);
  for (const quota of quotas) face.line(quotaWords(quota));
  if (standing.is === 'failed' || standing.is === 'still') {
    if (!isAgain) throw noFurther(run, standing);
    face.warn(
      `session ${standing.newest.session.number}: ${standing.why}; another is pushed because you said so`,
    );
  }
  const number = standing.sessions.length + 1;
  if (number > request.sessions && !isAgain) throw tooManySessions(run, request.sessions);
  await requireUnlisted(api, run, number);
  const user = await api.user();
  const from = standing.is === 'none' ? undefined : standing.from;
  const push: Push = {
    user,
    slug: slugOf(run, number),
    shape,
    seconds: sessionSeconds(request, shape, quotas),
    request,
    from: from && `${user}/${from.session.slug}`,
  };
  return pushed(at, bound, { number, push, isAgain });
}

async function pushed(
  { face, api, run }: At,
  bound: BoundJob,
  { number, push, isAgain }: { number: number; push: Push; isAgain: boolean },
): Promise<Told> {
  const { slug, seconds, request, from } = push;
  if (seconds < request.timeSeconds)
    face.warn(
      `the session is cut to ${hours(seconds)} of ${hours(request.timeSeconds)}: the quota has no more`,
    );
  const text = textOf(bound, push, {
    number,
    seconds,
    stopSeconds: request.stopSeconds,
    goesOn: from !== undefined,
    startOver: isAgain,
  });
  const { url, version, isFound } = await pushSession(api, push, { run, number, text });
  if (isFound) face.line(`the answer was lost, and ${slug} is there: it is taken as pushed`);
  if (version > 1)
    face.warn(
      `${slug} has ${version} versions: it was pushed more than once, and each uses the quota until it ends. Its newest counts`,
    );
  const start = from === undefined ? 'begins at the start' : `goes on from ${from}`;
  face.line(`pushed session ${number} of ${run}: ${url}`);
  face.line(
    `it ${start}, and ends after ${hours(seconds)} at the latest; nothing but its page can end it earlier`,
  );
  face.line('next: "gpu-lease kaggle status" while it runs, "gpu-lease kaggle collect" when it is over');
  const kernel = `${push.user}/${slug}`;
  return { run, state: 'pushed', session: number, kernel, version, url, seconds, from: from ?? null };
}

function textOf(bound: BoundJob, push: Push, session: SessionOf): string {
  const job = kernelJob(bound, session);
  const { number, seconds } = session;
  const header = { run: job.run, session: number, commit: job.commit, seconds, sources: sourcesOf(push) };
  const text = scriptText(job, packedCode(bound), header);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_SCRIPT_BYTES) throw scriptTooLarge(bytes, MOST_SCRIPT_BYTES);
  return text;
}

/** A session goes on, or all is done: nothing is pushed. */
async function leftAlone(
  { face, api, run }: At,
  standing: Extract<Standing, { is: 'going-on' | 'done' | 'failed' | 'unfinished' | 'still' }>,
): Promise<Told> {
  const isOver = standing.is !== 'going-on';
  const session = standing.is === 'going-on' ? standing.session : standing.newest.session;
  const native = standing.is === 'going-on' ? standing.word.native : standing.newest.word.native;
  face.line(
    isOver
      ? `${run} is done by session ${session.number} (${session.slug}): "gpu-lease kaggle collect" brings it`
      : `session ${session.number} of ${run} is ${native}: nothing is pushed beside it`,
  );
  const kernel = `${await api.user()}/${session.slug}`;
  const { number, version, header } = session;
  return {
    run,
    state: isOver ? 'done' : 'going-on',
    session: number,
    kernel,
    version,
    url: `https://www.kaggle.com/code/${kernel}`,
    seconds: header.seconds,
    from: header.sources.find((each) => each.startsWith('kernel '))?.slice('kernel '.length) ?? null,
  };
}
