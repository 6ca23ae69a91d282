import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { codesOf, joined, type Options, verify } from '../memory-source.ts';
import { tarFile } from '../tar-writer.ts';
import { type Member, zipFile } from '../zip-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'archive', ...over });
const MiB = 1024 ** 2;
const zeros = (bytes: number) => new Uint8Array(bytes);
const zipOf = (...members: Member[]) => zipFile(members);
const deflated = (name: string, data: Uint8Array): Member => ({ name, data, deflate: true });
const gz = (content: Uint8Array) => new Uint8Array(gzipSync(content, { level: 9 }));

describe('what expands to more than it should', () => {
  it("one layer is nobody's business: zeros pack a thousand to one", async () => {
    for (const bytes of [zipOf(deflated('zeros.bin', zeros(4 * MiB))), gz(zeros(4 * MiB))]) {
      const verdict = await look(bytes);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []], JSON.stringify(verdict.reasons));
    }
  });

  it('layers that multiply are stopped, whichever they are', async () => {
    const inner = zipOf(deflated('zeros.bin', zeros(16 * MiB)));
    for (const [what, bytes] of [
      ['zip in zip in zip', zipOf(deflated('b.zip', zipOf(deflated('a.zip', joined(inner, zeros(0))))))],
      ['gzip in gzip', gz(gz(zeros(64 * MiB)))],
      ['gzip in zip', zipOf(deflated('a.gz', gz(zeros(64 * MiB))))],
      ['gzip in tar in gzip', gz(tarFile({ name: 'a.gz', data: gz(zeros(64 * MiB)) }))],
    ] as [string, Uint8Array][]) {
      const verdict = await look(bytes, { budgets: { nestedExpansion: 1100 } });
      assert.ok(
        verdict.verdict === 'inconclusive' && codesOf(verdict).includes('over-budget'),
        `${what}: ${verdict.verdict} ${JSON.stringify(verdict.reasons)}`,
      );
    }
  });

  it('and in all no more than the budget for one file', async () => {
    const many = zipOf(...Array.from({ length: 4 }, (_none, i) => deflated(`${i}`, zeros(MiB))));
    for (const bytes of [many, gz(zeros(4 * MiB))]) {
      const verdict = await look(bytes, { budgets: { expandedBytes: 2 * MiB } });
      assert.deepEqual([verdict.verdict, [...new Set(codesOf(verdict))]], ['inconclusive', ['over-budget']]);
    }
  });

  it('a member that is larger than memory allows is only inflated past the checksum', async () => {
    const verdict = await look(zipOf(deflated('a.json', Buffer.from(`"${'x'.repeat(200_000)}"`))), {
      budgets: { structureBytes: 64 * 1024 },
    });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
    assert.equal(verdict.reasons[0]?.code, 'members-left-out');
  });
});

describe('what is nested', () => {
  const nested = (depth: number): Uint8Array =>
    depth === 0
      ? Buffer.from('{}')
      : zipOf({ name: depth === 1 ? 'a.json' : 'a.zip', data: nested(depth - 1) });

  it('is followed three deep and no deeper', async () => {
    for (const depth of [1, 2, 3]) assert.equal((await look(nested(depth))).verdict, 'pass', `${depth}`);
    const deeper = await look(nested(4));
    assert.deepEqual([deeper.verdict, codesOf(deeper)], ['inconclusive', ['over-budget']]);
  });

  it('is judged at every depth', async () => {
    const broken = zipOf({ name: 'a.zip', data: zipOf({ name: 'b.json', data: Buffer.from('{"a":') }) });
    const verdict = await look(broken);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['json-cut']]);
    assert.ok(verdict.reasons[0]?.what.startsWith('"a.zip": "b.json": '), verdict.reasons[0]?.what);
  });
});
