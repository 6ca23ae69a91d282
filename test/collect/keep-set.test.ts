import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Keeping } from '../../src/collect/keep.ts';
import type { CheckpointRule } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { goesOnFrom } from '../../src/lease/kept.ts';
import type { Lease } from '../../src/lease/run.ts';
import { missing } from '../requirement.ts';
import { checkpoint, type KeptBox, keptBox, metricsUntil } from './kept-box.ts';

const RULE: CheckpointRule = { path: 'checkpoint-*', stepKey: 'step', resume: 'continues' };
const MARKED: CheckpointRule = { ...RULE, complete: 'state.json' };

/** As a trainer of nobody's kind writes it, its state last. */
async function write(box: KeptBox, step: number, parts: 'all' | 'half' = 'all'): Promise<void> {
  const folder = `checkpoint-${step}`;
  await box.write(`${folder}/weights.safetensors`, checkpoint(step));
  if (parts === 'half') return;
  await box.write(`${folder}/scheduler.json`, '{"last_epoch": 3}\n');
  await box.write(`${folder}/state.json`, `{"global_step": ${step}, "log_history": []}\n`);
}

/** One look, at what is there now; what it lists decides only whether anything is asked of the box. */
function looker(box: KeptBox) {
  const keeping = new Keeping();
  let looks = 0;
  return async (...so: Parameters<KeptBox['run']>) => {
    looks += 1;
    box.clock.pass(3600);
    return keeping.keep(
      { world: box.world, run: box.run(...so), lease: box.lease(), job: box.job },
      box.probe([{ path: `checkpoint-${looks}`, bytes: 1, modifiedAt: looks }]),
    );
  };
}

/** The call by which the box holds files still while they are pulled. */
const isSnapshot = (argv: readonly string[]): boolean =>
  argv[2]?.includes('rm -rf "$1/snapshot" && mkdir') === true;

