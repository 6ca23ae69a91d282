import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Refusal, refusal } from './refusal.ts';
import { IN_TOTO, readStatement, type Statement, statementText } from './statement.ts';

const BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';
/** Of the curves that model signatures know, the hash that goes with each (sigstore/protobuf-specs). */
const HASHES: ReadonlyMap<string | undefined, string> = new Map([
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
]);

/** The hash of a key that can sign models; `undefined` for other kinds of keys. */
export const hashOfKey = (key: KeyObject): string | undefined =>
  HASHES.get(key.asymmetricKeyDetails?.namedCurve);

/**
 * A Sigstore bundle without an identity: who checks it has to have the public key from elsewhere.
 *
 * @param key private, of a curve that `hashOfKey` knows
 */
export function keyedBundle(statement: Statement, key: KeyObject): unknown {
  const payload = Buffer.from(statementText(statement));
  const signature = sign(hashOfKey(key), preAuthentication(payload), key);
  return {
    mediaType: BUNDLE,
    verificationMaterial: { publicKey: { hint: hintOf(createPublicKey(key)) }, tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toString('base64'),
      payloadType: IN_TOTO,
      signatures: [{ sig: signature.toString('base64'), keyid: '' }],
    },
  };
}

interface Keyed {
  verificationMaterial?: { publicKey?: { hint?: unknown } };
  dsseEnvelope?: { payload?: unknown; payloadType?: unknown; signatures?: { sig?: unknown }[] };
}

/** The statement in a bundle that this very key has signed. */
export function keyedStatement(bundle: unknown, key: KeyObject): Statement | Refusal {
  const { verificationMaterial, dsseEnvelope } = (bundle ?? {}) as Keyed;
  const [signature] = dsseEnvelope?.signatures ?? [];
  if (dsseEnvelope?.payloadType !== IN_TOTO || typeof signature?.sig !== 'string')
    return refusal('no-bundle', 'it is no Sigstore bundle with an in-toto statement');
  const hint = verificationMaterial?.publicKey?.hint;
  if (hint !== hintOf(key)) return refusal('other-key', 'another key than this one has signed it');
  const payload = Buffer.from(String(dsseEnvelope.payload), 'base64');
  const isSigned = verify(
    hashOfKey(key),
    preAuthentication(payload),
    key,
    Buffer.from(signature.sig, 'base64'),
  );
  if (!isSigned) return refusal('signature-invalid', 'the signature is not of what is signed');
  return (
    readStatement(payload.toString('utf8')) ??
    refusal('no-statement', 'what is signed is no in-toto statement')
  );
}

const hintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'pem' }))
    .digest('hex');

/** DSSE's encoding of what is signed (secure-systems-lab/dsse, protocol.md). */
const preAuthentication = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${IN_TOTO.length} ${IN_TOTO} ${payload.length} `), payload]);
