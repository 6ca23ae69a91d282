import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Sink } from './finder.ts';

export type Manner = 'json' | 'xml' | 'text' | 'header' | 'redirect' | 'accepts';

/** A service that says back whatever it was sent, in its answers' bodies, headers and addresses. */
export class EchoingServer {
  status = 401;
  manner: Manner = 'json';
  readonly requests: Sink[] = [];
  readonly #server: Server;
  /** Where it sends those that follow: another machine, as far as a client can tell. */
  elsewhere: string | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<EchoingServer> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const heard = headText(request);
        const path = (request.url ?? '').split('?')[0] ?? '';
        self.requests.push({
          where: `address ${request.method} ${path}`,
          bytes: Buffer.from(request.url ?? ''),
        });
        self.requests.push({ where: `headers ${request.method} ${path}`, bytes: Buffer.from(heard) });
        self.requests.push({ where: `body ${request.method} ${path}`, bytes: body });
        const said = `${heard}\n${body.toString()}`;
        response.setHeader('connection', 'close');
        if (self.manner === 'header') {
          const token = (request.headers.authorization ?? request.headers['x-api-key'] ?? '').toString();
          response.setHeader('www-authenticate', `Bearer error="${encodeURI(token)}"`);
          response.setHeader('x-request-id', encodeURI(token));
        }
        if (self.manner === 'redirect') {
          response.statusCode = 307;
          response.setHeader('location', `${self.elsewhere ?? ''}${path}`);
          return response.end();
        }
        response.statusCode = self.manner === 'accepts' ? 200 : self.status;
        if (self.manner === 'text') return response.end(said);
        if (self.manner === 'xml') {
          const error = `<Code>${escaped(said)}</Code><Message>${escaped(said)}</Message>`;
          response.setHeader('content-type', 'application/xml');
          return response.end(`<ErrorResponse><Error>${error}</Error></ErrorResponse>`);
        }
        response.setHeader('content-type', 'application/json');
        const error = { code: 'invalid_key', message: said, detail: said, msg: said };
        return response.end(JSON.stringify({ ...error, error, errors: [error], data: said, Message: said }));
      });
    });
    const self = new EchoingServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const headText = ({ rawHeaders }: IncomingMessage): string =>
  rawHeaders.reduce((text, each, i) => text + (i % 2 === 0 ? `${each}: ` : `${each}\n`), '');
