import { type Message, moneyOf, titleOf } from './message.ts';
import type { Request } from './post.ts';

/** Discord cuts nothing: it refuses a longer message (discord.com/developers, "Webhook Resource", 2026-08). */
const MOST_CHARACTERS = 2000;
/** No preview of any link. */
const SUPPRESS_EMBEDS = 4;

/** Markup, masked links and mentions lose their first character's meaning. */
const escaped = (text: string): string =>
  text.replace(/[\\`*_~|<>[\]()#:@+-]/g, (char) => `\\${char}`).replaceAll('\\@', '@\u200b');

/** Nobody is mentioned whatever the words are: `allowed_mentions` is empty. */
export function discordRequest(address: URL, message: Message): Request {
  const url = new URL(address);
  // Without it Discord answers before it knows whether it took the message.
  url.searchParams.set('wait', 'true');
  const { what, next, page } = message;
  const money = moneyOf(message);
  const lines = [
    `**${escaped(titleOf(message))}**`,
    escaped(what),
    ...(next === null ? [] : [`Next: ${escaped(next)}`]),
    escaped(money),
  ];
  const end = page === null ? '' : `\n<${page}>`;
  const text = lines
    .filter(Boolean)
    .join('\n')
    .slice(0, MOST_CHARACTERS - end.length);
  const body = { content: text + end, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
  return { url, body: JSON.stringify(body), headers: {} };
}
