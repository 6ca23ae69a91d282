/** The part of `ws` that is used here. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { RequestOptions } from 'node:https';

  export type RawData = Buffer | ArrayBuffer | Buffer[];

  export default class WebSocket extends EventEmitter {
    constructor(
      address: URL,
      protocols: readonly string[],
      options: RequestOptions & { perMessageDeflate: boolean; handshakeTimeout: number },
    );
    pause(): void;
    resume(): void;
    terminate(): void;
    send(data: Buffer, sent: (error?: Error) => void): void;
    on(event: 'message', listener: (data: RawData) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    once(event: 'open' | 'close', listener: () => void): this;
    once(event: 'error', listener: (error: Error) => void): this;
    once(event: 'unexpected-response', listener: (request: unknown, response: IncomingMessage) => void): this;
  }
}
