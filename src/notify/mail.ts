import { createHash } from 'node:crypto';
import { secondsBetween } from '../clock.ts';
import { isLoopback } from '../host/proxied-fetch.ts';
import type { NoticeTarget } from '../job/job.ts';
import { type Message, moneyOf, titleOf } from './message.ts';
import type { Outcome, Sending } from './post.ts';

export type MailTarget = Extract<NoticeTarget, { kind: 'smtp' }>;

export interface Mail {
  from: string;
  to: string[];
  subject: string;
  /** The same at every try: mail programs show one of two with the same. */
  messageId: string;
  text: string;
}

const TLS_FROM_THE_START = 465;
const TRY_SECONDS = 12;

/** Plain text alone: nothing in it is looked up, and no header holds a line end. */
export function mailOf({ from, to }: MailTarget, message: Message): Mail {
  const { id, what, next, page, run, job, state, at } = message;
  const money = moneyOf(message);
  const facts = [run && `Run ${run} of ${job} is ${state}; this was at ${at}.`, money && `${money}.`, page];
  const parts = [what, next && `Next: ${next}`, facts.filter(Boolean).join('\n')];
  return {
    from,
    to,
    subject: titleOf(message).slice(0, 150),
    messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@gpu-lease>`,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
  };
}

/**
 * By TLS, from the start on port 465 and by STARTTLS elsewhere; a server that has neither gets nothing, unless it is on this very machine.
 * One try: mail servers queue by themselves, and a second one after a lost answer would be a second mail.
 */
export async function sendMail(
  target: MailTarget,
  message: Message,
  password: string | undefined,
  sending: Sending,
): Promise<Outcome> {
  const { createTransport } = await import('nodemailer');
  const { host, port, user } = target;
  const isHere = isLoopback(host);
  const leftMs =
    Math.max(1, Math.min(TRY_SECONDS, secondsBetween(sending.clock.now(), sending.until))) * 1000;
  const transport = createTransport({
    host,
    port,
    secure: port === TLS_FROM_THE_START,
    requireTLS: !isHere,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: !isHere },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: leftMs,
    greetingTimeout: leftMs,
    socketTimeout: leftMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const close = () => transport.close();
  sending.signal.addEventListener('abort', close, { once: true });
  try {
    await bounded(transport.sendMail(mailOf(target, message)), leftMs);
    return { taken: true };
  } catch (error) {
    return { taken: false, why: whyOf(error) };
  } finally {
    sending.signal.removeEventListener('abort', close);
    transport.close();
  }
}

/** A server that goes on saying a little keeps no look. */
async function bounded(sent: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
    sent.catch(() => {});
  }
}

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the server does not accept the login',
  EENVELOPE: 'the server does not take this sender or these receivers',
  ETLS: 'the server offers no TLS, and nothing is sent without',
  ETIMEDOUT: 'no answer in time',
  EDNS: 'its name was not found',
  ECONNECTION: 'it could not be reached',
  ESOCKET: 'it could not be reached by TLS',
};

/** What the server said may quote what it was sent: its number is enough. */
function whyOf(error: unknown): string {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const number = Number.isSafeInteger(responseCode) ? ` (${responseCode})` : '';
  const known = typeof code === 'string' && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const word = typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? code : 'no reason given';
  return `${known ?? word}${number}`;
}
