import { type Message, moneyOf, titleOf } from './message.ts';
import type { Request } from './post.ts';

/** Slack reads these three as markup everywhere (docs.slack.dev, "Formatting message text", 2026-08). */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Words stand in `plain_text`, which Slack does not read for markup or mentions; the one link is to our own page. The text for
 * notifications and old clients is escaped, and nobody looks for names or addresses in it.
 */
export function slackRequest(url: URL, message: Message): Request {
  const { what, next, page } = message;
  const title = titleOf(message);
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const sections = [title, what, ...(next === null ? [] : [`Next: ${next}`]), moneyOf(message)].filter(
    Boolean,
  );
  const body = {
    text: escaped(`${title}: ${what}`),
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      ...sections.map((text) => ({ type: 'section', text: plain(text) })),
      ...(page === null
        ? []
        : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `<${escaped(page)}|workflow run>` }] }]),
    ],
  };
  return { url, body: JSON.stringify(body), headers: {} };
}
