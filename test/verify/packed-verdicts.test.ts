import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { verifyManyApart } from '../../src/verify/apart/apart.ts';
import { PACKED_TOGETHER, PackedVerdicts } from '../../src/verify/apart/packed-verdicts.ts';
import { verdictGivenUp } from '../../src/verify/contract/oddity.ts';
import type { FileVerdict } from '../../src/verify/contract/verdict.ts';
import { countsOf, joined, mergedByLabel, noCounts } from '../../src/verify/contract/verdicts.ts';
import { verifyTree } from '../../src/verify/engine/verify-tree.ts';
import { openDirectory } from '../../src/verify/read/directory-tree.ts';
import { seededRandom } from '../scenarios/seeded-random.ts';

const verdictOf = (n: number): FileVerdict => ({
  ...verdictGivenUp({ path: `d/${String(n).padStart(6, '0')}.json`, bytes: n }, 'took too long', 'config'),
  facts: { scalars: { value: n % 3 === 0 ? Number.NaN : -0, name: `n${n}` } },
  verdict: n % 2 === 0 ? 'pass' : 'inconclusive',
});

describe('verdicts that are held packed', () => {
  it('come back as they were, in the order of their places', () => {
    const places = 9 * PACKED_TOGETHER + 7;
    const random = seededRandom(16);
    // Some places have none, and several threads tell theirs in turns.
    const wanted = Array.from({ length: places }, (_, n) => n).filter((n) => n % 5 !== 0);
    const packed = new PackedVerdicts(places);
    const waiting = [wanted.filter((n) => n < 900), wanted.filter((n) => n >= 900)];
    while (waiting.some((each) => each.length > 0)) {
      const next = waiting[random() < 0.5 ? 0 : 1]?.shift();
      if (next !== undefined) packed.put(next, verdictOf(next));
    }
    assert.equal(packed.length, wanted.length);
    assert.deepEqual([...packed], wanted.map(verdictOf));
    assert.deepEqual([...packed], wanted.map(verdictOf), 'as often as one goes through them');
    const even = wanted.filter((n) => n % 2 === 0).length;
    const of = { pass: even, 'pass-degraded': 0, inconclusive: wanted.length - even, fail: 0 };
    assert.deepEqual(packed.counts, { of, doubtful: 0 });
  });

  it('have one place each', () => {
    const packed = new PackedVerdicts(2);
    packed.put(1, verdictOf(1));
    assert.throws(() => packed.put(1, verdictOf(2)), /place 1 of 2 is not free/);
    assert.throws(() => packed.put(2, verdictOf(2)), /place 2 of 2 is not free/);
    assert.deepEqual([...packed], [verdictOf(1)]);
  });
});

describe('lists of verdicts', () => {
  const odd = [1, 3, 5].map(verdictOf);
  const even = [0, 2, 6, 8].map(verdictOf);

  it('become one in the order of their labels, whichever ends first', () => {
    for (const merged of [mergedByLabel(odd, even), mergedByLabel(even, odd)]) {
      assert.deepEqual([...merged], [0, 1, 2, 3, 5, 6, 8].map(verdictOf));
      assert.equal(merged.length, 7);
      assert.deepEqual(countsOf(merged).of, { ...noCounts().of, pass: 4, inconclusive: 3 });
    }
    assert.deepEqual([...mergedByLabel([], odd)], odd);
  });

  it('follow each other', () => {
    const all = joined([even, [], odd]);
    assert.deepEqual([...all], [...even, ...odd]);
    assert.equal(all.length, 7);
    assert.deepEqual(countsOf(all).of, { ...noCounts().of, pass: 4, inconclusive: 3 });
    assert.deepEqual([...joined([])], []);
  });

  it('count what is in doubt by more than its format has no means to say', () => {
    const told = { ...verdictOf(1), verdict: 'pass-degraded' as const, reasons: [] };
    const doubt = { code: 'needs-loader', severity: 'degraded' as const, level: 'L2' as const, what: '' };
    const { of, doubtful } = countsOf([told, { ...told, reasons: [doubt] }]);
    assert.deepEqual([of['pass-degraded'], doubtful], [2, 1]);
  });
});

describe('a folder of very many files', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-many-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('has the verdicts of its files, in their order', async () => {
    for (let n = 0; n < 1100; n += 1)
      writeFileSync(join(dir, `${n}.json`), n % 7 === 0 ? '{"a": ' : `{"n": ${n}}`);
    const tree = await openDirectory(dir);
    const taskOf = () => ({ role: 'config' as const, contains: [], allowDegraded: true });
    const here = await verifyTree(tree, { taskOf });
    const { files, sets } = await verifyManyApart(tree, {
      taskOf,
      asKept: (verdict) => ({ ...verdict, label: `x/${verdict.label}` }),
      jobs: 1,
    });
    assert.ok(files instanceof PackedVerdicts);
    assert.deepEqual(
      [...files],
      here.files.map((verdict) => ({ ...verdict, label: `x/${verdict.label}` })),
    );
    assert.deepEqual(sets, here.sets);
    assert.deepEqual(files.counts.of, { ...noCounts().of, fail: 158, 'pass-degraded': 942 });
  });
});
