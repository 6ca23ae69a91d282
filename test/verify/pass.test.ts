import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { DEFAULT_BUDGETS } from '../../src/verify/contract/budgets.ts';
import { Findings } from '../../src/verify/contract/findings.ts';
import { BoundedReader } from '../../src/verify/read/bounded-reader.ts';
import { type Region, sequentialPass } from '../../src/verify/tensor/pass.ts';

const REGIONS = 1000;
const BYTES = 16;

/** A file in memory: `now`: it can be read without waiting, as a local file can. */
function readerOf(bytes: Uint8Array, now: boolean): BoundedReader {
  const into = (offset: number, target: Uint8Array) =>
    target.set(bytes.subarray(offset, offset + target.length));
  const source = {
    label: 'file',
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
    close: async () => {},
    readInto: async (offset: number, target: Uint8Array) => into(offset, target),
    ...(now && { readIntoNow: into }),
  };
  return new BoundedReader(source, DEFAULT_BUDGETS, systemClock);
}

/** @returns what came to the regions, and how often something else could run meanwhile */
async function passed(now: boolean, feed?: () => Promise<void>): Promise<{ came: number[]; turns: number }> {
  const bytes = Uint8Array.from({ length: REGIONS * BYTES }, (_none, i) => i % 251);
  const came: number[] = [];
  const regions = Array.from({ length: REGIONS }, (_none, i): Region => {
    const offset = i * BYTES;
    return {
      offset,
      length: BYTES,
      feed(piece, at) {
        assert.equal(Buffer.compare(piece, bytes.subarray(at, at + piece.length)), 0);
        for (let each = at; each < at + piece.length; each += 1) came.push(each);
        return feed?.();
      },
      end: () => {},
    };
  });
  let [turns, isOver] = [0, false];
  const pass = sequentialPass(readerOf(bytes, now), regions[Symbol.iterator](), new Findings(), {
    // Regions lie across two chunks.
    chunkBytes: 4096 + 8,
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await undefined;
    turns += 1;
  }
  assert.equal(await pass, true);
  return { came, turns };
}

describe('the pass over a file of many small stretches', () => {
  const all = Array.from({ length: REGIONS * BYTES }, (_none, i) => i);

  it('waits for nothing where all is at hand', async () => {
    const { came, turns } = await passed(true);
    assert.deepEqual(came, all);
    assert.ok(turns < 20, `${turns} turns`);
  });

  it('gives each of them all of its bytes in their order where it must wait', async () => {
    assert.deepEqual((await passed(false)).came, all);
    const waited = await passed(true, async () => {});
    assert.deepEqual(waited.came, all);
    assert.ok(waited.turns > REGIONS, `${waited.turns} turns`);
  });
});
