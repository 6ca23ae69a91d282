import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { rowsOf } from '../../src/metrics/reader.ts';
import { keysInFile, type MetricsRule } from '../../src/metrics/rule.ts';
import { readMetrics } from '../../src/metrics/series.ts';
import { sightingOf } from '../../src/metrics/sighting.ts';
import { crc32c, masked } from '../../src/verify/codec/crc32c.ts';
import { verifyFile } from '../../src/verify/index.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';
import { growth, LINEAR } from '../growth.ts';

/** Of files that the writers themselves made: fixtures/write.py. */
const at = (path: string) => new URL(`fixtures/${path}`, import.meta.url).pathname;
const bytesOf = (path: string) => readFileSync(at(path));

const KEYS = { stepKey: 'step', lossKey: 'loss' };
const CSV: MetricsRule = { path: 'version_*/metrics.csv', format: 'csv', ...KEYS };
const STATE: MetricsRule = { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state', ...KEYS };

const EVENTS: MetricsRule = { path: 'runs/**/*tfevents*', format: 'tensorboard', ...KEYS };

const RUN: MetricsRule = {
  path: 'wandb/*run-*/run-*.wandb',
  format: 'wandb',
  stepKey: '_step',
  lossKey: 'loss',
};

const read = (path: string, rule: MetricsRule) =>
  readMetrics(rowsOf({ bytes: bytesOf(path), at: 0 }, rule), rule);

/** Codes of what the seal finds wrong. */
async function sealed(path: string, rule: MetricsRule): Promise<string[]> {
  const expectation = keysInFile(rule);
  const options = { role: 'metrics' as const, contains: [], allowDegraded: false, hash: true, expectation };
  const source = await openFileSource(at(path));
  const { reasons } = await verifyFile(source, options);
  await source.close();
  return reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);
}

describe("metrics.csv of Lightning's CSVLogger", () => {
  it('has a loss in every other row, and no fault in the empty cells between', () => {
    const { lines, faults, oddKeys, torn } = read('lightning/version_1/metrics.csv', CSV);
    assert.deepEqual([faults, oddKeys, torn], [[], [], false]);
    assert.deepEqual(
      lines.map(({ step }) => step),
      [1, 3, 5, 7, 7, 9, 11, 13, 15, 15],
    );
    assert.equal(lines[0]?.numbers.get('loss'), 0.17022471129894257);
    assert.equal(lines[4]?.numbers.get('loss'), undefined);
    assert.equal(lines[4]?.numbers.get('val_loss'), 0.012021426111459732);
  });

  it('is seen at its last step, with the last loss of training', () => {
    const piece = { bytes: bytesOf('lightning/version_1/metrics.csv'), at: 0 };
    const seen = sightingOf([{ source: 0, tail: piece }], [CSV]);
    assert.deepEqual(seen?.last, { step: 15, loss: 0.002955031581223011 });
    assert.equal(seen?.before, 13);
  });

  it('is read by its header where a look brings the tail alone, whose first row is cut', () => {
    const bytes = bytesOf('lightning/version_1/metrics.csv');
    for (let from = 30; from < bytes.length - 30; from += 1) {
      const tail = { bytes: bytes.subarray(from), at: from, start: bytes.subarray(0, 60) };
      assert.equal(sightingOf([{ source: 0, tail }], [CSV])?.last.step, 15, String(from));
      for (const row of rowsOf(tail, CSV))
        assert.ok(row.kind === 'record' && Number(row.record.get('step')) <= 15, String(from));
    }
  });

  it('may have a column that came late, and its NaN is found', () => {
    const { lines, faults } = read('lightning/late.csv', CSV);
    assert.deepEqual(
      lines.map(({ step, numbers }) => [step, numbers.get('grad_norm')]),
      [
        [1, undefined],
        [2, undefined],
        [3, 0.25],
      ],
    );
    assert.deepEqual(faults, [{ code: 'not-finite', line: 3, what: 'has loss "nan"' }]);
  });

  it('passes the seal as metrics, and not without a single loss', async () => {
    assert.deepEqual(await sealed('lightning/version_1/metrics.csv', { ...CSV, lossKey: 'train_loss' }), []);
    assert.deepEqual(await sealed('lightning/version_1/metrics.csv', CSV), []);
    const other = { ...CSV, lossKey: 'nll' };
    assert.deepEqual(await sealed('lightning/version_1/metrics.csv', other), ['metric-missing']);
  });
});

