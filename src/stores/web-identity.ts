import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { Problem } from '../problem.ts';
import { Redactor } from '../secret/redactor.ts';
import { textOf } from './xml.ts';

/** Keys that a service lends for a while. All three are secrets. */
export interface LentKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  until: Date;
}

export interface AssumeRole {
  /** Address of the service that lends keys (STS). */
  sts: string;
  /** `arn:...:role/...` */
  role: string;
  /** The signed word of an identity provider, by which the service knows who asks. A secret. */
  identityToken: string;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  clock: Clock;
}

const TRIES = 4;
const REQUEST_SECONDS = 30;
/** What every role allows. A job that lasts longer asks again. */
const LENT_SECONDS = 3600;
const MOST_REPLY = 65_536;
/** Says which program used the keys, in the service's own records. */
const SESSION_NAME = 'gpu-lease';
/** The service could not ask the identity provider just now; its documents say to try again. */
const PASSES_BY = 'IDPCommunicationError';

/**
 * Exchanges an identity token for keys: `AssumeRoleWithWebIdentity`, one unsigned request whose reply is XML. The token goes in
 * the body, because addresses are logged on the way.
 *
 * @throws Problem `refused` with the service's own reason, `unreachable` when it did not answer
 */
export async function assumeRole(asked: AssumeRole): Promise<LentKeys> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(asked).catch((cause: unknown) => {
      asked.signal.throwIfAborted();
      return { unreachable: cause };
    });
    if ('until' in answer) return answer;
    if ('refusal' in answer && !answer.isPassing) throw refused(asked, answer.refusal);
    if (attempt >= TRIES) throw unreachable(asked, answer);
    await asked.clock.sleep(backoff(attempt, { first: 0.5 }), asked.signal);
    asked.signal.throwIfAborted();
  }
}

type Refusal = { refusal: string; isPassing: boolean };

async function ask({ sts, role, identityToken, fetch, signal }: AssumeRole): Promise<LentKeys | Refusal> {
  const reply = await fetch(sts, {
    method: 'POST',
    headers: { accept: 'application/xml' },
    body: new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: role,
      RoleSessionName: SESSION_NAME,
      DurationSeconds: String(LENT_SECONDS),
      WebIdentityToken: identityToken,
    }),
    // Nobody else is to be told the token.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]),
  });
  // A refusal may say the token back, and what is cut from it later would be no form of it that anybody knows.
  const asked = new Redactor();
  asked.learn(identityToken);
  const xml = asked.text(await reply.text()).slice(0, MOST_REPLY);
  if (reply.ok) return keysIn(xml) ?? { refusal: 'its answer holds no keys', isPassing: false };
  const code = lineOf(xml, 'Code');
  const why = [`HTTP ${reply.status}`, code, lineOf(xml, 'Message')].filter((each) => each !== '').join(' ');
  const isPassing = reply.status >= 500 || reply.status === 429 || code === PASSES_BY;
  return { refusal: why, isPassing };
}

/** `undefined` unless all four are there and look like what they are to be: they go into headers. */
function keysIn(xml: string): LentKeys | undefined {
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(
    (name) => textOf(xml, name)?.trim(),
  );
  const until = new Date(textOf(xml, 'Expiration') ?? Number.NaN);
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(until.getTime())) return;
  if (![accessKeyId, secretAccessKey, sessionToken].every((each) => /^[\x21-\x7e]{1,16384}$/.test(each)))
    return;
  return { accessKeyId, secretAccessKey, sessionToken, until };
}

/** As one line, for people. */
const lineOf = (xml: string, name: string): string =>
  (textOf(xml, name) ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);

const refused = ({ sts, role }: AssumeRole, why: string): Problem =>
  new Problem({
    code: 'role-refused',
    kind: 'refused',
    what: `${new URL(sts).host} lends no keys for the role ${role}: ${why}.`,
    next: 'The role must trust this repository: its identity provider with this audience, and the "sub" of this job, which names the environment where the job has one. See docs/stores.md.',
  });

function unreachable({ sts, role }: AssumeRole, answer: Refusal | { unreachable: unknown }): Problem {
  const cause = 'unreachable' in answer ? answer.unreachable : undefined;
  const why = 'refusal' in answer ? answer.refusal : reasonOf(cause);
  return new Problem(
    {
      code: 'role-unreachable',
      kind: 'unreachable',
      what: `${new URL(sts).host} did not lend keys for the role ${role}: ${why}.`,
      next: 'Run the same command again; nothing was sent yet.',
    },
    { cause },
  );
}

/** The words of a failed connection; what was sent is in none of them. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
