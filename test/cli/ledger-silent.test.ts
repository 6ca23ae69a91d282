// Over ten seconds: a server that says nothing is waited for as long as it may take, by real commands.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { machineCopiesOf } from '../../src/cli/ledger-opening.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { noLines, writeLines } from '../../src/ledger/event-lines.ts';
import { programCommand } from '../installation.ts';
import { tempDir } from '../ledger/git-fixture.ts';
import { intended, opened, rented } from '../ledger/sample-run.ts';

const BOUND_SECONDS = 3;
/** Ten for the last words of a slow remote, two to end git; the rest is this machine's. */
const AFTER_SECONDS = 25;

/** Takes every connection and never says a whole thing. */
async function mute(say: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    say(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    met: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const drip = (socket: net.Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\n\r\n');
  const dripping = setInterval(() => socket.write('0'), 200);
  socket.on('close', () => clearInterval(dripping));
};

describe('a ledger whose server takes the connection and does not answer', {
  timeout: 240_000,
  // Each waits most of the time.
  concurrency: true,
}, () => {
  let home = '';
  let cleaning: (() => void)[] = [];
  before(() => {
    home = tempDir({ after: (done: () => void) => void cleaning.push(done) } as never);
  });
  after(() => {
    for (const clean of cleaning) clean();
    cleaning = [];
  });

  async function command(words: string[]) {
    const [node, main] = programCommand();
    const child = spawn(node, [main, ...words], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home },
    });
    const heard: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => heard.push(chunk.toString('utf8')));
    const since = performance.now();
    const [code] = await once(child, 'close');
    return { code, said: heard.join(''), seconds: (performance.now() - since) / 1000 };
  }

  function remember(ledger: string): void {
    const settings = settingsOf({ given: { ledger } }, { HOME: home }, home);
    const { text } = writeLines(
      noLines,
      [opened(), intended('tiny-1-1'), rented('tiny-1-1')],
      'n',
      undefined,
    );
    machineCopiesOf(settings).write('tiny-1', { text, metAt: 0 });
  }

  for (const { what, protocol, say } of [
    { what: 'is silent, over git', protocol: 'git', say: () => {} },
    { what: 'is silent, over HTTP', protocol: 'http', say: () => {} },
    { what: 'drips bytes, over HTTP', protocol: 'http', say: drip },
  ]) {
    it(`that ${what}: commands end soon after their bound and say what costs money [faults F13]`, async (t) => {
      const server = await mute(say);
      t.after(server.close);
      const ledger = `${protocol}://127.0.0.1:${server.port}/ledger.git`;
      remember(ledger);
      for (const name of ['status', 'run', 'watch']) {
        const bound = ['--bound', `${BOUND_SECONDS}s`];
        const { code, said, seconds } = await command([name, 'tiny-1', '--ledger', ledger, ...bound]);
        assert.equal(code, 13, `${name}: ${said}`);
        assert.ok(seconds < BOUND_SECONDS + AFTER_SECONDS, `${name} took ${seconds} s`);
        assert.ok(said.includes(ledger), said);
        assert.match(said, /no whole answer in \d+ s/, name);
        assert.match(
          said,
          /Still costing money: tiny-1-1 on local: gpu 0\.4 USD\/h \(as this machine saw it/,
        );
      }
      assert.ok(server.met() >= 3);
    });
  }
});