describe('trainer_state.json of the Trainer', () => {
  it('passes the seal as metrics', async () => {
    assert.deepEqual(await sealed('trainer/checkpoint-10/trainer_state.json', STATE), []);
    const other = { ...STATE, lossKey: 'nll' };
    assert.deepEqual(await sealed('trainer/checkpoint-10/trainer_state.json', other), ['metric-missing']);
  });

  it('has what was logged, and the step that was saved', () => {
    const { lines, faults } = read('trainer/checkpoint-5/trainer_state.json', STATE);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      lines.map(({ step, numbers }) => [step, numbers.has('loss'), numbers.has('eval_loss')]),
      [
        [2, true, false],
        [4, true, false],
        [5, false, true],
        [5, false, false],
      ],
    );
  });

  it('is seen at the step that was saved, from whatever byte its tail begins', () => {
    const bytes = bytesOf('trainer/checkpoint-10/trainer_state.json');
    for (let from = 0; from < bytes.length; from += 7) {
      const tail = { bytes: bytes.subarray(from), at: from, start: bytes.subarray(0, 400) };
      assert.equal(sightingOf([{ source: 0, tail }], [STATE])?.last.step, 10, String(from));
    }
    assert.equal(sightingOf([{ source: 0, tail: { bytes, at: 0 } }], [STATE])?.last.loss, 1.8649067878723145);
  });
});

describe('events of TensorBoard', () => {
  const written = 'tensorboard/events.out.tfevents.1.summary-writer';

  it('of the SummaryWriter have each number under its tag, at its step', () => {
    const { lines, faults, torn } = read(written, EVENTS);
    assert.deepEqual([faults, torn], [[], false]);
    assert.deepEqual(
      lines.filter(({ numbers }) => numbers.has('val/loss')).map(({ step }) => step),
      [10, 20, 30, 40],
    );
    assert.equal(lines.filter(({ numbers }) => numbers.has('loss')).length, 40, 'train/loss is the loss');
    assert.equal(lines[1]?.numbers.get('loss'), 1);
  });

  it("of Lightning's logger begin where the training does, not with the number that it says of hyperparameters at each start", () => {
    const { lines, faults } = read('tensorboard/events.out.tfevents.1.lightning', EVENTS);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      lines.map(({ step, numbers }) => [step, numbers.get('loss')?.toFixed(4)]),
      [
        [19, '0.0526'],
        [24, '0.0417'],
        [29, '0.0345'],
      ],
    );
  });

  it('of the Trainer have its loss', () => {
    const { lines, faults } = read('trainer/events.out.tfevents.1.trainer', EVENTS);
    assert.deepEqual(faults, []);
    const losses = lines.flatMap(({ step, numbers }) =>
      numbers.has('loss') ? [[step, numbers.get('loss')?.toFixed(2)]] : [],
    );
    assert.deepEqual(losses, [
      [2, '1.60'],
      [4, '2.10'],
      [6, '1.66'],
      [8, '1.19'],
      [10, '1.86'],
    ]);
  });

  it('are found again from any byte at which a tail begins, and end where their writer is', () => {
    const bytes = bytesOf(written);
    const last = bytes.lastIndexOf('val/loss') - 60;
    for (let from = 1; from < last; from += 101) {
      for (const to of [bytes.length, bytes.length - 9]) {
        const tail = { bytes: bytes.subarray(from, to), at: from };
        const steps = [...rowsOf(tail, EVENTS)].flatMap((row) =>
          row.kind === 'record' ? [row.record.get('step')] : [],
        );
        assert.equal(steps.at(-1), 40, String(from));
        assert.ok(!steps.some((step) => typeof step !== 'number' || step > 40));
      }
    }
  });

  it('are passed over where a byte of them is another, and found behind it', () => {
    const bytes = Buffer.from(bytesOf(written));
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    const steps = [...rowsOf({ bytes, at: 0 }, EVENTS)].flatMap((row) =>
      row.kind === 'record' ? [row.record.get('step')] : [],
    );
    assert.equal(steps.at(-1), 40);
    assert.ok(steps.length >= 43 && steps.length <= 44, String(steps.length));
  });

  it('made to claim one another cost time in proportion', async () => {
    const header = (length: number) => {
      const bytes = Buffer.alloc(12);
      bytes.writeBigUInt64LE(BigInt(length));
      bytes.writeUInt32LE(masked(crc32c(bytes.subarray(0, 8), 0)), 8);
      return bytes;
    };
    const claiming = (count: number) =>
      Buffer.concat(Array.from({ length: count }, (_, n) => header(Math.max(0, 12 * (count - n - 1) - 4))));
    const ratio = await growth(10_000, (count) =>
      assert.deepEqual(
        [...rowsOf({ bytes: claiming(count), at: 0 }, EVENTS)].filter(({ kind }) => kind === 'record'),
        [],
      ),
    );
    assert.ok(ratio < LINEAR, `four times as much took ${ratio.toFixed(1)} times as long`);
  });
});

