import net, { type AddressInfo } from 'node:net';
import ssh2, { type Connection } from 'ssh2';

export interface ManyBoxes {
  host: string;
  port: number;
  /** Connections that were open at one moment, at most. */
  mostAtOnce(): number;
  /** Connections that are open now. */
  open(): number;
  /** Commands answered. */
  execs(): number;
  close(): void;
}

/**
 * One SSH server that stands for any number of boxes: real handshakes, any key, and one answer to every command. For tests of
 * many boxes at once, where a real sshd and a real keeper for each would measure the machine that tests.
 *
 * @param answer what the nth command is answered with on stdout
 */
export async function manyBoxes(hostKey: string, answer: (n: number) => string): Promise<ManyBoxes> {
  const clients = new Set<Connection>();
  let most = 0;
  let execs = 0;
  const ssh = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    most = Math.max(most, clients.size);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    client.on('authentication', (context) =>
      context.method === 'publickey' ? context.accept() : context.reject(['publickey']),
    );
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec, _reject, { command }) => {
        execs += 1;
        const stream = acceptExec();
        // As the login shell would: what the command says stands between its two marks.
        const mark = /m=([0-9a-f]{24})/.exec(command)?.[1] ?? '';
        stream.stderr.write(`\n${mark}\n`);
        stream.write(`\n${mark}\n${answer(execs)}\n${mark} 0\n`);
        stream.exit(0);
        stream.end();
      });
    });
  });
  const server = net.createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    mostAtOnce: () => most,
    open: () => clients.size,
    execs: () => execs,
    close: () => {
      server.close();
      for (const client of clients) client.end();
    },
  };
}
