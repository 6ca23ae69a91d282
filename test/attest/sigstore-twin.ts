import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleToJSON } from '@sigstore/bundle';
import {
  fulcioHandler,
  type HandlerFn,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  initializeTSA,
  rekorHandler,
  tsaHandler,
} from '@sigstore/mock';
import { DSSEBundleBuilder, FulcioSigner, RekorWitness, TSAWitness } from '@sigstore/sign';
import { toSignedEntity } from '@sigstore/verify';

/** The claims of a workflow's identity token, as the certificate takes them over. */
export interface SigningWorkflow {
  /** Address of the workflow file that signs, with its ref: the name in the certificate. */
  identity: string;
  repository: string;
  commit: string;
  issuer?: string;
}

/** A whole instance of Sigstore on loopback: an authority, its log of certificates, a log of signatures, and a clock that signs. */
export interface SigstoreTwin {
  /** What one believes who believes this instance. */
  trustedRoot: Record<string, unknown>;
  close(): void;
  /** Signs as `actions/attest` does: the statement as JSON, with a certificate for this workflow, seen by the log, or by the clock alone. */
  sign(statement: unknown, by: SigningWorkflow, seenBy?: SeenBy): Promise<Record<string, unknown>>;
}

export type SeenBy = 'log' | 'clock';

const IN_TOTO = 'application/vnd.in-toto+json';

/** @param logsCertificates `false`: an authority that makes certificates which its log never saw */
export async function sigstoreTwin({ logsCertificates = true } = {}): Promise<SigstoreTwin> {
  const [caKeys, ctKeys, logKeys, clockKeys] = [keyPair(), keyPair(), keyPair(), keyPair()];
  const ca = await initializeCA(caKeys, logsCertificates ? await initializeCTLog(ctKeys) : undefined);
  const tsa = await initializeTSA(clockKeys);
  const handlers = new Map<string, HandlerFn>();
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      const handler = handlers.get(request.url ?? '');
      const answer = await handler?.(Buffer.concat(pieces).toString('utf8'));
      reply.writeHead(answer?.statusCode ?? 404, { 'content-type': answer?.contentType ?? 'text/plain' });
      const { response } = answer ?? {};
      reply.end(typeof response === 'object' ? bytesOf(response) : (response ?? ''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tlog = await initializeTLog(base, logKeys);
  const [authority, log, clock] = [fulcioHandler(ca), rekorHandler(tlog), tsaHandler(tsa)];
  handlers.set(authority.path, authority.fn);
  handlers.set(clock.path, clock.fn);
  handlers.set(log.path, (request) => log.fn(JSON.stringify(entryOf(JSON.parse(request)))));
  return {
    trustedRoot: trustedRoot({
      base,
      chain: [bytesOf(ca.rootCertificate)],
      clockChain: [bytesOf(tsa.intCertificate), bytesOf(tsa.rootCertificate)],
      ctKeys,
      logKeys,
    }),
    close: () => void server.close(),
    sign: (statement, by, seenBy = 'log') => signed(base, statement, by, seenBy),
  };
}

async function signed(
  base: string,
  statement: unknown,
  by: SigningWorkflow,
  seenBy: SeenBy,
): Promise<Record<string, unknown>> {
  const claims = {
    sub: by.identity,
    iss: by.issuer ?? 'https://token.actions.githubusercontent.com',
    repository: by.repository,
    sha: by.commit,
    job_workflow_ref: by.identity.replace('https://github.com/', ''),
    exp: Math.floor(Date.now() / 1000) + 300,
    aud: 'sigstore',
  };
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const token = [...parts, Buffer.from('no signature').toString('base64url')].join('.');
  const signer = new FulcioSigner({ fulcioBaseURL: base, identityProvider: { getToken: async () => token } });
  const witness =
    seenBy === 'clock'
      ? new TSAWitness({ tsaBaseURL: base })
      : new RekorWitness({ rekorBaseURL: base, entryType: 'dsse' });
  const builder = new DSSEBundleBuilder({ signer, witnesses: [witness] });
  for (;;) {
    const bundle = await builder.create({ data: Buffer.from(JSON.stringify(statement)), type: IN_TOTO });
    if (isReadable(bundle)) return spelledOut(bundleToJSON(bundle));
  }
}

/** The mocked clock tells milliseconds, and what reads them refuses every tenth time: those that end in a zero, which DER leaves out. */
function isReadable(bundle: Parameters<typeof toSignedEntity>[0]): boolean {
  try {
    const { timestamps } = toSignedEntity(bundle);
    return timestamps.every((each) => each.$case !== 'timestamp-authority' || each.timestamp.signingTime);
  } catch (error) {
    return (error as Error).message !== 'invalid time';
  }
}

interface Proposed {
  apiVersion: string;
  kind: string;
  spec: { proposedContent: { envelope: string; verifiers: string[] } };
}

/** What Rekor makes of a proposed envelope before it logs it: digests and signatures, and no content (sigstore/rekor, `dsse` 0.0.1). */
function entryOf({ apiVersion, kind, spec }: Proposed): unknown {
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = JSON.parse(envelope);
  const hash = (data: Buffer) => ({
    algorithm: 'sha256',
    value: createHash('sha256').update(data).digest('hex'),
  });
  return {
    apiVersion,
    kind,
    spec: {
      envelopeHash: hash(Buffer.from(envelope)),
      payloadHash: hash(Buffer.from(payload, 'base64')),
      signatures: signatures.map(({ sig }: { sig: string }, at: number) => ({
        signature: sig,
        verifier: normal(verifiers[at] ?? ''),
      })),
    },
  };
}

/** A certificate in lines of 64 characters. */
const normal = (pem: string): string =>
  Buffer.from(new X509Certificate(Buffer.from(pem, 'base64')).toString()).toString('base64');

/** In a log of one entry two fields have the value that JSON leaves out; readers in Python insist on them. */
function spelledOut(bundle: unknown): Record<string, unknown> {
  const document = JSON.parse(JSON.stringify(bundle));
  for (const { inclusionProof } of document.verificationMaterial.tlogEntries ?? []) {
    inclusionProof.logIndex ??= '0';
    inclusionProof.hashes ??= [];
  }
  return document;
}

interface Rooted {
  base: string;
  /** Of the authority and of the clock, the leaf first. */
  chain: Buffer[];
  clockChain: Buffer[];
  ctKeys: Keys;
  logKeys: Keys;
}

function trustedRoot({ base, chain, clockChain, ctKeys, logKeys }: Rooted): Record<string, unknown> {
  const start = new Date(Date.now() - 86_400_000).toISOString();
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf(base, logKeys, start)],
    certificateAuthorities: [authorityOf(base, chain, start)],
    ctlogs: [logOf(base, ctKeys, start)],
    timestampAuthorities: [authorityOf(base, clockChain, start)],
  };
}

const authorityOf = (uri: string, chain: readonly Buffer[], start: string): Record<string, unknown> => ({
  subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
  uri,
  certChain: { certificates: chain.map((each) => ({ rawBytes: each.toString('base64') })) },
  validFor: { start },
});

function logOf(baseUrl: string, { publicKey }: Keys, start: string): Record<string, unknown> {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: der.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start },
    },
    logId: { keyId: createHash('sha256').update(der).digest('base64') },
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

interface Keys {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const keyPair = (): Keys => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
