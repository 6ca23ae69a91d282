import net, { type AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

/** A page of a notebook opens a dozen at once. */
const MOST_CONNECTIONS = 64;

export interface Forwarding {
  /** 0: any that is free. */
  port: number;
  /** A connection to the far end. */
  open(): Promise<Duplex>;
  /** One connection could not be made; others may be. */
  onFailure(error: unknown): void;
}

export interface OpenPort {
  port: number;
  /** Ends its connections, too. */
  close(): void;
}

/** A port of this machine's loopback, and of nothing else, whose connections end at the far end. @throws what listening throws */
export async function openPort({ port, open, onFailure }: Forwarding): Promise<OpenPort> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // A client that breaks off is its own affair.
    socket.once('close', () => sockets.delete(socket));
    open().then(
      (far) => join(socket, far),
      (error: unknown) => {
        socket.destroy();
        onFailure(error);
      },
    );
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Each way ends by itself; what breaks one ends both. */
function join(near: net.Socket, far: Duplex): void {
  const broken = (error: Error | null | undefined): void => {
    if (!error) return;
    near.destroy();
    far.destroy();
  };
  far.on('error', () => {});
  pipeline(near, far, broken);
  pipeline(far, near, broken);
}