describe('an offline run of Weights & Biases', () => {
  const written = 'wandb/run-fixture.wandb';

  it('has each step with its numbers, and its NaN is found', () => {
    const { lines, faults, oddKeys } = read(written, RUN);
    assert.deepEqual([faults, oddKeys], [[], ['val/loss']]);
    assert.deepEqual(
      lines.map(({ step }) => step),
      Array.from({ length: 150 }, (_, n) => n + 1),
    );
    assert.equal(lines[3]?.numbers.get('loss'), 0.5);
    assert.equal(lines[3]?.numbers.get('nested.deep'), 4);
    assert.equal(lines[49]?.numbers.get('val/loss'), 0.06);
    const judged = read(written, { ...RUN, best: { key: 'val/loss', direction: 'min' } });
    assert.equal(judged.faults[0]?.what, 'has val/loss "NaN"');
  });

  it('has the step of its trainer where that was logged, and not the count of the tracker', () => {
    const { lines } = read(written, { ...RUN, stepKey: 'step' });
    assert.deepEqual([lines.length, lines[0]?.step, lines.at(-1)?.step], [150, 10, 1500]);
    const counted = [
      ...rowsOf({ bytes: gunzipSync(bytesOf('trackio/ended.db.gz')), at: 0 }, { ...CSV, format: 'trackio' }),
    ];
    assert.ok(
      counted.every((row) => row.kind === 'record' && !row.record.has('step')),
      'nobody logged one there',
    );
  });

  it('is found again in the block that follows any byte', () => {
    const bytes = bytesOf(written);
    for (let from = 1; from < 2 * 32_768; from += 997) {
      const tail = { bytes: bytes.subarray(from), at: from };
      const seen = sightingOf([{ source: 0, tail }], [RUN]);
      assert.deepEqual(seen?.last, { step: 150, loss: 2 / 150 }, String(from));
    }
  });

  it('is read up to a byte that is another, and from the next block on', () => {
    const bytes = Buffer.from(bytesOf(written));
    bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
    const rows = [...rowsOf({ bytes, at: 0 }, RUN)].flatMap((row) =>
      row.kind === 'record' ? [Number(row.record.get('_step'))] : [],
    );
    assert.equal(rows.at(-1), 150);
    assert.ok(rows.length > 100 && rows.length < 150, String(rows.length));
    assert.deepEqual(
      rows,
      [...rows].sort((a, b) => a - b),
    );
  });

  it('that its writer has not ended is read as far as it is', () => {
    const bytes = bytesOf(written);
    for (let to = 0; to < bytes.length; to += 1009) {
      const rows = [...rowsOf({ bytes: bytes.subarray(0, to), at: 0 }, RUN)];
      assert.ok(!rows.some(({ kind }) => kind === 'broken'), String(to));
    }
  });
});

describe('the database of trackio', () => {
  const DATABASE: MetricsRule = { path: 'trackio/*.d*[bl]', format: 'trackio', ...KEYS, stepKey: '_step' };
  const unpacked = (name: string) => gunzipSync(bytesOf(`trackio/${name}.gz`));
  const stepsOf = (bytes: Uint8Array) =>
    [...rowsOf({ bytes, at: 0 }, DATABASE)].flatMap((row) =>
      row.kind === 'record' ? [Number(row.record.get('_step'))] : [],
    );
  const all = Array.from({ length: 60 }, (_, n) => n + 1);

  it('has each step with its numbers', () => {
    const bytes = unpacked('ended.db');
    assert.deepEqual(stepsOf(bytes), all);
    const { lines, faults } = readMetrics(rowsOf({ bytes, at: 0 }, DATABASE), DATABASE);
    assert.deepEqual(faults, []);
    assert.equal(lines[3]?.numbers.get('loss'), 0.5);
    assert.equal(lines[3]?.numbers.get('acc'), 0.04);
  });

  it('says which of its numbers is NaN', () => {
    const rule: MetricsRule = { ...DATABASE, best: { key: 'acc', direction: 'max' } };
    const { faults } = readMetrics(rowsOf({ bytes: unpacked('ended.db'), at: 0 }, rule), rule);
    assert.deepEqual(
      faults.map(({ code, line }) => [code, line]),
      [['not-finite', 7]],
    );
  });

  it('in the middle of a run is read from the log of what was written last', () => {
    assert.ok(stepsOf(unpacked('amid.db')).length < 60);
    assert.equal(stepsOf(unpacked('amid.db-wal')).at(-1), 60);
    const bytes = unpacked('amid.db-wal');
    const at = 32_768 * (Math.floor((bytes.length - 1) / 32_768) - 1);
    const tail = { bytes: bytes.subarray(at), at, start: bytes.subarray(0, 16_384) };
    const seen = sightingOf([{ source: 0, tail }], [DATABASE]);
    assert.equal(seen?.last.step, 60);
    assert.equal(seen?.firstAfter(10), undefined, 'rows of earlier attempts lie in it, too');
  });
});

describe('any bytes', () => {
  it('give records, breaks or nothing in each format, and never an error', () => {
    const rules = [
      CSV,
      STATE,
      EVENTS,
      RUN,
      { ...CSV, format: 'trackio' as const },
      { ...CSV, format: 'log' as const, pattern: 'a {step}' },
    ];
    const real: Uint8Array[] = [
      bytesOf('tensorboard/events.out.tfevents.1.summary-writer'),
      bytesOf('wandb/run-fixture.wandb'),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.constantFrom(...real),
        fc.nat(70_000),
        fc.uint8Array({ maxLength: 64 }),
        (rule, base, where, noise) => {
          const bytes = Buffer.from(base);
          bytes.set(noise, Math.min(where, bytes.length - noise.length));
          for (const piece of [
            { bytes, at: 0 },
            { bytes: noise, at: where },
          ])
            for (const row of rowsOf(piece, rule)) assert.ok(row.kind.length > 0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
