import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:tls';
import type { KubeCluster } from './cluster.ts';

export interface ApiCall {
  /** From 1. */
  at: number;
  method: string;
  /** Without its query. */
  path: string;
}

/** What becomes of a call: `before` it reaches the API server, `after` it has its answer there. */
export interface Meddler {
  /** `lost`: the connection ends, and nothing reaches the API server. */
  before?(call: ApiCall): 'lost' | undefined;
  /** `lost`: the connection ends in place of the answer. Of a stream all has passed by then. */
  after?(call: ApiCall): 'lost' | undefined;
  /** So many bytes of a stream pass, and then it is cut. */
  cutAfter?(call: ApiCall): number | undefined;
}

export interface ApiProxy {
  /** Text of a kubeconfig through it, with the token of the cluster's own user or another one. */
  kubeconfig(token?: string): string;
  calls: ApiCall[];
  meddler: Meddler;
  close(): Promise<void>;
}

/** The API server behind plain HTTP on loopback, where a test may see and spoil each call. */
export async function apiProxy({ server, ca, token }: KubeCluster): Promise<ApiProxy> {
  const to = new URL(server);
  const trusted = readFileSync(ca);
  const calls: ApiCall[] = [];
  const proxy: Pick<ApiProxy, 'calls' | 'meddler'> = { calls, meddler: {} };
  const noted = ({ method = '', url = '' }: IncomingMessage): ApiCall => {
    const call = { at: calls.length + 1, method, path: url.replace(/\?.*$/, '') };
    calls.push(call);
    return call;
  };
  const http = createServer((from: IncomingMessage, answer: ServerResponse) => {
    const call = noted(from);
    if (proxy.meddler.before?.(call) === 'lost') return from.socket.destroy();
    const sent = request(
      {
        host: to.hostname,
        port: to.port,
        ca: trusted,
        method: from.method,
        path: from.url,
        headers: { ...from.headers, host: to.host },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', () => from.socket.destroy());
        reply.on('end', () => {
          if (proxy.meddler.after?.(call) === 'lost') return from.socket.destroy();
          answer.writeHead(reply.statusCode ?? 502, { 'content-type': reply.headers['content-type'] ?? '' });
          answer.end(Buffer.concat(chunks));
        });
      },
    );
    sent.on('error', () => from.socket.destroy());
    from.pipe(sent);
  });
  const open = new Set<Socket>();
  http.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  http.on('upgrade', (from: IncomingMessage, near: Socket, head: Buffer) => {
    const call = noted(from);
    if (proxy.meddler.before?.(call) === 'lost') return near.destroy();
    const far = connect({ host: to.hostname, port: Number(to.port), ca: trusted }, () => {
      const lines = [`GET ${from.url} HTTP/1.1`, `host: ${to.host}`];
      for (let at = 0; at < from.rawHeaders.length; at += 2)
        if (from.rawHeaders[at]?.toLowerCase() !== 'host')
          lines.push(`${from.rawHeaders[at]}: ${from.rawHeaders[at + 1]}`);
      far.write(`${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      near.pipe(far);
      let left = proxy.meddler.cutAfter?.(call);
      far.on('data', (chunk: Buffer) => {
        if (left !== undefined) left -= chunk.length;
        if (left !== undefined && left < 0) return near.destroy();
        if (!near.write(chunk)) far.pause();
      });
      near.on('drain', () => far.resume());
      far.on('end', () => {
        proxy.meddler.after?.(call);
        near.end();
      });
    });
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  return Object.assign(proxy, {
    calls,
    kubeconfig: (as = token) => kubeconfigOf(`http://127.0.0.1:${port}`, as),
    close: () =>
      new Promise<void>((closed) => {
        http.close(() => closed());
        // Those that were upgraded are none of the server's any more.
        for (const socket of open) socket.destroy();
      }),
  });
}

/** @param ca path of the certificate, for https */
export const kubeconfigOf = (server: string, token: string, ca?: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    clusters: [
      {
        name: 'test',
        cluster: {
          server,
          ...(ca === undefined ? { 'insecure-skip-tls-verify': true } : { 'certificate-authority': ca }),
        },
      },
    ],
    users: [{ name: 'test', user: { token } }],
  });
