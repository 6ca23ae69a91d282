import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChannelSlots } from '../../src/box/channel-slots.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('channel slots', () => {
  it('lets so many in, and the rest in the order they came', async () => {
    const slots = new ChannelSlots(2);
    const entered: number[] = [];
    const frees = new Map<number, () => void>();
    const enter = async (i: number) => {
      frees.set(i, await slots.take());
      entered.push(i);
    };
    const all = [0, 1, 2, 3].map(enter);
    await tick();
    assert.deepEqual(entered, [0, 1]);
    frees.get(1)?.();
    await tick();
    assert.deepEqual(entered, [0, 1, 2]);
    frees.get(1)?.(); // A second time must not let a third in.
    await tick();
    assert.deepEqual(entered, [0, 1, 2]);
    frees.get(0)?.();
    await Promise.all(all);
    assert.deepEqual(entered, [0, 1, 2, 3]);
  });

  it('forgets who gave up waiting', async () => {
    const slots = new ChannelSlots(1);
    const free = await slots.take();
    const abort = new AbortController();
    const waiting = slots.take(abort.signal);
    const next = slots.take();
    abort.abort(new Error('gave up'));
    await assert.rejects(waiting, /gave up/);
    free();
    (await next)();
    assert.equal(slots.taken, 0);
  });

  it('lets one fewer in after the server refused, but always one', async () => {
    const slots = new ChannelSlots(8);
    const frees = await Promise.all([slots.take(), slots.take(), slots.take()]);
    slots.shrink(); // The third was refused: two it is.
    frees[2]?.();
    let entered = false;
    const waiting = slots.take().then((free) => {
      entered = true;
      return free;
    });
    await tick();
    assert.equal(entered, false);
    frees[1]?.();
    await waiting;
    slots.shrink();
    slots.shrink();
    slots.shrink();
    frees[0]?.();
    (await waiting)();
    (await slots.take())();
    assert.equal(slots.taken, 0);
  });
});
