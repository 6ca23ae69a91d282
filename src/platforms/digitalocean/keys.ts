import { createHash } from 'node:crypto';
import { type Api, ApiRefused } from '../api.ts';
import type { RentIntent } from '../driver.ts';
import { all, Keys, OneKey } from './api.ts';

const KEYS = '/v2/account/keys';

/**
 * Registers a lease's login key under its name, for a droplet to be made with. It stays until the droplet is destroyed: that nothing
 * asks the account for it after the launch is documented by nobody (peers keep theirs as long). The same key may be there already:
 * left over, or another lease's of the run, or under a name of somebody's own.
 */
export async function registerKey(api: Api, { name, authorizedKey }: RentIntent): Promise<void> {
  const path = `${KEYS}/${encodeURIComponent(fingerprint(authorizedKey))}`;
  const there = { method: 'GET', path, reply: OneKey } as const;
  if (await api.unlessGone(there)) return;
  const body = { name, public_key: authorizedKey };
  try {
    // The same key twice is refused, so a second try after a lost answer does no harm.
    await api.call({ method: 'POST', path: KEYS, body, repeatable: true, reply: OneKey });
  } catch (error) {
    if (!(error instanceof ApiRefused) || error.status !== 422) throw error;
    await api.call(there);
  }
}

/** Only what has the lease's name. A key costs nothing, and may stay where it cannot be taken away now. */
export async function removeKey(api: Api, name: string): Promise<void> {
  const mine = (await all(api, KEYS, Keys).catch(() => [])).filter((key) => key.name === name);
  for (const { id } of mine)
    await api.unlessGone({ method: 'DELETE', path: `${KEYS}/${id}` }).catch(() => undefined);
}

/** MD5 of the key's blob with colons: how the API addresses a key. */
export function fingerprint(authorizedKey: string): string {
  const blob = Buffer.from(authorizedKey.trim().split(/\s+/)[1] ?? '', 'base64');
  return createHash('md5')
    .update(blob)
    .digest('hex')
    .replace(/(..)(?=.)/g, '$1:');
}
