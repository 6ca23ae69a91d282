import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, it } from 'node:test';
import { connectSsh, type SshOptions } from '../../src/box/ssh-connect.ts';
import { missing } from '../requirement.ts';
import { type FaultProxy, faultProxy, type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';

const RTT_MS = 100;

/** Counted as added time over added latency, so that what the machine itself needs cancels out. */
describe('ssh round trips', { skip: missing('sshd', 'testbed'), timeout: 120_000 }, () => {
  let bed: SshdTestbed;
  let proxy: FaultProxy;
  let options: SshOptions;
  before(async () => {
    bed = await sshdTestbed();
    const box = bed.boxes[0] as SshdBox;
    proxy = await faultProxy(box.port);
    options = {
      endpoint: async () => ({ host: '127.0.0.1', port: proxy.port, user: bed.user }),
      login: { keys: [{ text: bed.clientKey, label: 'test' }] },
      pin: { sha256: box.hostKeySha256, by: 'user' },
    };
  });
  after(async () => {
    await proxy?.close();
    await bed?.down();
  });

  const roundTrips = async (work: () => Promise<unknown>): Promise<number> => {
    proxy.set({ latencyMs: 0 });
    const near = await best(work);
    proxy.set({ latencyMs: RTT_MS / 2 });
    const far = await best(work);
    proxy.set({ latencyMs: 0 });
    return (far - near) / RTT_MS;
  };

  it('never waits for an acknowledgement to send: TCP_NODELAY from the first byte', async (t) => {
    const connect = t.mock.method(net, 'connect');
    const { channel } = await connectSsh(options);
    await channel.close();
    const asked = connect.mock.calls.map((call) => call.arguments[0] as unknown as net.TcpNetConnectOpts);
    const ours = asked.filter(({ port }) => port === proxy.port);
    assert.deepEqual(
      ours.map(({ noDelay }) => noDelay),
      [true],
    );
  });

  it('a command on an open connection takes 2', async () => {
    const { channel } = await connectSsh(options);
    const taken = await roundTrips(() => channel.exec(['true']));
    await channel.close();
    assert.ok(taken > 1.5 && taken < 2.6, `${taken.toFixed(2)} round trips`);
  });

  it('a small file, checked and renamed, takes 3', async () => {
    const { channel } = await connectSsh(options);
    const taken = await roundTrips(() => channel.put('small', Buffer.from('x'.repeat(1000))));
    await channel.close();
    assert.ok(taken > 2.5 && taken < 3.6, `${taken.toFixed(2)} round trips`);
  });

  it('a range takes 2, whatever dd the box has', async () => {
    const { channel } = await connectSsh(options);
    await channel.put('small', Buffer.from('x'.repeat(1000)));
    const taken = await roundTrips(() => channel.get('small', 10, 100, () => {}));
    await channel.close();
    assert.ok(taken > 1.5 && taken < 2.6, `${taken.toFixed(2)} round trips`);
  });

  it('a command on a new connection takes at most 8', async () => {
    const taken = await roundTrips(async () => {
      const { channel } = await connectSsh(options);
      await channel.exec(['true']);
      void channel.close();
    });
    assert.ok(taken > 4 && taken < 8.5, `${taken.toFixed(2)} round trips`);
  });
});

/** The least of five: noise only adds. */
async function best(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i += 1) {
    const started = performance.now();
    await work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}
