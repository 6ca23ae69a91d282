// Over ten seconds: artifacts are pulled from boxes with real files, whole and broken, one by one.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Channel } from '../../src/box/channel.ts';
import { collect } from '../../src/collect/collect.ts';
import { breakIfChanged, evidenceNow, isSealedElsewhere } from '../../src/collect/evidence.ts';
import { Keeping } from '../../src/collect/keep.ts';
import type { Job } from '../../src/job/job.ts';
import type { EventBody, Sealed } from '../../src/lease/events.ts';
import { exitCodeOf, Problem } from '../../src/problem.ts';
import { lossesOf } from '../../src/release/losses.ts';
import { LEASE, RUN } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { sha256, tree } from './box-folder.ts';
import {
  checkpoint,
  finished,
  type KeptBox,
  keptBox,
  LAST,
  METRICS,
  metricsUntil,
  rule,
} from './kept-box.ts';

const artifacts = [rule({}), rule({ path: METRICS, role: 'metrics', keep: 'evidence' })];

const gather = (box: KeptBox, ...more: EventBody[]) =>
  collect({
    world: box.world,
    run: box.run(finished, ...more),
    lease: box.lease(finished, ...more),
    job: box.job,
  });

const sealOf = (events: EventBody[]): Sealed => {
  const sealed = events.find((event) => event.type === 'sealed');
  assert.ok(sealed?.type === 'sealed');
  return sealed;
};

/** The same tensors under another step. */
const relabelled = (file: Uint8Array, from: number, to: number): Buffer =>
  Buffer.from(Buffer.from(file).toString('latin1').replace(`"step":"${from}"`, `"step":"${to}"`), 'latin1');

const tensorsOf = (file: Uint8Array): string[] => {
  const length = Number(Buffer.from(file).readBigUInt64LE());
  const header = JSON.parse(Buffer.from(file).toString('latin1', 8, 8 + length));
  return Object.keys(header).filter((name) => name !== '__metadata__');
};

const otherShard = (): Uint8Array => safetensorsFile({ 'model.1.weight': { data: weights(64, 9) } });

/** A run that ended well, with a checkpoint and metrics on the box. */
async function whole(over: Partial<Job> = {}): Promise<KeptBox> {
  const box = await keptBox({ artifacts, ...over });
  for (const cell of box.job.cells) {
    await box.write(LAST, checkpoint(40), cell.name);
    await box.write(METRICS, metricsUntil(40), cell.name);
  }
  return box;
}

/** What is proven is told first; asked again, with that in the record, it says why the whole is not sealed. */
async function atLast(box: KeptBox, ...more: EventBody[]): Promise<unknown> {
  const once = await gather(box, ...more).catch((cause: unknown) => cause);
  if (!Array.isArray(once)) return once;
  assert.ok(
    once.every(({ type }: EventBody) => type === 'kept'),
    'it was sealed',
  );
  return gather(box, ...more, ...once).then(
    () => assert.fail('it was sealed'),
    (cause: unknown) => cause,
  );
}

async function refused(box: KeptBox, ...more: EventBody[]): Promise<Problem> {
  const before = tree(box.out());
  const error = await atLast(box, ...more);
  assert.ok(error instanceof Problem, String(error));
  assert.equal(exitCodeOf(error), 1);
  assert.match(error.message, /Still costing money/);
  assert.equal((await evidenceNow(box.storeDir, { id: RUN })).seal, 'none', 'no seal lies about');
  assert.deepEqual(tree(box.out()), before, 'the box is as it was');
  return error;
}

