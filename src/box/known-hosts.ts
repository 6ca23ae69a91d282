import { createHash, createHmac } from 'node:crypto';
import { matchesWildcard } from '../wildcard.ts';

export interface KnownKeys {
  /** Keys that the host may show. */
  keys: { type: string; sha256: string }[];
  /** Hashes of keys that must never be accepted. */
  revoked: string[];
  /** Lines by which a certificate authority vouches for the host. */
  authorities: number;
}

/** What ssh2 can compare; of others, such as those of a security key, the server could not even be asked for. */
const COMPARABLE = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
  'ssh-dss',
];

export const isComparable = ({ type }: { type: string }): boolean => COMPARABLE.includes(type);

/**
 * What files in known_hosts form (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT") say of one host: plain, hashed and wildcard
 * names. Certificate authorities are only
 * counted: a key that only a certificate vouches for counts as unknown.
 */
export function knownKeys(text: string, host: string, port: number): KnownKeys {
  const name = (port === 22 ? host : `[${host}]:${port}`).toLowerCase();
  const found: KnownKeys = { keys: [], revoked: [], authorities: 0 };
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/);
    const marker = fields[0]?.startsWith('@') ? fields.shift() : undefined;
    const [names, type, key] = fields;
    if (!names || names.startsWith('#') || !type || !key || !matches(names, name)) continue;
    const blob = Buffer.from(key, 'base64');
    if (!blob.subarray(4).toString('latin1').startsWith(type)) continue; // A key begins with its own type.
    const sha256 = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
    if (marker === '@revoked') found.revoked.push(sha256);
    else if (marker === '@cert-authority') found.authorities += 1;
    else if (marker === undefined) found.keys.push({ type, sha256 });
  }
  return { ...found, keys: found.keys.filter(({ sha256 }) => !found.revoked.includes(sha256)) };
}

function matches(names: string, name: string): boolean {
  if (names.startsWith('|1|')) return matchesHash(names, name);
  const patterns = names.toLowerCase().split(',');
  const hits = (pattern: string) => matchesWildcard(pattern, name);
  return (
    patterns.some(hits) && !patterns.some((pattern) => pattern.startsWith('!') && hits(pattern.slice(1)))
  );
}

function matchesHash(hashed: string, name: string): boolean {
  const [, , salt = '', hash = ''] = hashed.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}
