import type { NoticeTarget } from '../job/job.ts';
import { noticeSecretsOf } from '../job/secret-names.ts';
import { type Message, testMessage } from '../notify/message.ts';
import type { Outcome } from '../notify/post.ts';
import { bodyFor, faultOfTarget, sendTo, targetWords } from '../notify/target.ts';
import { EXIT, Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import { readJob } from './bind-job.ts';
import type { Call } from './call.ts';
import type { Request } from './command.ts';
import { faceOf, type Settings, settingsOf } from './settings.ts';
import { pageOf } from './world.ts';

const MOST_SECONDS = 30;

/** The documented shape of `notify --json` (docs/json.md). */
export interface Told {
  target: string;
  kind: NoticeTarget['kind'];
  on: readonly string[];
  /** Why it can be told nothing from here. */
  fault: string | null;
  /** `null`: nothing was sent. */
  taken: boolean | null;
  why: string | null;
  /** With `--dry-run`: as it would be sent. */
  body: string | null;
}

/** Whom the job tells of what, and whether messages arrive. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const how = settings.flag('dry-run') ? 'show' : settings.flag('test') ? 'send' : 'list';
  const told = await tellAll({ settings, face, signal }, how);
  if (settings.json) process.stdout.write(jsonLine({ targets: told }));
  else for (const line of told.flatMap(linesOf)) face.line(line);
  return exitOf(told);
}

export const exitOf = (told: readonly Told[]): number =>
  told.some(({ fault, taken }) => fault !== null || taken === false) ? EXIT.failed : EXIT.ok;

export async function tellAll(
  { settings, face, signal }: Call,
  how: 'send' | 'show' | 'list',
): Promise<Told[]> {
  const { job } = readJob(settings, face);
  const { env, redactor, clock } = settings;
  for (const name of noticeSecretsOf(job)) redactor.learn(env[name] ?? '');
  const targets = job.notices ?? [];
  if (targets.length === 0) throw nobody(settings);
  const message = testMessage(job.name, `${settings.who}/${clock.now().getTime()}`, clock.now(), pageOf(env));
  return Promise.all(
    targets.map((target, at) =>
      tell(settings, signal, { target, id: `${target.kind}-${at + 1}`, message, how }),
    ),
  );
}

interface Telling {
  target: NoticeTarget;
  id: string;
  message: Message;
  how: 'send' | 'show' | 'list';
}

async function tell(
  { env, clock }: Settings,
  signal: AbortSignal,
  { target, id, message, how }: Telling,
): Promise<Told> {
  const secret = (name: string) => env[name];
  const fault = faultOfTarget(target, secret) ?? null;
  const until = new Date(clock.now().getTime() + MOST_SECONDS * 1000);
  const outcome: Outcome | undefined =
    how === 'send' && fault === null
      ? await sendTo(target, message, secret, { clock, signal, until })
      : undefined;
  return {
    target: targetWords(id, target),
    kind: target.kind,
    on: target.on,
    fault,
    taken: outcome?.taken ?? null,
    why: outcome && !outcome.taken ? outcome.why : null,
    body: how === 'show' ? bodyFor(target, message) : null,
  };
}

function linesOf({ target, on, fault, taken, why, body }: Told): string[] {
  const state =
    fault !== null
      ? `cannot be told from here: ${fault}`
      : taken === null
        ? `is told of ${on.join(', ')}`
        : taken
          ? 'took the message'
          : `did not take the message: ${why}`;
  return [`${target} ${state}`, ...(body === null ? [] : body.split('\n').map((line) => `  ${line}`))];
}

const nobody = (settings: Settings): Problem =>
  new Problem({
    code: 'nobody-to-tell',
    kind: 'usage',
    what: `${settings.value('job')} names nobody under \`notify\` whom this side would tell.`,
    next: 'Add `notify: slack`, or `notify: [{ webhook: ... }]` (docs/job-file.md, "Notices"). What the box tells (`url`) is sent by the box alone.',
  });
