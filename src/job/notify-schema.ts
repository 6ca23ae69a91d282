import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { variableName } from './cells-schema.ts';
import type { NoticeTarget, NotifyRule } from './job.ts';
import { noticeEvents, USUAL_NOTICES } from './notice-events.ts';
import { USUAL_SECRETS } from './secret-names.ts';

/** What the box tells of itself (`url`); `died` is in no other target. */
export const BOX_EVENTS = ['ended', 'died', 'preempted'] as const;

const OWN = new Set<string>(Object.values(USUAL_SECRETS));

/** Two of the usual ones begin like what is gpu-lease's own. */
const secretName = z
  .string()
  .refine(
    (name) => OWN.has(name) || variableName.safeParse(name).success,
    'is not the name of a secret; name the variable that holds it, and replace the secret if this was its value',
  );

/** @returns why a text is no address that could stand in a job file; never the text */
export function writtenAddressFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, hostname, username, password, search } = new URL(text);
  if (username !== '' || password !== '')
    return 'holds a login; keep the address as a secret and name that, and replace the login';
  if (search !== '') return 'holds a query, which may be a key; keep the address as a secret and name that';
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? undefined : 'is no https address';
}

const address = z.string().superRefine((text, context) => {
  const fault = text.includes('://')
    ? writtenAddressFault(text)
    : secretName.safeParse(text).error?.issues[0];
  if (fault === undefined) return;
  context.addIssue({ code: 'custom', message: typeof fault === 'string' ? fault : fault.message });
});

const MAILBOX = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
const mailbox = z.string().regex(MAILBOX, 'is no plain address such as ada@example.org');

const smtpSchema = mapping({
  host: z
    .string()
    .regex(/^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9a-fA-F:.]{2,45})$/, 'is no name of a host')
    .describe('The mail server.'),
  port: z
    .number()
    .int()
    .min(1)
    .max(65_535)
    .default(587)
    .describe('465 speaks TLS from the start, others STARTTLS.'),
  user: z.string().min(1, 'is empty').max(256).optional().describe('Login, if the server asks for one.'),
  from: mailbox.optional().describe('Unset: `user`, which must be an address then.'),
});

const entrySchema = mapping({
  webhook: address
    .optional()
    .describe(
      'Gets a JSON body (docs/json.md). Name of the secret that holds its address, or the address itself where that is no secret.',
    ),
  secret: secretName.optional().describe('Of a webhook: name of the secret by which messages are signed.'),
  slack: secretName
    .optional()
    .describe('Name of the secret that holds the address of an incoming webhook of Slack.'),
  discord: secretName
    .optional()
    .describe('Name of the secret that holds the address of a webhook of Discord.'),
  smtp: smtpSchema.optional().describe('Mail over this server, by TLS alone.'),
  password: secretName
    .optional()
    .describe('Of `smtp`: name of the secret that holds the password of `user`.'),
  to: z
    .union([mailbox, z.array(mailbox).min(1, 'is empty').max(20)])
    .optional()
    .describe('Of `smtp`: who gets the mail.'),
  url: variableName
    .optional()
    .describe(
      'Told by the box itself. Name of the secret that holds the address, https and without a login.',
    ),
  hmac: variableName
    .optional()
    .describe('Of `url`: name of the secret by which the message is signed. Unset: unsigned.'),
  on: z
    .array(z.enum([...noticeEvents, 'died']))
    .min(1, 'is empty; name at least one event, or leave it out')
    .optional()
    .describe(
      'What is told ([events](#notices)). Unset: what a person acts upon; of `url`: `ended`, `died`, `preempted`.',
    ),
});

const wordSchema = z.enum(['webhook', 'slack', 'discord']);

export const notifySchema = z
  .union([
    wordSchema,
    entrySchema,
    z
      .array(z.union([wordSchema, entrySchema]))
      .min(1, 'is empty')
      .max(10),
  ])
  .describe(
    `Who is told of what became of the run. \`webhook\`, \`slack\` and \`discord\` alone stand for the secrets ${USUAL_SECRETS.webhook} (signed by ${USUAL_SECRETS.secret}), ${USUAL_SECRETS.slack} and ${USUAL_SECRETS.discord}.`,
  );

export type NotifyFile = z.output<typeof notifySchema>;
export type NotifyEntry = z.output<typeof entrySchema>;

/** What stands behind a word. */
export const entryOfWord = (word: z.output<typeof wordSchema>): NotifyEntry =>
  word === 'webhook'
    ? { webhook: USUAL_SECRETS.webhook, secret: USUAL_SECRETS.secret }
    : { [word]: USUAL_SECRETS[word] };

/** With the place of each in the file, counted as `[n]`; `undefined` where it is no list. */
export const entriesOf = (file: NotifyFile): { entry: NotifyEntry; at: number | undefined }[] =>
  (Array.isArray(file) ? [...file.entries()] : [[undefined, file] as const]).map(([at, each]) => ({
    entry: typeof each === 'string' ? entryOfWord(each) : each,
    at,
  }));

/** Whom the box itself tells. */
export function boxNotifyOf(file: NotifyFile): NotifyRule | undefined {
  const told = entriesOf(file).find(({ entry }) => entry.url !== undefined)?.entry;
  if (told?.url === undefined) return;
  const { url, hmac, on = BOX_EVENTS } = told;
  const words = new Set<string>(on);
  return { url, on: BOX_EVENTS.filter((each) => words.has(each)), ...(hmac !== undefined && { hmac }) };
}

/** Whom whoever looks tells, in the order of the file. */
export const noticeTargetsOf = (file: NotifyFile): NoticeTarget[] =>
  entriesOf(file).flatMap(({ entry }) => {
    const way = wayOf(entry);
    const words = new Set<string>(entry.on ?? USUAL_NOTICES);
    return way ? [{ ...way, on: noticeEvents.filter((each) => words.has(each)) }] : [];
  });

type Way<T = NoticeTarget> = T extends NoticeTarget ? Omit<T, 'on'> : never;

function wayOf({ webhook, secret, slack, discord, smtp, password, to = [] }: NotifyEntry): Way | undefined {
  if (webhook !== undefined)
    return {
      kind: 'webhook',
      ...(webhook.includes('://') ? { address: webhook } : { url: webhook }),
      ...(secret !== undefined && { secret }),
    };
  if (slack !== undefined) return { kind: 'slack', url: slack };
  if (discord !== undefined) return { kind: 'discord', url: discord };
  if (smtp === undefined) return;
  const { host, port, user, from = user ?? '' } = smtp;
  return {
    kind: 'smtp',
    host,
    port,
    from,
    to: typeof to === 'string' ? [to] : to,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
  };
}
