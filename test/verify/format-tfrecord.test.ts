import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32c, masked } from '../../src/verify/codec/crc32c.ts';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, type Options, verifyWithDigest } from './memory-source.ts';
import { delimited, number, varint } from './protobuf-writer.ts';

const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);

function record(data: Uint8Array): Uint8Array {
  const length = new Uint8Array(BigUint64Array.of(BigInt(data.length)).buffer);
  return joined(length, u32(masked(crc32c(length, 0))), data, u32(masked(crc32c(data, 0))));
}

const double = (field: number, value: number) =>
  joined(varint(field * 8 + 1), new Uint8Array(Float64Array.of(value).buffer));
const float = (field: number, value: number) =>
  joined(varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer));

const version = record(joined(double(1, 100), delimited(3, 'brain.Event:2')));
const scalar = (tag: string, step: number, value: number) =>
  record(
    joined(
      double(1, 100 + step),
      number(2, step),
      delimited(5, delimited(1, delimited(1, tag), float(2, value))),
    ),
  );
const restart = record(joined(double(1, 500), delimited(7, number(1, 1))));
const log = (...events: Uint8Array[]) => joined(version, ...events);
const losses = (...steps: number[]) => steps.map((step) => scalar('loss', step, 1 / (step + 1)));

const events = (bytes: Uint8Array, over: Options = {}) =>
  verifyWithDigest(bytes, { role: 'metrics', ...over });

describe('event files', () => {
  it('of TensorFlow and tensorboardX pass with their digest', async () => {
    for (const [name, step, tag] of [
      ['summary', 19, 'val/accuracy'],
      ['tensorboardx', 190, 'loss'],
    ] as const) {
      const verdict = await events(fixture(`tensorflow/${name}.tfevents`), { contains: [tag] });
      assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
      assert.equal(verdict.facts.step, step);
    }
  });

  it('give the best value and its step', async () => {
    const best = { key: 'loss', direction: 'min', value: 0.25 } as const;
    const verdict = await events(log(...losses(0, 1, 3)), {
      expectation: { best, minStep: 3, lossKey: 'loss' },
    });
    assert.deepEqual(verdict.facts.best, { key: 'loss', value: 0.25, step: 3 });
    assert.equal(verdict.verdict, 'pass');
  });

  it('that end inside a record are degraded, with the place, and are read up to there', async () => {
    const whole = log(...losses(0, 1));
    for (let cut = 1; cut < 20; cut += 1) {
      const verdict = await events(whole.subarray(0, whole.length - cut));
      assert.deepEqual(codesOf(verdict), ['last-record-cut'], String(cut));
      assert.equal(verdict.verdict, 'pass-degraded');
      assert.equal(verdict.facts.step, 0);
    }
  });

  it('without a digest or a count may lack whole records', async () => {
    const bytes = log(...losses(0, 1));
    const alone = await events(bytes, { sha256: undefined } as unknown as Options);
    assert.deepEqual(codesOf(alone), ['no-end-mark']);
    const counted = await events(bytes, {
      sha256: undefined,
      expectation: { rows: 2 },
    } as unknown as Options);
    assert.equal(counted.verdict, 'pass');
  });

  it('may fall back in their steps once for each start', async () => {
    assert.equal((await events(log(...losses(0, 1, 2), restart, ...losses(1, 2)))).verdict, 'pass');
    assert.equal(
      (await events(log(...losses(0, 1, 2, 1)), { expectation: { restarts: 1 } })).verdict,
      'pass',
    );
    assert.equal((await events(log(...losses(0, 1, 2), scalar('other', 1, 1)))).verdict, 'pass');
  });

  const wrong: [name: string, bytes: Uint8Array, code: string, over?: Options][] = [
    ['a damaged record in the middle', flipped(log(...losses(0, 1)), version.length + 20), 'crc-mismatch'],
    ['a damaged length', flipped(log(...losses(0, 1)), version.length), 'crc-mismatch'],
    ['a damaged first length', flipped(log(...losses(0, 1)), 0), 'crc-mismatch'],
    ['a loss that is NaN', log(scalar('loss', 0, Number.NaN)), 'metric-not-finite'],
    ['a step that falls back', log(...losses(0, 2, 1)), 'step-falls-back'],
    ['a second log behind it', log(...losses(0, 1), log(...losses(0, 1))), 'step-falls-back'],
    ['no event', version, 'no-rows'],
    ['nothing but zeros', log(scalar('loss', 0, 0), scalar('loss', 1, 0)), 'metrics-all-zero'],
    [
      'a loss that never moves',
      log(...Array.from({ length: 12 }, (_none, i) => scalar('loss', i, 2))),
      'metric-constant',
    ],
    ['too few steps', log(...losses(0, 1)), 'step-behind', { expectation: { minStep: 5 } }],
    ['another last step', log(...losses(0, 1)), 'step-unexpected', { expectation: { step: 5 } }],
    ['too few events', log(...losses(0, 1)), 'row-count', { expectation: { minRows: 5 } }],
    [
      'another best',
      log(...losses(0, 1)),
      'best-disagrees',
      { expectation: { best: { key: 'loss', direction: 'min', value: 3 } } },
    ],
    ['no loss', log(scalar('other', 1, 1)), 'metric-missing', { expectation: { lossKey: 'loss' } }],
    ['a first event that is cut', version.subarray(0, -3), 'cut-short'],
    ['a broken event under a right CRC', log(record(Uint8Array.of(0x0a, 0x7f))), 'cut-short'],
  ];
  for (const [name, bytes, code, over] of wrong) {
    it(`with ${name} fail`, async () => {
      const verdict = await events(bytes, over);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), JSON.stringify(verdict.reasons));
    });
  }
});

describe('files of records', () => {
  const dataset = { role: 'dataset' } as const;
  const three = () => joined(...[1, 2, 3].map((size) => record(new Uint8Array(size).fill(size))));

  it('pass with their digest and count their records', async () => {
    const verdict = await verifyWithDigest(fixture('tensorflow/examples.tfrecord'), {
      ...dataset,
      expectation: { rows: 13 },
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.equal(verdict.facts.rows, 13);
  });

  it('hold empty records', async () => {
    assert.equal(
      (await verifyWithDigest(joined(record(new Uint8Array(0)), three()), dataset)).verdict,
      'pass',
    );
  });

  for (const [name, bytes, code] of [
    ['are cut inside a record', three().subarray(0, -1), 'cut-short'],
    ['are cut inside a length', joined(three(), three().subarray(0, 5)), 'cut-short'],
    ['have zeros behind them', joined(three(), new Uint8Array(100)), 'crc-mismatch'],
    ['hold all records twice', joined(three(), three()), 'appended-to-itself'],
    ['have a damaged record', flipped(three(), 30), 'crc-mismatch'],
  ] as const) {
    it(`fail when they ${name}`, async () => {
      const verdict = await verifyWithDigest(bytes, dataset);
      assert.equal(verdict.verdict, 'fail');
      assert.deepEqual(codesOf(verdict), [code]);
    });
  }

  it('fail when another number of records was expected', async () => {
    const verdict = await verifyWithDigest(three(), { ...dataset, expectation: { rows: 4 } });
    assert.deepEqual(codesOf(verdict), ['row-count']);
  });
});