describe('keeping a checkpoint of several files', { skip: missing('dash') }, () => {
  it('keeps the whole folder, though no artifact names a file of it, with the metrics beside it', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    await write(box, 5);
    await box.write('metrics.jsonl', metricsUntil(6));
    const [kept, ...more] = await looker(box)();
    assert.deepEqual(more, []);
    assert.ok(kept?.type === 'kept' && kept.step === 5);
    assert.deepEqual(kept.files.map(({ path }) => path).sort(), [
      'checkpoint-5/scheduler.json',
      'checkpoint-5/state.json',
      'checkpoint-5/weights.safetensors',
      'metrics.jsonl',
    ]);
    assert.deepEqual(kept.set, { name: 'checkpoint-5', beside: ['metrics.jsonl'] });
  });

  it('goes on from one step alone: a newer set takes the place of the older, file by file', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    const look = looker(box);
    await write(box, 5);
    const first = await look();
    await write(box, 10);
    const second = await look(...first);
    const cell = box.run(...first, ...second).cells.get('main');
    assert.ok(cell);
    assert.equal(cell.verifiedStep, 10);
    assert.deepEqual(
      goesOnFrom(cell)
        .map(({ path }) => path)
        .sort(),
      ['checkpoint-10/scheduler.json', 'checkpoint-10/state.json', 'checkpoint-10/weights.safetensors'],
    );
    await write(box, 15);
    await look(...first, ...second);
    const held = readdirSync(join(box.here(), '..', '+kept', 'main')).filter((name) => !name.startsWith('+'));
    assert.equal(held.length, 5, 'of the first set nothing is held that the others do not have, too');
  });

  it('lets a set that is still being written displace nothing, and takes it when its marker stands', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    const look = looker(box);
    await write(box, 5);
    const first = await look();
    await write(box, 10, 'half');
    assert.deepEqual(await look(...first), []);
    assert.deepEqual(
      [...(await look(...first)), ...(await look(...first))],
      [],
      'however long it lies still',
    );
    assert.deepEqual(box.face.warnings, [], 'being written is no failure');
    await write(box, 10);
    const [kept] = await look(...first);
    assert.ok(kept?.type === 'kept' && kept.step === 10);
  });

  it('takes a set without a marker once two looks saw it alike', async () => {
    const box = await keptBox({ checkpoint: RULE, artifacts: [] });
    const look = looker(box);
    await write(box, 5);
    assert.deepEqual(await look(), [], 'seen for the first time, written a moment ago');
    const [kept] = await look();
    assert.ok(kept?.type === 'kept' && kept.step === 5);
  });

  it('takes a set whole that was kept while its trainer paused between two of its files', async () => {
    const box = await keptBox({ checkpoint: RULE, artifacts: [] });
    const look = looker(box);
    await write(box, 5, 'half');
    await look();
    const early = await look();
    assert.ok(early[0]?.type === 'kept' && early[0].step === 5 && early[0].files.length === 1);
    await box.write('checkpoint-5/state.json', '{"global_step": 5, "log_history": []}\n');
    await look(...early);
    const [grown] = await look(...early);
    assert.ok(grown?.type === 'kept' && grown.step === 5, 'the step is the same, and what it takes is more');
    const cell = box.run(...early, grown).cells.get('main');
    assert.deepEqual(
      cell?.sets.map(({ files }) => files.map(({ path }) => path)),
      [['checkpoint-5/state.json', 'checkpoint-5/weights.safetensors']],
    );
    assert.deepEqual(await look(...early, grown), [], 'and is asked for once');
  });

  it('keeps nothing of a set of which one file is cut short, says which, and keeps the one before it', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    await write(box, 5);
    await write(box, 10);
    await box.write('checkpoint-10/weights.safetensors', checkpoint(10).subarray(0, 700));
    await box.write('checkpoint-10/state.json', '{"global_step": 10, "log_history": []}\n');
    const look = looker(box);
    const kept = [...(await look()), ...(await look())];
    assert.match(
      box.face.warnings.join('\n'),
      /checkpoint-10 is not kept: checkpoint-10\/weights\.safetensors/,
    );
    const [five, ...more] = kept;
    assert.deepEqual(more, []);
    assert.ok(five?.type === 'kept' && five.step === 5);
    assert.ok(five.files.every(({ path }) => !path.startsWith('checkpoint-10')));
  });

  it('keeps nothing of a set whose weights are of no kind that their name promises, and what else nobody can read', async () => {
    for (const [name, isKept] of [
      ['weights.safetensors', false],
      ['optimizer.pt', false],
      ['notes.xyz', true],
      ['empty.json', false],
      ['DONE', true],
    ] as const) {
      const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
      await write(box, 5, 'half');
      const isEmpty = name === 'empty.json' || name === 'DONE';
      await box.write(`checkpoint-5/${name}`, isEmpty ? '' : 'neither tensors nor a pickle\n');
      await box.write('checkpoint-5/state.json', '{"global_step": 5, "log_history": []}\n');
      const events = await looker(box)();
      assert.equal(events.length, isKept ? 1 : 0, name);
      if (!isKept)
        assert.match(box.face.warnings.join('\n'), new RegExp(`${name}: is (?:of no format|empty)`));
    }
  });

  it('asks for nothing that is older than what it keeps', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    await write(box, 5);
    await write(box, 10);
    const look = looker(box);
    const kept = await look();
    assert.equal(kept.length, 1);
    const taken = () => box.box.execs.filter(isSnapshot).length;
    const before = taken();
    assert.deepEqual(await look(...kept), []);
    assert.equal(taken(), before);
  });

  it('keeps nothing of a set that is written anew between the look at it and its copy', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    await write(box, 10);
    let isFirst = true;
    box.meddle((channel) => ({
      ...channel,
      exec: async (argv, options) => {
        if (isFirst && isSnapshot(argv)) await box.write('checkpoint-10/weights.safetensors', checkpoint(11));
        if (isSnapshot(argv)) isFirst = false;
        return channel.exec(argv, options);
      },
    }));
    const look = looker(box);
    assert.deepEqual(await look(), []);
    await write(box, 10);
    const [kept] = await look();
    assert.ok(kept?.type === 'kept' && kept.step === 10);
  });

  it('keeps nothing of a set of which one file did not come', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    await write(box, 5);
    let isFirst = true;
    const lose = async (): Promise<void> => {
      if (isFirst) await rm(join(box.out(), '..', 'snapshot', 'checkpoint-5', 'scheduler.json'));
      isFirst = false;
    };
    box.meddle((channel) => ({
      ...channel,
      stream: async (...args) => {
        await lose();
        return channel.stream(...args);
      },
      get: async (...args) => {
        await lose();
        return channel.get(...args);
      },
    }));
    const look = looker(box);
    assert.deepEqual(await look(), []);
    assert.equal(isFirst, false);
    const [kept] = await look();
    assert.ok(kept?.type === 'kept' && kept.files.length === 3);
  });

  it('never mixes two steps: a file of a set that was replaced meanwhile keeps none of it', async () => {
    const box = await keptBox({
      checkpoint: { ...RULE, path: ['weights.safetensors', 'optim.safetensors'] },
      artifacts: [],
    });
    await box.write('weights.safetensors', checkpoint(10));
    await box.write('optim.safetensors', checkpoint(5));
    const look = looker(box);
    assert.deepEqual([...(await look()), ...(await look())], []);
    assert.match(box.face.warnings.join('\n'), /is of step 5, and weights\.safetensors of step 10/);
  });

  it('does not bring the history of another checkpoint as metrics: alone in its folder it would be resumed from', async () => {
    const box = await keptBox({
      checkpoint: MARKED,
      artifacts: [],
      metrics: {
        path: 'checkpoint-*/state.json',
        format: 'jsonl',
        stepKey: 'step',
        lossKey: 'loss',
      },
    });
    await write(box, 5);
    await write(box, 10);
    await rm(join(box.out(), 'checkpoint-10', 'weights.safetensors'));
    await box.write('checkpoint-10/half.tmp', 'x');
    const [kept] = await looker(box)();
    assert.ok(kept?.type === 'kept' && kept.step === 5);
    assert.ok(
      kept.files.every(({ path }) => path.startsWith('checkpoint-5/')),
      JSON.stringify(kept.files),
    );
  });

  it('retains what the job names, under their names and by content, and no other [P2-09]', async () => {
    const best = { key: 'val', direction: 'min' as const };
    const box = await keptBox({
      checkpoint: { ...MARKED, retain: { best: true } },
      metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss', best },
      artifacts: [],
    });
    const look = looker(box);
    const told: EventBody[] = [];
    let lines = '';
    for (const [step, val] of [
      [5, 0.4],
      [10, 0.1],
      [15, 0.3],
      [20, 0.2],
    ] as const) {
      await write(box, step);
      lines += `${JSON.stringify({ step, loss: 1, val })}\n`;
      await box.write('metrics.jsonl', lines);
      told.push(...(await look(...told)));
    }
    const cell = box.run(...told).cells.get('main');
    assert.deepEqual(
      cell?.sets.map(({ step, metric }) => [step, metric]),
      [
        [10, 0.1],
        [20, 0.2],
      ],
    );
    assert.deepEqual(
      readdirSync(box.here()).filter((name) => name.startsWith('checkpoint-')),
      ['checkpoint-10', 'checkpoint-15', 'checkpoint-20'],
      'what the record let go of just now goes with the next',
    );
    for (const { sha256 } of cell?.sets.flatMap(({ files }) => files) ?? [])
      assert.ok(readdirSync(join(box.here(), '..', '+kept', 'main')).includes(sha256));
  });

  it('gives the room back of what the box has rotated away, where the job says nothing', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    const look = looker(box);
    await write(box, 5);
    const first = await look();
    await write(box, 10);
    const second = await look(...first);
    await rm(join(box.out(), 'checkpoint-5'), { recursive: true });
    await write(box, 15);
    await look(...first, ...second);
    assert.deepEqual(
      readdirSync(box.here()).filter((name) => name.startsWith('checkpoint-')),
      ['checkpoint-10', 'checkpoint-15'],
    );
  });

  for (const onBox of [true, false]) {
    it(`${onBox ? 'removes' : 'touches no'} superseded sets on the box where the job ${onBox ? 'says so' : 'does not say so'} [P2-09]`, async () => {
      const box = await keptBox({
        checkpoint: { ...MARKED, retain: { last: 1, every: 10, ...(onBox && { onBox }) } },
        artifacts: [],
      });
      const look = looker(box);
      const told: EventBody[] = [];
      for (const step of [5, 10, 15, 20, 25]) {
        await write(box, step);
        if (step === 15) await write(box, 3, 'half');
        told.push(...(await look(...told)));
      }
      await write(box, 30);
      await write(box, 22);
      await look(...told);
      const left = readdirSync(box.out()).filter((name) => name.startsWith('checkpoint-'));
      const all = [10, 15, 20, 22, 25, 3, 30, 5].map((step) => `checkpoint-${step}`);
      // The half one is nobody's to judge, 22 is listed for the first time; 25 is the newest that is kept, and 30 is not yet.
      const gone = ['checkpoint-5', 'checkpoint-15'];
      assert.deepEqual(left, onBox ? all.filter((name) => !gone.includes(name)) : all);
    });
  }

  it('leaves what was saved after its probe for one look, where an engine may have begun the task again', async () => {
    const box = await keptBox({ checkpoint: MARKED, artifacts: [] });
    const keeping = new Keeping();
    const atProbe = box.probe([]).boxTime;
    const look = async (lease: Lease, seen: string) => {
      box.clock.pass(3600);
      const probe = box.probe([{ path: seen, bytes: 1, modifiedAt: 1 }]);
      const events = await keeping.keep({ world: box.world, run: box.run(), lease, job: box.job }, probe);
      return events.map((event) => (event.type === 'kept' ? event.step : event.type));
    };
    const machine = box.lease();
    const tasks = { ...machine, intent: { ...machine.intent, tasks: { count: 2, atOnce: 2 } } };
    await write(box, 5);
    for (const name of readdirSync(join(box.out(), 'checkpoint-5')))
      await utimes(join(box.out(), 'checkpoint-5', name), atProbe, atProbe);
    await write(box, 10);
    assert.deepEqual(await look(tasks, 'first'), [5], 'what lay there at the probe is taken');
    assert.deepEqual(await look(tasks, 'second'), [10]);
    await write(box, 15);
    assert.deepEqual(await look(machine, 'third'), [15], 'a box may be gone by the next look');
  });
});
