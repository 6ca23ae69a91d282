import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type Json } from '../canonical.ts';

/**
 * HMAC-SHA256 over the link before and this event, base64url. Chained, so that an event can neither be changed nor moved
 * nor taken from another place; the key is the run's, so that none can be taken from another run.
 * What a chain cannot show is a record that was put back to an earlier, once true state by somebody who may push; whoever
 * has seen the later state refuses that (`history-rewritten`).
 */
export const chainedMac = (key: Buffer, previousMac: string, event: Json): string =>
  createHmac('sha256', key)
    .update(`${previousMac}\n${canonicalJson(event)}`)
    .digest('base64url');

export function isMac(key: Buffer, previousMac: string, event: Json, mac: string): boolean {
  const expected = Buffer.from(chainedMac(key, previousMac, event));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
