import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CsvRows } from '../../src/verify/text/csv-rows.ts';
import { growth, LINEAR } from '../growth.ts';

const MiB = 1024 ** 2;

/** @returns what the rows held in memory at the most, in bytes, beyond what was there before */
function rowsOf(text: string, rowBytes = 64 * MiB): { rows: string[][]; heldBytes: number } {
  const bytes = Buffer.from(text, 'latin1');
  const rows: string[][] = [];
  const csv = new CsvRows(',', rowBytes, (cells) => void rows.push(cells.map(({ raw }) => raw)));
  const before = process.memoryUsage().heapUsed;
  let heldBytes = 0;
  for (let at = 0; at < bytes.length; at += MiB) {
    csv.feed(bytes.subarray(at, at + MiB), at);
    heldBytes = Math.max(heldBytes, process.memoryUsage().heapUsed - before);
  }
  csv.end();
  return { rows, heldBytes };
}

describe('the cells of a table', () => {
  it('are the same wherever a piece of the file ends', () => {
    const text = 'a,"b ""c"", d"\r\n,"",e\n"x\ny",z,\r\n';
    for (let size = 1; size <= text.length; size += 1) {
      const rows: string[][] = [];
      const csv = new CsvRows(',', 1000, (cells) => void rows.push(cells.map(({ raw }) => raw)));
      for (let at = 0; at < text.length; at += size) csv.feed(Buffer.from(text.slice(at, at + size)), at);
      csv.end();
      assert.deepEqual(rows, [
        ['a', 'b "c", d'],
        ['', '', 'e'],
        ['x\ny', 'z', ''],
      ]);
    }
  });

  for (const { what, text } of [
    { what: 'one long quoted cell', text: (n: number) => `a,b\n"${'x'.repeat(n)}",1\n` },
    { what: 'doubled quotes', text: (n: number) => `a,b\n"${'""'.repeat(n / 2)}",1\n` },
    { what: 'empty cells', text: (n: number) => `${','.repeat(n / 16)}\n` },
  ])
    it(`[security 11] take time by their length: ${what}`, async () => {
      const texts = new Map([MiB, 4 * MiB].map((n) => [n, text(n / 2)]));
      const ratio = await growth(MiB, (n) => rowsOf(texts.get(n) as string));
      assert.ok(ratio < LINEAR, `four times as much took ${ratio.toFixed(1)} times as long`);
    });

  it('[security 11] weigh a few times their bytes, and no 36 times', () => {
    const text = `a,b\n"${'x'.repeat(32 * MiB)}",1\n`;
    const { heldBytes } = rowsOf(text);
    assert.ok(heldBytes < 8 * text.length, `${(heldBytes / text.length).toFixed(1)} bytes for each`);
  });

  it('[security 11] end where a quote is never closed, and where a row has nothing but separators', () => {
    assert.throws(() => rowsOf(`a,b\n"${'x'.repeat(3 * MiB)}`, MiB), /lineBytes/);
    assert.throws(() => rowsOf(','.repeat(1_100_000)), /objects/);
  });
});
