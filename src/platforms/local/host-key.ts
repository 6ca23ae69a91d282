import { createHash } from 'node:crypto';
import ssh2 from 'ssh2';
import { hostKey, newSecret } from '../../secret/keys.ts';

/** The private key to install (a new Ed25519 one when none is given) and what its public half hashes to. */
export function hostKeyFrom(given: string | undefined): { privateKey: string; sha256: string } {
  // Not ssh2's own generator: it drops a leading zero byte, so that one key in 256 cannot be read.
  const privateKey = given ?? hostKey(newSecret(), 'loopback').privateOpenSsh;
  const parsed = ssh2.utils.parseKey(privateKey);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error)
    throw new TypeError('the host key to install cannot be read');
  return {
    privateKey,
    sha256: createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, ''),
  };
}
