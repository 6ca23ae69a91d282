import { isLoopback } from '../host/proxied-fetch.ts';
import type { NoticeTarget } from '../job/job.ts';
import { secretsOfTarget } from '../job/secret-names.ts';
import { discordRequest } from './discord.ts';
import { mailOf, sendMail } from './mail.ts';
import type { Message } from './message.ts';
import { type Outcome, post, type Request, type Sending } from './post.ts';
import { slackRequest } from './slack.ts';
import { webhookRequest } from './webhook.ts';

/** Value of a secret by its name. */
export type SecretOf = (name: string) => string | undefined;

/** As a person knows it: what it is and the secret behind it, never an address that is one. */
export function targetWords(id: string, target: NoticeTarget): string {
  if (target.kind === 'smtp') return `${id} (${target.host}, to ${target.to.join(', ')})`;
  if (target.kind !== 'webhook') return `${id} (${target.url})`;
  return `${id} (${target.url ?? new URL(target.address ?? '').host})`;
}

/** Why a target cannot be sent anything from here; `undefined` where it can. Tells names of secrets alone. */
export function faultOfTarget(target: NoticeTarget, secret: SecretOf): string | undefined {
  const unset = secretsOfTarget(target).filter((name) => (secret(name) ?? '').trim() === '');
  if (unset.length > 0) return `${unset.join(' and ')} ${unset.length === 1 ? 'is' : 'are'} not set here`;
  if (target.kind === 'smtp') return;
  const fault = addressFault(addressOf(target, secret));
  return fault && `what ${target.url} holds ${fault}`;
}

const addressOf = (target: Exclude<NoticeTarget, { kind: 'smtp' }>, secret: SecretOf): string =>
  (target.kind === 'webhook' ? target.address : undefined) ?? secret(target.url ?? '')?.trim() ?? '';

function addressFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'is an address with a login in it';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return;
  return 'is no https address';
}

/** The body as it would be sent, for a person to look at. */
export function bodyFor(target: NoticeTarget, message: Message): string {
  if (target.kind === 'smtp') {
    const { from, to, subject, text } = mailOf(target, message);
    return `From: ${from}\nTo: ${to.join(', ')}\nSubject: ${subject}\n\n${text.trimEnd()}`;
  }
  const nowhere = new URL('https://localhost/');
  return requestFor(target, { url: nowhere, message, key: undefined, sentAt: 0 }).body;
}

/** Sends one message to one target, within the bound. Never throws: a notice that fails is a fact. */
export async function sendTo(
  target: NoticeTarget,
  message: Message,
  secret: SecretOf,
  sending: Sending,
): Promise<Outcome> {
  const fault = faultOfTarget(target, secret);
  if (fault !== undefined) return { taken: false, why: fault };
  if (target.kind === 'smtp')
    return sendMail(target, message, target.password && secret(target.password), sending);
  const url = new URL(addressOf(target, secret));
  const key = target.kind === 'webhook' && target.secret !== undefined ? secret(target.secret) : undefined;
  const sentAt = () => Math.floor(sending.clock.now().getTime() / 1000);
  return post(() => requestFor(target, { url, message, key, sentAt: sentAt() }), sending);
}

interface Sent {
  url: URL;
  message: Message;
  key: string | undefined;
  sentAt: number;
}

function requestFor(
  { kind }: Exclude<NoticeTarget, { kind: 'smtp' }>,
  { url, message, key, sentAt }: Sent,
): Request {
  if (kind === 'slack') return slackRequest(url, message);
  if (kind === 'discord') return discordRequest(url, message);
  return webhookRequest(url, message, key, sentAt);
}
