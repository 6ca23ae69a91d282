import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { hostKey, newSecret } from '../../src/secret/keys.ts';

/** Lets everybody in by any password and does nothing: where a platform puts no key in, the first login is all that it sees. */
export async function passwordDoor(): Promise<{ host: string; port: number; close(): void }> {
  const hostKeys = [hostKey(newSecret(), 'door').privateOpenSsh];
  const server = new ssh2.Server({ hostKeys }, (client) => {
    client.on('authentication', (asked) => asked.accept());
    client.on('error', () => {});
    client.on('ready', () =>
      client.on('session', (accept) =>
        accept().on('exec', (take) => {
          const stream = take();
          stream.exit(0);
          stream.end();
        }),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    close: () => void server.close(),
  };
}
