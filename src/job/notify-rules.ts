import { nearestOf } from '../nearest.ts';
import type { Path } from '../strict-yaml/read.ts';
import { type Context, type Finding, stop } from './finding.ts';
import { ownerOf } from './keys-of-others.ts';
import {
  BOX_EVENTS,
  entriesOf,
  type NotifyEntry,
  type NotifyFile,
  noticeTargetsOf,
} from './notify-schema.ts';

const WAYS = ['webhook', 'slack', 'discord', 'smtp', 'url'] as const;
type Way = (typeof WAYS)[number];

/** Keys that say something about one way alone. */
const BELONGS: Readonly<Record<string, Way>> = {
  secret: 'webhook',
  password: 'smtp',
  to: 'smtp',
  hmac: 'url',
};

/** Addresses that are themselves the key to a channel. */
const OPENS_A_CHANNEL =
  /^https:\/\/(hooks\.slack(-gov)?\.com\/|(\w+\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/)/i;

export function* notifyRules({ parts: { notify } }: Context): Generator<Finding> {
  if (notify === undefined) return;
  const entries = entriesOf(notify);
  for (const { entry, at } of entries) {
    const path: Path = at === undefined ? ['notify'] : ['notify', at];
    yield* oneWay(entry, path);
    yield* eventsOf(entry, path);
    yield* mail(entry, path);
    yield* foreignKeys(entry, path);
    if (OPENS_A_CHANNEL.test(entry.webhook ?? ''))
      yield stop(
        'secret-value',
        [...path, 'webhook'],
        `\`${textOf(path)}.webhook\` is the address of a channel: whoever has it can write there.`,
        'Make a new one, store it as a secret, and name that: `slack: SLACK_WEBHOOK_URL` or `discord: DISCORD_WEBHOOK_URL`.',
      );
  }
  if (entries.filter(({ entry }) => entry.url !== undefined).length > 1)
    yield stop(
      'notify-twice',
      ['notify'],
      '`notify` names more than one `url`, and the box tells one address.',
      'Keep one; a `webhook` may be named as often as you like.',
    );
  yield* toldTwice(notify);
}

/** Each entry is a target of its own, and both would be sent to. */
function* toldTwice(notify: NotifyFile): Generator<Finding> {
  const seen = new Set<string>();
  for (const { on, ...way } of noticeTargetsOf(notify)) {
    const place =
      way.kind === 'smtp'
        ? [way.host, way.to]
        : [way.kind === 'webhook' ? (way.url ?? way.address) : way.url];
    const twice = on.filter((event) => seen.has(JSON.stringify([way.kind, place, event])));
    for (const event of on) seen.add(JSON.stringify([way.kind, place, event]));
    if (twice.length > 0)
      yield stop(
        'notify-twice',
        ['notify'],
        `\`notify\` tells the same ${way.kind} of ${twice.join(', ')} twice.`,
        'Remove one of the two entries, or give each its own events with `on`.',
      );
  }
}

const textOf = (path: Path): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : part)).join('');

function* oneWay(entry: NotifyEntry, path: Path): Generator<Finding> {
  const ways = WAYS.filter((way) => entry[way] !== undefined);
  const [way] = ways;
  if (ways.length !== 1) {
    const what = way === undefined ? 'says not how to tell anybody' : `names ${ways.join(' and ')}`;
    yield stop(
      'notify-way',
      path,
      `\`${textOf(path)}\` ${what}.`,
      `Each entry has one of ${WAYS.join(', ')}; write several as a list.`,
    );
    return;
  }
  for (const [key, of] of Object.entries(BELONGS))
    if (entry[key as keyof NotifyEntry] !== undefined && of !== way)
      yield stop(
        'notify-key',
        [...path, key],
        `\`${textOf(path)}.${key}\` belongs to \`${of}\`, and this is ${way}.`,
        'Remove it.',
      );
}

function* eventsOf({ url, on = [] }: NotifyEntry, path: Path): Generator<Finding> {
  for (const [at, event] of on.entries()) {
    const isOfBox = BOX_EVENTS.some((each) => each === event);
    if (url === undefined ? event !== 'died' : isOfBox) continue;
    const near = url === undefined ? 'failed' : (nearestOf(event, BOX_EVENTS) ?? 'died');
    const who = url === undefined ? 'Only a box says' : 'A box does not know of';
    yield stop(
      'notify-event',
      [...path, 'on', at],
      `${who} "${event}".`,
      `Did you mean "${near}"? ${url === undefined ? '' : `With \`url\` there are ${BOX_EVENTS.join(', ')}.`}`.trim(),
    );
  }
}

function* mail({ smtp, password, to }: NotifyEntry, path: Path): Generator<Finding> {
  if (smtp === undefined) return;
  if (to === undefined)
    yield stop(
      'notify-mail',
      path,
      `\`${textOf(path)}\` says not who gets the mail.`,
      'Add `to: ada@example.org`.',
    );
  if (smtp.from === undefined && !smtp.user?.includes('@'))
    yield stop(
      'notify-mail',
      [...path, 'smtp'],
      `\`${textOf(path)}.smtp\` says not who the mail is from.`,
      'Add `from: gpu-lease@example.org`.',
    );
  if (/[\r\n\u0000]/.test(smtp.user ?? ''))
    yield stop(
      'notify-mail',
      [...path, 'smtp', 'user'],
      `\`${textOf(path)}.smtp.user\` holds a line end.`,
      'Write the login on one line.',
    );
  if ((smtp.user === undefined) !== (password === undefined))
    yield stop(
      'notify-mail',
      path,
      `\`${textOf(path)}\` has ${password === undefined ? 'a user and no password' : 'a password and no user'}.`,
      'Add the other, or remove this one.',
    );
}

/** What opens an account is nobody's webhook. */
function* foreignKeys(entry: NotifyEntry, path: Path): Generator<Finding> {
  for (const key of ['url', 'hmac', 'webhook', 'secret', 'slack', 'discord', 'password'] as const) {
    const name = entry[key];
    const owner = name === undefined ? undefined : ownerOf(name);
    if (!owner) continue;
    const reader = key === 'url' || key === 'hmac' ? 'the rented machine' : 'another service';
    yield stop(
      'key-of-another',
      [...path, key],
      `\`${textOf(path)}.${key}\` names ${name}, ${owner.is}. It would go to ${reader}, and whoever runs that could ${owner.could}.`,
      'Name a secret that is for this alone.',
    );
  }
}
