import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Problem } from '../problem.ts';

/**
 * Everything secret is derived from the one `GPU_LEASE_SECRET`, so that a later workflow run reaches the same box and
 * nothing secret is ever stored. HKDF-SHA256 (RFC 5869); purpose and name go into `info`, so no two uses share a key.
 */
export interface SshKey {
  /** `ssh-ed25519 AAAA... gpu-lease`, one line without a newline. */
  publicOpenSsh: string;
  /** Unencrypted `openssh-key-v1` text (PROTOCOL.key of OpenSSH), with its final newline. */
  privateOpenSsh: string;
  /** Fingerprint as OpenSSH shows it after `SHA256:`: base64 without padding. */
  sha256: string;
}

/** 32 random bytes in base64url have 43 characters; hex and padded base64 have more. */
const MIN_SECRET_CHARACTERS = 43;
const MIN_DISTINCT_CHARACTERS = 12;

/** A fresh value for `GPU_LEASE_SECRET`: 32 random bytes, base64url, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The key with which we log in to every box of this run. */
export const loginKey = (secret: string, run: string): SshKey => sshKey(derive(secret, 'login', run));

/** The host key that the box of this lease presents, where a platform lets us install one before first contact. */
export const hostKey = (secret: string, lease: string): SshKey => sshKey(derive(secret, 'host', lease));

/**
 * The 32-byte key of the ledger's MAC chain for this run. One secret may serve many repositories: a record copied from one to
 * another must not verify there.
 *
 * @param repository as the run's first event names it, in any case; `undefined` in records of before it did
 */
export const macKey = (secret: string, run: string, repository?: string): Buffer =>
  derive(secret, 'ledger-mac', repository === undefined ? run : `${run}\0${repository.toLowerCase()}`);

/**
 * Ten lower-case letters and digits (base32, 50 bits) that mark a resource name or tag as ours. Not proof against a
 * determined guesser at a platform's account; it keeps the stray hunt from touching what somebody else named alike.
 */
export function nameSignature(secret: string, name: string): string {
  const digest = createHmac('sha256', derive(secret, 'resource-name', ''))
    .update(name)
    .digest();
  return Array.from(digest.subarray(0, 10), (byte) => BASE32[byte & 31]).join('');
}

/**
 * The mark that a resource of this lease carries at the platform: signed over repository and name, so that two repositories
 * with one account, and even with one secret, tell their boxes apart. Its first letter says whether the secret is one that signs
 * records: a record without signatures is not believed of such a box.
 *
 * @param repository `owner/name`, or what else identifies where the ledger lives
 */
export function ownerMark(
  secret: string,
  repository: string,
  lease: string,
  by: MarkedBy = 'shared',
): string {
  const signature = nameSignature(secret, `${repository}\n${lease}`);
  const index = BASE32.indexOf(signature.charAt(0)) % SHARED_LETTERS;
  return `${BASE32[by === 'shared' ? index : index + SHARED_LETTERS]}${signature.slice(1)}`;
}

/** The secret of a mark: `GPU_LEASE_SECRET`, with which records are signed, or one that this machine made for itself. */
export type MarkedBy = 'shared' | 'own';

/** The first half of the alphabet begins the marks of boxes whose records are signed: anybody can see it, without any secret. */
const SHARED_LETTERS = 16;

export const markedBy = (mark: string): MarkedBy =>
  BASE32.indexOf(mark.charAt(0)) < SHARED_LETTERS ? 'shared' : 'own';

/** In constant time, so that a mark cannot be found out character by character. */
export function sameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** @throws Problem `secret-too-weak` (kind usage); the secret itself is never part of the message. */
function derive(secret: string, purpose: string, name: string): Buffer {
  // A newline that a shell or a web form added must not make other keys than the same secret without it.
  const text = secret.trim();
  if (text.length < MIN_SECRET_CHARACTERS || new Set(text).size < MIN_DISTINCT_CHARACTERS) {
    const fault =
      text.length < MIN_SECRET_CHARACTERS ? `has ${text.length} characters` : 'repeats a few characters';
    throw new Problem({
      code: 'secret-too-weak',
      kind: 'usage',
      what: `GPU_LEASE_SECRET ${fault}; it must carry 32 random bytes (${MIN_SECRET_CHARACTERS} characters of base64url or more).`,
      next: 'Make one with `gpu-lease init --github`, or `openssl rand -base64 32`, and store it as the secret GPU_LEASE_SECRET of the environment.',
    });
  }
  return Buffer.from(hkdfSync('sha256', text, 'gpu-lease/1', `${purpose}\0${name}`, 32));
}

const PKCS8_ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function sshKey(seed: Buffer): SshKey {
  const pkcs8 = Buffer.concat([PKCS8_ED25519_PREFIX, seed]);
  const spki = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  });
  const publicBytes = spki.subarray(-32);
  const publicBlob = Buffer.concat([sshString('ssh-ed25519'), sshString(publicBytes)]);
  return {
    publicOpenSsh: `ssh-ed25519 ${publicBlob.toString('base64')} gpu-lease`,
    privateOpenSsh: opensshPrivateKey(seed, publicBytes, publicBlob),
    sha256: createHash('sha256').update(publicBlob).digest('base64').replaceAll('=', ''),
  };
}

function opensshPrivateKey(seed: Buffer, publicBytes: Buffer, publicBlob: Buffer): string {
  // The two check integers are random in OpenSSH; equal is all that a reader wants, and ours must be derivable again.
  const check = createHash('sha256').update(publicBlob).digest().subarray(0, 4);
  const fields = Buffer.concat([
    check,
    check,
    sshString('ssh-ed25519'),
    sshString(publicBytes),
    sshString(Buffer.concat([seed, publicBytes])),
    sshString('gpu-lease'),
  ]);
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - (fields.length % 8)) % 8));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sshString('none'),
    sshString('none'),
    sshString(''),
    Buffer.from([0, 0, 0, 1]),
    sshString(publicBlob),
    sshString(Buffer.concat([fields, padding])),
  ]);
  const lines = file.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join(
    '\n',
  );
}

function sshString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
