import { createHmac } from 'node:crypto';
import type { Message } from './message.ts';
import type { Request } from './post.ts';

const VERSION = 1;

/** As docs/json.md describes it. Characters that a terminal would obey are escapes in it already. */
export const webhookBody = (message: Message): string => JSON.stringify({ version: VERSION, ...message });

/**
 * @param key by which the body is signed together with the time, so that neither can be replayed with another
 * @param sentAt seconds since the epoch
 */
export function webhookRequest(url: URL, message: Message, key: string | undefined, sentAt: number): Request {
  const body = webhookBody(message);
  const signature = key && createHmac('sha256', key).update(`${sentAt}.${body}`).digest('hex');
  return {
    url,
    body,
    headers: {
      'X-GPU-Lease-Event': message.event,
      'X-GPU-Lease-Delivery': message.id,
      'X-GPU-Lease-Timestamp': String(sentAt),
      ...(signature && { 'X-GPU-Lease-Signature': `sha256=${signature}` }),
    },
  };
}
