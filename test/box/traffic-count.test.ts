import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSession } from '../../src/box/ssh-session.ts';
import { TrafficCount } from '../../src/box/traffic-count.ts';
import { missing } from '../requirement.ts';
import { sshdTestbed } from '../testbed.ts';
import { countedLine } from '../twins/counted-line.ts';

const MB = 1024 ** 2;

describe('what went to a box and came from it', {
  skip: missing('sshd', 'testbed'),
  timeout: 120_000,
}, () => {
  it('is what a line between us and it has carried, over several connections, open or ended', async (t) => {
    const bed = await sshdTestbed();
    t.after(() => bed.down());
    const [box] = bed.boxes;
    assert.ok(box);
    const line = await countedLine(box);
    t.after(() => line.close());
    const traffic = new TrafficCount();
    const open = () =>
      openSession({
        endpoint: async () => ({ host: '127.0.0.1', port: line.port, user: bed.user }),
        login: { keys: [{ text: bed.clientKey, label: 'test' }] },
        pin: { sha256: box.hostKeySha256, by: 'user' },
        counted: (socket) => traffic.watch('r-1', socket),
      });
    const first = await open();
    await first.exec(['sh', '-c', 'cat >/dev/null'], { stdin: Buffer.alloc(3 * MB) });
    const atOnce = traffic.of('r-1');
    assert.ok(atOnce.toBoxBytes > 3 * MB && atOnce.toBoxBytes < 3.5 * MB, JSON.stringify(atOnce));
    await first.close();
    const second = await open();
    await second.exec(['sh', '-c', 'head -c 5000000 /dev/zero'], { maxOutputBytes: 6 * MB });
    await second.close();
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(traffic.of('r-1'), line.moved());
    assert.ok(traffic.of('r-1').fromBoxBytes > 5_000_000);
    assert.deepEqual(traffic.of('r-2'), { toBoxBytes: 0, fromBoxBytes: 0 });
  });
});
