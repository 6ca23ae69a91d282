import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import ssh2 from 'ssh2';
import { HostKeyChanged, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import { connectSsh, GIVE_UP_SECONDS, PROBE, type SshOptions } from '../../src/box/ssh-connect.ts';
import { openSession } from '../../src/box/ssh-session.ts';
import type { Clock } from '../../src/clock.ts';
import type { Problem } from '../../src/problem.ts';
import { loginKey, newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import { type FaultProxy, faultProxy, type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';

const failedWith =
  (...reasons: TransportFailed['reason'][]) =>
  (error: unknown) => {
    assert.ok(error instanceof TransportFailed, String(error));
    assert.ok(reasons.includes(error.reason), `${error.reason}: ${error.message}`);
    return true;
  };

/** Keeps what was slept for, and sleeps none of it. */
function countingClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  return { slept, now: () => new Date(), sleep: async (seconds) => void slept.push(seconds) };
}

describe('ssh under faults', { skip: missing('sshd', 'testbed'), timeout: 120_000 }, () => {
  let bed: SshdTestbed;
  let box: SshdBox;
  let proxy: FaultProxy;
  before(async () => {
    bed = await sshdTestbed(2);
    box = bed.boxes[0] as SshdBox;
    proxy = await faultProxy(box.port);
    await writeFile(join(box.home, 'big.bin'), Buffer.alloc(64 << 20, 'x'));
  });
  after(async () => {
    await proxy?.close();
    await bed?.down();
  });

  const options = (over: Partial<SshOptions> = {}): SshOptions => ({
    endpoint: async () => ({ host: '127.0.0.1', port: proxy.port, user: bed.user }),
    login: { keys: [{ text: bed.clientKey, label: 'test' }] },
    pin: { sha256: box.hostKeySha256, by: 'user' },
    attempts: 1,
    ...over,
  });
  const quick = { ...PROBE, keepaliveSeconds: 0.2, keepaliveMisses: 2 };

  describe('connecting', () => {
    it('says refused, and tries no more often than it was told', async () => {
      const clock = countingClock();
      await proxy.refuse();
      await assert.rejects(
        connectSsh(options({ attempts: 3, clock, random: () => 1 })),
        failedWith('refused'),
      );
      await proxy.accept();
      assert.deepEqual(clock.slept, [1, 2]);
    });

    it('says unresolved for a name that nobody knows', async () => {
      const endpoint = async () => ({ host: 'no-such-host.invalid', port: 22, user: 'me' });
      await assert.rejects(connectSsh(options({ endpoint })), failedWith('unresolved'));
    });

    it('says banner when TCP connects and nothing is said [P1-01] [P1-04]', async (t) => {
      const sockets: net.Socket[] = [];
      const mute = await listening((socket) => sockets.push(socket));
      t.after(() => mute.server.close());
      const timing = { ...PROBE, connectSeconds: 0.3 };
      await assert.rejects(connectSsh(options({ endpoint: mute.endpoint, timing })), failedWith('banner'));
      for (const socket of sockets) socket.destroy();
    });

    it('says banner when something else answers, and closed when it hangs up', async (t) => {
      const web = await listening((socket) => socket.end(`${'<html>'.repeat(3000)}\r\n`));
      const rude = await listening((socket) => socket.end());
      t.after(() => [web, rude].map(({ server }) => server.close()));
      await assert.rejects(connectSsh(options({ endpoint: web.endpoint })), failedWith('banner'));
      await assert.rejects(connectSsh(options({ endpoint: rude.endpoint })), failedWith('closed'));
    });

    it('says timeout when the line goes silent during the handshake', async () => {
      proxy.set({ latencyMs: 150 });
      const connecting = connectSsh(options({ timing: { ...PROBE, connectSeconds: 0.5 } }));
      await assert.rejects(connecting, failedWith('timeout'));
      proxy.set({ latencyMs: 0 });
    });

    it('gives a silent peer up at its bound, however many attempts are left [P1-01]', async (t) => {
      assert.ok(PROBE.connectSeconds <= 15 && GIVE_UP_SECONDS + 1 < 45);
      const sockets: net.Socket[] = [];
      const mute = await listening((socket) => sockets.push(socket));
      t.after(() => mute.server.close());
      const bounds = {
        attempts: 1000,
        giveUpSeconds: 2.5,
        timing: { ...PROBE, connectSeconds: 0.4 },
        random: () => 0,
      };
      const started = performance.now();
      await assert.rejects(connectSsh(options({ endpoint: mute.endpoint, ...bounds })), failedWith('banner'));
      assert.ok(performance.now() - started < 3000, `gave up after ${performance.now() - started} ms`);
      assert.ok(sockets.length >= 2, 'one attempt is no retry');
      for (const socket of sockets) socket.destroy();
    });

    it('refuses another host key before a word about us is sent, and does not try again [P1-03]', async () => {
      const clock = countingClock();
      const other = bed.boxes[1] as SshdBox;
      const pin = { sha256: other.hostKeySha256, by: 'platform' } as const;
      await assert.rejects(connectSsh(options({ pin, clock, attempts: 5 })), (error: unknown) => {
        assert.ok(error instanceof HostKeyChanged);
        assert.deepEqual([error.expectedSha256, error.seenSha256], [other.hostKeySha256, box.hostKeySha256]);
        return true;
      });
      assert.deepEqual(clock.slept, []);
    });

    it('compares with what the platform vouches for, also on first contact', async () => {
      const endpoint = async () => ({
        host: '127.0.0.1',
        port: proxy.port,
        user: bed.user,
        hostKeySha256: 'A'.repeat(43),
      });
      await assert.rejects(connectSsh(options({ endpoint, pin: 'first-contact' })), HostKeyChanged);
    });

    it('accepts a key once on first contact and says so', async () => {
      const { channel, pinnedBy } = await connectSsh(options({ pin: 'first-contact' }));
      assert.deepEqual([pinnedBy, channel.hostKeySha256], ['first-contact', box.hostKeySha256]);
      await channel.close();
    });

    it('says that a login was refused, and does not try again', async () => {
      const clock = countingClock();
      const stranger = loginKey(newSecret(), 'stranger').privateOpenSsh;
      const login = { keys: [{ text: stranger, label: 'stranger' }] };
      await assert.rejects(connectSsh(options({ login, clock, attempts: 5 })), LoginRefused);
      assert.deepEqual(clock.slept, []);
    });

    it('names a key that is locked by a passphrase, and one that is none', async () => {
      const locked = ssh2.utils.generateKeyPairSync('ed25519', {
        cipher: 'aes256-cbc',
        passphrase: 'secret',
        rounds: 1,
      });
      const usable = (text: string) =>
        connectSsh(options({ login: { keys: [{ text, label: '~/.ssh/id_a' }] } }));
      const unusable = (error: Problem) =>
        error.code === 'key-unusable' && /~\/\.ssh\/id_a/.test(error.message);
      await assert.rejects(
        usable(locked.private),
        (error: Problem) => unusable(error) && /ssh-add/.test(error.next),
      );
      await assert.rejects(usable('not a key'), unusable);
      await assert.rejects(connectSsh(options({ login: {} })), (error: Problem) => error.code === 'no-key');
    });

    it('asks for the endpoint before every attempt [P1-02]', async () => {
      const ports = [1, 1, proxy.port];
      const endpoint = async () => ({ host: '127.0.0.1', port: ports.shift() ?? 0, user: bed.user });
      const { channel } = await connectSsh(options({ endpoint, attempts: 3, clock: countingClock() }));
      assert.deepEqual(ports, []);
      await channel.close();
    });

    it('stops at once when the caller aborts', async () => {
      proxy.halt();
      const abort = new AbortController();
      const connecting = connectSsh(options({ signal: abort.signal, attempts: 5 }));
      abort.abort(new Error('cancelled'));
      await assert.rejects(connecting, /cancelled/);
      proxy.resume();
    });
  });

  describe('connected', () => {
    for (const { what, fault, reasons } of [
      // Of a reset the end of the stream may be told before its error, and what we send after a FIN is answered by a reset.
      { what: 'is reset', fault: () => proxy.reset(), reasons: ['reset', 'closed'] },
      { what: 'is closed', fault: () => proxy.cut(), reasons: ['closed', 'reset'] },
      { what: 'goes silent', fault: () => proxy.halt(), reasons: ['timeout'] },
      { what: 'flips a bit', fault: () => proxy.set({ corruptAfterBytes: 1 }), reasons: ['reset'] },
    ] as const) {
      it(`fails a stream that ${what} in the middle, never as a short success [P1-05]`, async () => {
        const { channel } = await connectSsh(options({ timing: quick }));
        let hit = false;
        const streaming = channel.stream(['cat', join(box.home, 'big.bin')], () => {
          if (!hit) fault();
          hit = true;
        });
        await assert.rejects(streaming, failedWith(...reasons));
        proxy.set({ corruptAfterBytes: 0 });
        proxy.resume();
        await assert.rejects(channel.exec(['true']), TransportFailed);
        await channel.close();
      });
    }

    it('fails everything that was under way, queued commands too', async () => {
      const { channel } = await connectSsh(options());
      const runs = Array.from({ length: 12 }, () => channel.exec(['sleep', '20']));
      const settling = Promise.allSettled(runs);
      await eventually(() => proxy.stats().open === 1);
      await sleep(500);
      proxy.reset();
      const outcomes = await settling;
      assert.ok(
        outcomes.every((each) => each.status === 'rejected' && each.reason instanceof TransportFailed),
      );
    });

    it('publishes nothing when a push is cut', async () => {
      const { channel } = await connectSsh(options());
      const path = join(box.home, 'pushed.bin');
      await channel.put(path, Buffer.from('old'));
      proxy.set({ bytesPerSec: 4e6 });
      const pushing = channel.put(path, Buffer.alloc(8 << 20));
      const sent = proxy.stats().up;
      await eventually(() => proxy.stats().up > sent + 1e6);
      proxy.reset();
      await assert.rejects(pushing, TransportFailed);
      proxy.set({ bytesPerSec: 0 });
      const { channel: again } = await connectSsh(options());
      const names = async () =>
        (await again.exec(['sh', '-c', `cat ${path}; ls ${box.home} | grep -c part-`])).stdout;
      await eventually(async () => (await names()) === 'old0\n');
      await again.close();
    });

    it('asks a server for no more channels than it allows', async () => {
      const small = bed.boxes[1] as SshdBox;
      await bed.configure(small.name, /MaxSessions 64/, 'MaxSessions 3');
      const endpoint = async () => ({ host: '127.0.0.1', port: small.port, user: bed.user });
      const pin = { sha256: small.hostKeySha256, by: 'user' } as const;
      const { channel } = await connectSsh(options({ endpoint, pin }));
      const runs = Array.from({ length: 12 }, (_, i) => channel.exec(['sh', '-c', `sleep 0.1; echo ${i}`]));
      const answers = (await Promise.all(runs)).map(({ stdout }) => Number(stdout));
      assert.deepEqual(
        answers,
        Array.from({ length: 12 }, (_, i) => i),
      );
      await channel.close();
    });
  });

  describe('a session', () => {
    it('opens a new connection after a cut, at the endpoint of that moment, with the key seen first [P1-02] [P1-03]', async () => {
      let port = proxy.port;
      const endpoint = async () => ({ host: '127.0.0.1', port, user: bed.user });
      const session = await openSession(options({ endpoint, pin: 'first-contact' }));
      assert.equal((await session.exec(['echo', '1'])).stdout, '1\n');
      proxy.reset();
      await eventually(() => proxy.stats().open === 0);
      port = box.port;
      assert.equal((await session.exec(['echo', '2'])).stdout, '2\n');
      assert.equal(session.hostKeySha256, box.hostKeySha256);
      await session.close();
      await assert.rejects(session.exec(['true']), /closed by us/);
    });

    it('refuses a box that came back with another key', async () => {
      const rekeyed = bed.boxes[1] as SshdBox;
      const endpoint = async () => ({ host: '127.0.0.1', port: rekeyed.port, user: bed.user });
      const session = await openSession(options({ endpoint, pin: 'first-contact' }));
      await bed.fault('drop', rekeyed.name);
      await bed.fault('rekey', rekeyed.name);
      await assert.rejects(session.exec(['true'], { retry: true }), HostKeyChanged);
      await session.close();
    });

    it('carries a range on from the byte it had reached [P1-10]', async () => {
      const session = await openSession(options());
      let received = 0;
      let cuts = 0;
      const before = proxy.stats().down;
      await session.get(join(box.home, 'big.bin'), 1000, 32 << 20, (chunk) => {
        received += chunk.length;
        if (received > (cuts + 1) * (8 << 20) && cuts < 2) {
          cuts += 1;
          proxy.reset();
        }
      });
      assert.deepEqual([received, cuts], [32 << 20, 2]);
      assert.ok(proxy.stats().down - before < 45e6, 'bytes were pulled twice');
      await session.close();
    });

    it('brings a range over a line that breaks more often than an operation is tried again [faults F13]', async () => {
      const session = await openSession(options());
      let received = 0;
      const before = proxy.stats().total;
      proxy.set({ cutAfterBytes: 3 << 20 });
      await session.get(join(box.home, 'big.bin'), 0, 24 << 20, (chunk) => {
        received += chunk.length;
      });
      proxy.set({ cutAfterBytes: 0 });
      assert.equal(received, 24 << 20);
      assert.ok(proxy.stats().total - before >= 6, `${proxy.stats().total - before} connections`);
      await session.close();
    });

    it('leaves a line on which nothing gets through after a few tries [faults F13]', async () => {
      const session = await openSession(options());
      proxy.set({ cutAfterBytes: 4096 });
      const before = proxy.stats().total;
      const getting = session.get(join(box.home, 'big.bin'), 0, 24 << 20, () => {});
      await assert.rejects(getting, failedWith('reset', 'closed', 'short'));
      proxy.set({ cutAfterBytes: 0 });
      assert.ok(proxy.stats().total - before < 20, `${proxy.stats().total - before} connections`);
      await session.close();
    });

    it('carries a range on where its line is half open: silent for ever, and new ones work [faults F13]', async () => {
      const half = await halfOpenLine(box.port);
      const endpoint = async () => ({ host: '127.0.0.1', port: half.port, user: bed.user });
      const session = await openSession(options({ endpoint, timing: quick }));
      let received = 0;
      let said = false;
      await session.get(join(box.home, 'big.bin'), 0, 24 << 20, (chunk) => {
        received += chunk.length;
        if (received > 8 << 20 && !said) half.forget();
        said = received > 8 << 20;
      });
      assert.equal(received, 24 << 20);
      assert.equal(half.met(), 2);
      await session.close();
      half.close();
    });

    it('runs a command again only when told that it may', async () => {
      const session = await openSession(options());
      const count = join(box.home, 'count');
      const script = `echo x >>${count}; [ "$(wc -l <${count})" -ge 2 ] || sleep 20; echo done`;
      const cutWhenStarted = async () => {
        await eventually(async () => (await lines(count)) === 1);
        proxy.reset();
      };
      const [once] = await Promise.all([
        session.exec(['sh', '-c', script]).then(
          () => 'answered',
          () => 'failed',
        ),
        cutWhenStarted(),
      ]);
      assert.deepEqual([once, await lines(count)], ['failed', 1]);
      await writeFile(count, '');
      const [twice] = await Promise.all([
        session.exec(['sh', '-c', script], { retry: true }),
        cutWhenStarted(),
      ]);
      assert.deepEqual([twice.stdout, await lines(count)], ['done\n', 2]);
      await session.close();
    });

    it('opens one connection for many commands that find it cut', async () => {
      const session = await openSession(options());
      proxy.reset();
      await eventually(() => proxy.stats().open === 0);
      const before = proxy.stats().total;
      await Promise.all(Array.from({ length: 10 }, () => session.exec(['true'], { retry: true })));
      assert.equal(proxy.stats().total - before, 1);
      await session.close();
    });
  });
});

/** A middle box that forgets what goes through it: no byte more in either direction, and no word of that to anybody. */
async function halfOpenLine(targetPort: number) {
  const pairs: [net.Socket, net.Socket][] = [];
  const server = net.createServer((client) => {
    const upstream = net.connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream);
    upstream.pipe(client);
    pairs.push([client, upstream]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    met: () => pairs.length,
    forget() {
      for (const [client, upstream] of pairs) {
        client.unpipe().pause();
        upstream.unpipe().pause();
      }
    },
    close() {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
    },
  };
}

async function lines(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').length - 1;
}

async function listening(serve: (socket: net.Socket) => void) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {}); // Whoever gives up resets the connection.
    socket.resume();
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, endpoint: async () => ({ host: '127.0.0.1', port, user: 'me' }) };
}

async function eventually(look: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('did not happen within 10 s');
}
