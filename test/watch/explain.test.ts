import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Explaining } from '../../src/watch/explain.ts';
import { SIGNATURES } from '../../src/watch/failures/catalogue.ts';
import type { Remains } from '../../src/watch/failures/failure.ts';
import { TEXTS } from './corpus/all.ts';
import type { Text } from './corpus/texts.ts';
import { CORPUS } from './failure-corpus.ts';

async function explained(text: string, remains: Partial<Remains> = {}) {
  const explaining = new Explaining(remains);
  await explaining.read(text);
  return explaining.findings();
}

const idsIn = async (text: string, remains: Partial<Remains> = {}) =>
  (await explained(text, remains)).map(({ signature }) => signature);

const partsOf = (text: Text) => (typeof text === 'string' ? { log: text, remains: {} } : text);

const wordsIn = (texts: readonly Text[]): Set<string> =>
  new Set(
    texts.flatMap(
      (text) =>
        partsOf(text)
          .log.toLowerCase()
          .match(/[a-z_]{2,}|\d{1,9}%?|[一-龥]{2}/g) ?? [],
    ),
  );

/** Families of the collection of failures, and how many each has; those of E and N behind its 23 and 14 were met on a card. */
const FAMILIES = { K: 18, M: 14, D: 18, E: 28, N: 15, T: 16, S: 18, P: 30, C: 6 };

describe('the catalogue of failures', () => {
  it('has all 163, each once, with class, evidence, cause, fix and source', () => {
    const wanted = Object.entries(FAMILIES).flatMap(([family, count]) =>
      Array.from({ length: count }, (_, i) => `F-${family}${String(i + 1).padStart(2, '0')}`),
    );
    assert.equal(wanted.length, 163);
    const ids = SIGNATURES.map(({ signature }) => signature);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids.filter((id) => id.startsWith('F-')).sort(), wanted.sort());
    for (const { signature, cause, fix, source, shows, line, withCard, when } of SIGNATURES) {
      for (const text of [cause, fix, source]) assert.ok(text.length > 2, signature);
      for (const sentence of [cause, fix]) assert.doesNotMatch(sentence, /\.$/, signature);
      // What has no pattern is told in words, and by them alone.
      if (!line && !withCard && !when) assert.ok('otherwise' in shows, signature);
    }
  });

  it('has logs of each of the 163 that show it, and logs of the same words where all is well', () => {
    const ids = SIGNATURES.map(({ signature }) => signature).filter((id) => id.startsWith('F-'));
    assert.deepEqual(
      ids.filter((id) => !TEXTS[id]?.shows.length || !TEXTS[id]?.near.length),
      [],
    );
    assert.deepEqual(
      Object.keys(TEXTS).filter((id) => !ids.includes(id)),
      [],
    );
  });

  for (const row of SIGNATURES.filter(({ signature }) => TEXTS[signature])) {
    const { signature: id } = row;
    const { shows = [], near = [] } = TEXTS[id] ?? {};

    it(`knows ${id} where it stands [P4-14]`, async () => {
      for (const text of shows) {
        const { log, remains } = partsOf(text);
        assert.ok(log.trim().includes('\n'), `no neighbours: ${log}`);
        assert.ok((await idsIn(log, remains)).includes(id), log);
      }
    });

    it(`does not take for ${id} what has its words [P4-14]`, async () => {
      for (const text of near) {
        const { log, remains } = partsOf(text);
        assert.ok(!(await idsIn(log, remains)).includes(id), log);
      }
    });

    it(`is held against texts that are near to ${id}`, () => {
      const { shows: bare = shows, not = near } = CORPUS[id] ?? {};
      const said = wordsIn(bare);
      const common = (text: Text): number => [...wordsIn([text])].filter((word) => said.has(word)).length;
      assert.ok(
        not.some((text) => common(text) >= 2),
        `none of these is near: ${JSON.stringify(not)}`,
      );
    });
  }

  it('has one order where several rows fit one log: only these come before the row that it is of', async () => {
    const before: string[] = [];
    for (const [id, { shows }] of Object.entries(TEXTS))
      for (const { log, remains } of shows.map(partsOf)) {
        const deciding = (await explained(log, remains)).filter(({ decides }) => decides);
        const at = deciding.findIndex(({ signature }) => signature === id);
        before.push(
          ...deciding.slice(0, Math.max(0, at)).map(({ signature }) => `${signature} before ${id}`),
        );
      }
    // The driver says in words what its number means: the card is gone either way.
    assert.deepEqual(before, ['F-K02 before F-K01']);
  });

  it('has no two rows of one class that say the same', () => {
    const told = SIGNATURES.map(
      ({ failureClass, cause, fix, line }) => `${failureClass} ${cause} ${fix} ${line}`,
    );
    assert.equal(new Set(told).size, told.length);
  });
});

describe('what a text is explained by', () => {
  it('is the cause before its symptoms, and what is harmless last', async () => {
    const found = await explained(
      [
        'Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0',
        '[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=42)',
        'Traceback (most recent call last):',
        '  File "train.py", line 7, in <module>',
        'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
      ].join('\n'),
    );
    assert.deepEqual(
      found.map(({ signature, decides, at }) => [signature, decides, at?.line]),
      [
        ['F-M05', true, 5],
        ['F-N03', true, 2],
        ['F-E22', true, 3],
        ['F-T05', false, 1],
      ],
    );
  });

  it('is each number of a driver by what it means, an unknown one as a warning', async () => {
    const found = await explained(
      [45, 79, 999].map((code) => `NVRM: Xid (PCI:0000:af:00): ${code}, pid=7`).join('\n'),
    );
    assert.deepEqual(
      found.map(({ failureClass, at }) => [failureClass, at?.line]),
      [
        ['CODE_BUG', 1],
        ['DEAD_GPU', 2],
        ['DEGRADED_GPU', 3],
      ],
    );
    assert.match(found[2]?.cause ?? '', /Xid 999, which nothing here explains/);
  });

  it('is numbered by its line also far into a long text, and found where two parts meet', async () => {
    const quiet = 'step 1 loss 0.5\n'.repeat(8191);
    const [found] = await explained(`${quiet}OSError: [Errno 28] No space left on device\n${quiet}`);
    assert.deepEqual([found?.signature, found?.at?.line], ['F-D02', 8192]);
    for (const shift of [0, 10, 20, 30]) {
      const text = `${'x'.repeat(64 * 1024 - shift)}: No space left on device\n`;
      assert.deepEqual(await idsIn(text), ['F-D02'], String(shift));
    }
  });

  it('is also what the keeper knows, where there is no line', async () => {
    const [memory] = await explained('', { oomKillsSinceStart: 1 });
    assert.deepEqual([memory?.signature, memory?.certainty, memory?.at], ['F-K04', 'proof', undefined]);
    const [gone] = await explained('epoch 1\n', { vanished: true });
    assert.deepEqual([gone?.signature, gone?.probabilistic], ['vanished', true]);
  });
});
