import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Statement } from '../../src/attest/statement.ts';
import { type SigstoreTwin, sigstoreTwin } from '../attest/sigstore-twin.ts';

/** What the stand-in for `actions/attest` asks for a signature: GitHub's tokens of identity, Sigstore, and the list of attestations. */
export interface SigningService {
  url: string;
  sigstore: SigstoreTwin;
  /** What was signed, in its order. */
  signed: { repository: string; statement: Statement; bundle: Record<string, unknown> }[];
  /** Says why the next ones are not kept, as GitHub does where a plan has no attestations. */
  refusal: string | undefined;
  close(): void;
}

/** @param identity of the workflow that signs: what a certificate names */
export async function startSigningService(identity: string): Promise<SigningService> {
  const sigstore = await sigstoreTwin();
  const server = createServer((request, reply) => void answer(request, reply));
  const service: SigningService = {
    url: '',
    sigstore,
    signed: [],
    refusal: undefined,
    close() {
      sigstore.close();
      server.close();
    },
  };
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { repository, statement } = JSON.parse((await buffer(request)).toString('utf8'));
    reply.setHeader('content-type', 'application/json');
    if (service.refusal !== undefined)
      return void reply.writeHead(403).end(JSON.stringify({ message: service.refusal }));
    const bundle = await sigstore.sign(statement, { identity, repository, commit: 'c'.repeat(40) });
    service.signed.push({ repository, statement, bundle });
    reply.writeHead(201).end(JSON.stringify({ id: service.signed.length, bundle }));
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