describe('collecting', { skip: missing('dash') }, () => {
  it('pulls what the roster promises, loads it, seals it, and the seal holds [P5-04] [P5-11]', async () => {
    const box = await whole();
    const events = await gather(box);
    const sealed = sealOf(events);
    assert.deepEqual(
      events.map((event) => event.type),
      ['collected', 'sealed'],
    );
    assert.equal(sealed.verified, 2);
    assert.equal(sealed.roster, 2);
    assert.equal(sealed.place, join(box.storeDir, RUN));
    assert.deepEqual(tree(box.here()), {
      [LAST]: sha256(checkpoint(40)),
      [METRICS]: sha256(metricsUntil(40)),
    });
    assert.deepEqual(await evidenceNow(box.storeDir, { id: RUN }), { seal: sealed.seal, problems: [] });
    assert.deepEqual(box.run(finished, ...events).ignored, [], 'and the record takes both events');
  });

  it('is known to lie elsewhere on another machine, and beside another clone on this one [faults F14]', async () => {
    const box = await whole();
    const run = box.run(finished, ...(await gather(box)));
    const { machine, storeDir } = box.world;
    assert.equal(isSealedElsewhere(run, { machine, storeDir }), false);
    assert.equal(isSealedElsewhere(run, { machine: 'other', storeDir }), true);
    assert.equal(isSealedElsewhere(run, { machine, storeDir: `${storeDir}-of-another-clone` }), true);
  });

  it('gives the same seal when it is done again, and moves nothing then [XC-08]', async () => {
    const box = await whole();
    const first = sealOf(await gather(box)).seal;
    const execs = box.box.execs.length;
    assert.equal(sealOf(await gather(box)).seal, first);
    assert.ok(box.box.execs.length > execs, 'the box was asked again');
  });

  it('is of every cell, each in a directory of its own [SW-06] [D-16]', async () => {
    const cells = ['a', 'b'].map((name) => ({ name, vars: {} }));
    const box = await whole({ cells });
    await box.write(LAST, checkpoint(50), 'b');
    const sealed = sealOf(await gather(box));
    assert.equal(sealed.verified, 4);
    assert.equal(tree(box.here('b'))[LAST], sha256(checkpoint(50)));
    assert.notEqual(tree(box.here('a'))[LAST], tree(box.here('b'))[LAST]);
  });

  it('leaves only the last difference to pull after copies were kept, with one name for each sealed file', async () => {
    const box = await whole();
    const probe = box.probe([{ path: LAST, bytes: 1, modifiedAt: 1 }]);
    const kept = await new Keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      probe,
    );
    let moved = 0;
    box.meddle((channel: Channel) => ({
      ...channel,
      get: (path, ...rest) => {
        moved += 1;
        return channel.get(path, ...rest);
      },
    }));
    await gather(box, ...kept);
    assert.equal(moved, 0, 'both files were here already');
    assert.deepEqual(readdirSync(box.here('+kept/main')), []);
  });
});

