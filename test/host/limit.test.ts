import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inParallel, Limit } from '../../src/host/limit.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a limit', () => {
  it('lets so many in, and the rest in the order they came', async () => {
    const slots = new Limit(2);
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
    const slots = new Limit(1);
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
    const slots = new Limit(8);
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

describe('so many at once', () => {
  it('begins nothing more after a failure, and waits for what runs', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      await tick();
      if (item === 1) throw new Error('the second');
      await tick();
      ended.push(item);
    };
    await assert.rejects(inParallel([0, 1, 2, 3], 2, work), /the second/);
    assert.deepEqual([begun, ended], [[0, 1], [0]]);
  });

  it('gives the answers in the order of the questions', async () => {
    const slowest = (item: number) =>
      new Promise<number>((resolve) => setTimeout(resolve, 3 - item, item * 2));
    assert.deepEqual(await inParallel([0, 1, 2], 3, slowest), [0, 2, 4]);
  });
});