describe('a run is not sealed', { skip: missing('dash') }, () => {
  const nan = Buffer.from(checkpoint(40));
  nan.fill(0xff, nan.length - 8, nan.length - 4);
  const cases: { when: string; spoil: (box: KeptBox) => Promise<unknown>; says: RegExp }[] = [
    {
      when: 'an artifact is missing',
      spoil: (box) => rm(join(box.out(), LAST)),
      says: /main\/last\.safetensors: missing/,
    },
    {
      when: 'the output directory is empty [eval 21]',
      spoil: (box) => rm(box.out(), { recursive: true }).then(() => mkdir(box.out())),
      says: /missing: 0 of at least 1[\s\S]*missing: 0 of at least 1/,
    },
    {
      when: 'an artifact is empty',
      spoil: (box) => writeFile(join(box.out(), LAST), ''),
      says: /last\.safetensors: zero-byte/,
    },
    {
      when: 'a checkpoint was cut',
      spoil: (box) => box.write(LAST, checkpoint(40).subarray(0, 3000)),
      says: /last\.safetensors: not-passed/,
    },
    {
      when: 'a checkpoint holds a number that is not finite [P5-07]',
      spoil: (box) => box.write(LAST, nan),
      says: /last\.safetensors: not-passed.*finite/,
    },
    {
      when: 'a checkpoint is something else [P5-04]',
      spoil: (box) => box.write(LAST, '<html>404</html>'),
      says: /last\.safetensors: not-passed/,
    },
    {
      when: 'a metric is not finite [D-08]',
      spoil: (box) => box.write(METRICS, `${metricsUntil(3)}{"step":4,"loss":"NaN"}\n`),
      says: /metrics\.jsonl: not-passed/,
    },
    {
      when: 'the metrics say nothing [VE-07]',
      spoil: (box) => box.write(METRICS, '{}\n'),
      says: /metrics\.jsonl: not-passed/,
    },
    {
      when: 'a link stands in the place of an artifact [D-08] [P5-02]',
      spoil: async (box) => {
        await rm(join(box.out(), LAST));
        await writeFile(join(box.box.home, 'elsewhere'), checkpoint(40));
        await symlink(join(box.box.home, 'elsewhere'), join(box.out(), LAST));
      },
      says: /last\.safetensors: missing/,
    },
  ];
  for (const { when, spoil, says } of cases) {
    it(`when ${when}, and says so [P5-01] [eval 19]`, async () => {
      const box = await whole();
      await spoil(box);
      const problem = await refused(box);
      assert.equal(problem.code, 'not-sealable');
      assert.match(problem.what, says);
    });
  }

  it('[faults F11] when a metric is not finite, and the good checkpoint beside it is safe all the same', async () => {
    const box = await whole();
    await box.write(METRICS, `${metricsUntil(3)}{"step":4,"loss":NaN}\n`);
    const events = await gather(box);
    assert.deepEqual(
      events.map((event) => [event.type, event.type === 'kept' ? event.files.map(({ path }) => path) : []]),
      [['kept', [LAST]]],
    );
  });

  it('[faults F11] and what was kept while it ran, and is the same at its end, is not told as lost', async () => {
    const box = await whole();
    await box.write(METRICS, `${metricsUntil(3)}{"step":4,"loss":NaN}\n`);
    const [found] = await gather(box);
    assert.ok(found?.type === 'kept');
    const [file] = found.files;
    assert.ok(file);
    // As a look pulls it just before it sees that the work has ended.
    const known: EventBody = { type: 'kept', lease: LEASE, cell: 'main', step: 4, files: [file] };
    const before = box.run(known, finished);
    assert.match(lossesOf(before, box.job).join('\n'), /lost on the box: newest last\.safetensors/);
    const events = await collect({
      world: box.world,
      run: before,
      lease: box.lease(known, finished),
      job: box.job,
    });
    assert.deepEqual(
      events.map((event) => event.type === 'kept' && event.files.map(({ path }) => path)),
      [[LAST]],
    );
    assert.deepEqual(lossesOf(box.run(known, finished, ...events), box.job), [
      'main: none of its work, only what follows',
      'main: lost on the box: newest metrics.jsonl (metrics)',
      `main: safe: last.safetensors (${file.bytes} bytes, ${file.sha256.slice(0, 12)})`,
    ]);
    await assert.rejects(
      collect({
        world: box.world,
        run: box.run(known, finished, ...events),
        lease: box.lease(known, finished),
        job: box.job,
      }),
      /cannot be sealed/,
    );
  });

  it('for everything that is wrong at once: each file is named [P5-01]', async () => {
    const cells = ['a', 'b'].map((name) => ({ name, vars: {} }));
    const box = await whole({ cells });
    await rm(join(box.out('a'), LAST));
    await box.write(METRICS, 'x', 'a');
    await box.write(LAST, 'x', 'b');
    const error = await atLast(box);
    assert.ok(error instanceof Problem);
    assert.match(error.what, /a\/last\.safetensors: missing/);
    assert.match(error.what, /a\/metrics\.jsonl: not-passed/);
    assert.match(error.what, /b\/last\.safetensors: not-passed/);
  });

  it('when fewer files are there than the row needs: a directory that exists proves nothing [P4-15]', async () => {
    const shards = [rule({ path: 'shard-*.safetensors', min: 3 })];
    const box = await keptBox({ artifacts: shards });
    await box.write('shard-1.safetensors', checkpoint(1));
    await box.write('shard-2.safetensors', checkpoint(2));
    assert.match((await refused(box)).what, /shard-\*\.safetensors: missing: 2 of at least 3/);
    await box.write('shard-3.safetensors', checkpoint(3));
    assert.equal(sealOf(await gather(box)).verified, 3);
  });

  it('when a shard of a set is missing, whatever the row asks for: the others are of no use alone [P5-04]', async () => {
    const shards = [
      rule({ path: 'model-*.safetensors', role: 'model' }),
      rule({ path: '*.index.json', role: 'config', min: 0 }),
    ];
    const box = await keptBox({ artifacts: shards });
    await box.write('model-00001-of-00002.safetensors', checkpoint(1));
    assert.match(
      (await refused(box)).what,
      /model-00001-of-00002\.safetensors: not-passed.*belongs to .*1 of 2 shards are not there/,
    );
    await box.write('model-00002-of-00002.safetensors', otherShard());
    const places = [...tensorsOf(checkpoint(1)).map((name) => [name, 1]), ['model.1.weight', 2]];
    const map = places.map(([name, no]) => [name, `model-0000${no}-of-00002.safetensors`]);
    const index = JSON.stringify({ metadata: {}, weight_map: Object.fromEntries(map) });
    await box.write('model.safetensors.index.json', index);
    assert.equal(sealOf(await gather(box)).verified, 3);
  });

  it('when a later checkpoint holds what an earlier one held: nothing was trained, or the file is stale [P5-07]', async () => {
    const box = await keptBox({ artifacts: [rule({ path: 'step-*.safetensors' })] });
    await box.write('step-9.safetensors', checkpoint(9));
    await box.write('step-10.safetensors', checkpoint(10));
    await box.write('step-11.safetensors', relabelled(checkpoint(10), 10, 11));
    const { what } = await refused(box);
    assert.match(
      what,
      /step-11\.safetensors: not-passed.*no tensor changed since step 10, and this is step 11/,
    );
    assert.doesNotMatch(what, /step-(9|10)\.safetensors: not-passed/);
    await box.write('step-11.safetensors', checkpoint(11));
    assert.equal(sealOf(await gather(box)).verified, 3);
  });

  it('not for the earlier checkpoints beside the newest, which are earlier [VE-10]', async () => {
    const path = 'step-*.safetensors';
    const box = await keptBox({
      artifacts: [rule({ path, keep: 'last' })],
      checkpoint: { path, stepKey: 'step', resume: 'continues' },
    });
    for (const step of [9, 10, 11]) await box.write(`step-${step}.safetensors`, checkpoint(step));
    const kept = (step: number): EventBody => ({
      type: 'kept',
      lease: 'tiny-7-1',
      cell: 'main',
      files: [],
      step,
    });
    assert.equal(sealOf(await gather(box, kept(11))).verified, 3);
    const { what } = await refused(box, kept(12));
    assert.match(what, /step-11\.safetensors: not-passed.*older than what was verified/);
    assert.doesNotMatch(what, /step-(9|10)\.safetensors: not-passed/);
  });

  it('when its last checkpoint lies behind what was verified while it ran: an old file is not the result [VE-10] [eval 25]', async () => {
    const box = await whole();
    const ahead: EventBody = { type: 'kept', lease: 'tiny-7-1', cell: 'main', files: [], step: 41 };
    assert.match(
      (await refused(box, ahead)).what,
      /last\.safetensors: not-passed.*older than what was verified/,
    );
    assert.ok(sealOf(await gather(box, { ...ahead, step: 40 })));
  });

  it('when no row of the metrics carries the one by which the best is chosen [P5-10] [VE-06]', async () => {
    const metrics = { path: METRICS, stepKey: 'step', lossKey: 'loss' };
    const box = await whole({ metrics: { ...metrics, best: { key: 'accuracy', direction: 'max' } } });
    assert.match((await refused(box)).what, /metrics\.jsonl: not-passed.*"accuracy"/);
    const named = await whole({ metrics: { ...metrics, best: { key: 'loss', direction: 'min' } } });
    assert.ok(sealOf(await gather(named)));
  });

  it('when the metrics fall back more often than the run was resumed', async () => {
    const box = await whole();
    await box.write(METRICS, metricsUntil(30) + metricsUntil(40));
    assert.match((await refused(box)).what, /metrics\.jsonl: not-passed/);
  });

  it('when the code on the box is not what was bound: its results are of something else [P1-11] [U42] [eval 19]', async () => {
    const box = await whole();
    const [code] = readdirSync(join(box.out(), '../../../code')).filter((name) => !name.endsWith('.sums'));
    writeFileSync(join(box.out(), '../../../code', code ?? '', 'train.py'), 'print("another")\n');
    const problem = await refused(box);
    assert.match(problem.what, /train\.py/);
    assert.match(problem.next, /not those of commit abcdef01/);
    assert.equal(existsSync(box.here()), false, 'nothing was even pulled');
  });

  it('when the box lists names that could lead out of our directory or into our log', async () => {
    const box = await whole({
      artifacts: [...artifacts, rule({ path: '**/*.txt', role: 'log', keep: 'evidence', min: 0 })],
    });
    await writeFile(join(box.out(), 'two\nlines.txt'), 'x');
    const problem = await refused(box);
    assert.equal(problem.code, 'unsafe-names');
    assert.doesNotMatch(problem.what, /\n.*lines/);
    assert.match(problem.next, /Rename them on the box/);
  });
});

describe('a file that changes while it is collected', { skip: missing('dash') }, () => {
  /** Publishes another checkpoint right after each of the first `times` listings. */
  async function moving(times: number): Promise<KeptBox> {
    const box = await whole();
    let lists = 0;
    box.meddle((channel) => ({
      ...channel,
      exec: async (argv, options) => {
        const answer = await channel.exec(argv, options);
        if (argv.includes('manifest') && lists < times) {
          lists += 1;
          await box.write(LAST, checkpoint(40 + lists));
        }
        return answer;
      },
    }));
    return box;
  }

  it('is listed anew, and what is sealed is the newest', async () => {
    const box = await moving(2);
    await gather(box);
    assert.equal(tree(box.here())[LAST], sha256(checkpoint(42)));
  });

  it('is no artifact when it never stands still: bounded, named, nothing sealed [XC-05]', async () => {
    const box = await moving(100);
    const error = await gather(box).catch((cause: unknown) => cause);
    assert.ok(error instanceof Problem && error.code === 'not-pulled');
    assert.match(error.what, /last\.safetensors: changed/);
    assert.match(error.next, /Run "gpu-lease collect" again/);
  });
});

describe('what was sealed and then changed here', { skip: missing('dash') }, () => {
  for (const [how, spoil, says] of [
    ['went missing', (path: string) => rm(path), /last\.safetensors is missing/],
    ['was emptied', (path: string) => writeFile(path, ''), /zero-byte/],
    ['was cut', (path: string) => writeFile(path, checkpoint(40).subarray(0, 500)), /truncated/],
    [
      'was altered at the same size',
      (path: string) => writeFile(path, Buffer.from(checkpoint(40)).fill(1, 900, 901)),
      /changed/,
    ],
  ] as const) {
    it(`because it ${how}: the seal is void, and collecting again repairs it from the box [D-06] [D-07] [P5-05]`, async () => {
      const box = await whole();
      const { seal } = sealOf(await gather(box));
      const sealedRun = { id: RUN, seal: { seal } };
      assert.equal(
        await breakIfChanged(box.storeDir, sealedRun),
        undefined,
        'a seal that holds is left alone',
      );
      await spoil(join(box.here(), LAST));
      assert.equal((await evidenceNow(box.storeDir, { id: RUN })).problems.length, 1);
      assert.match((await breakIfChanged(box.storeDir, sealedRun)) ?? '', says);
      assert.equal((await evidenceNow(box.storeDir, { id: RUN })).seal, 'none', 'no stale proof is left');
      assert.equal(sealOf(await gather(box)).seal, seal, 'the same bytes give the same seal');
      assert.deepEqual(readFileSync(join(box.here(), LAST)), Buffer.from(checkpoint(40)));
    });
  }
});
