import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { ProbeCell } from '../../src/box/box-plan.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import { MARGIN_BYTES } from '../../src/collect/afar.ts';
import { durableSets } from '../../src/collect/durable-sets.ts';
import { Keeping } from '../../src/collect/keep.ts';
import { newerOnTier } from '../../src/collect/newer-on-tier.ts';
import { bringKeptHere, pushKept } from '../../src/collect/push-kept.ts';
import type { Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { sha256 } from './box-folder.ts';
import { checkpoint, type KeptBox, keptBox } from './kept-box.ts';
import { save } from './large-box.ts';

const RULE = { path: 'checkpoint-*', complete: 'state.json', stepKey: 'step', resume: 'continues' } as const;

/** A box with a durable tier on which its keeper has copies, and checkpoints that have no room here. */
async function tierBox(over: Partial<Job> = {}) {
  const box = await keptBox({ checkpoint: RULE, artifacts: [], ...over });
  const durable = mkdtempSync(join(tmpdir(), 'gpu-lease-tier-'));
  after(() => rmSync(durable, { recursive: true, force: true }));
  const base = box.out().replace('/cells/main/out', '');
  const root = join(durable, basename(base), '.sets', 'main');
  /** As the keeper lays a copy down, its manifest last. */
  const copy = (step: number, id: string, manifest: 'whole' | 'none' = 'whole'): string => {
    const dir = join(root, id);
    const name = `checkpoint-${step}`;
    cpSync(join(box.out(), name), join(dir, 'files', name), { recursive: true });
    const lines = ['state.json', 'weights.safetensors'].map((file) => {
      const bytes = readFileSync(join(box.out(), name, file));
      return `${sha256(bytes)} ${bytes.length} ${name}/${file}\n`;
    });
    if (manifest === 'whole') writeFileSync(join(dir, 'manifest'), `${lines.join('')}end ${lines.length}\n`);
    return join(dir, 'files');
  };
  let looks = 0;
  const look = (so: EventBody[] = [], boxTime = 0, over: Partial<ProbeCell> = {}) => {
    looks += 1;
    box.clock.pass(3600);
    const seen = box.probe([{ path: `checkpoint-${looks}`, bytes: 1, modifiedAt: looks }], over);
    const lease = { ...box.lease(), placed: { durable } };
    const of = { world: box.world, run: box.run(...so), lease, job: box.job };
    // The metrics have room, and no checkpoint has.
    const room = MARGIN_BYTES + 2000;
    return new Keeping(async () => room).keep(of, { ...seen, boxTime: boxTime || seen.boxTime });
  };
  return { box, durable, run: basename(base), copy, look };
}

const seconds = () => Math.floor(Date.now() / 1000);
const large = (step: number) => checkpoint(step, 4096);

describe('a checkpoint on the durable tier that has no room here', { skip: missing('dash') }, () => {
  it('counts once its copy there was read by ranges, with what is beside it here', async () => {
    const { box, copy, look } = await tierBox();
    await save(box, 5, large(5));
    const dir = copy(5, '1000-1');
    const [kept, ...more] = await look();
    assert.deepEqual(more, []);
    assert.ok(kept?.type === 'kept');
    assert.deepEqual([kept.step, kept.in], [5, { durable: dir, platform: box.lease().platform }]);
    assert.deepEqual(kept.set?.beside, ['metrics.jsonl']);
    assert.deepEqual(box.run(kept).ignored, []);
    assert.equal(readFileSync(join(dirname(dir), '../kept'), 'utf8'), '1000-1\n', 'and no keeper drops it');
    assert.deepEqual(await look([kept]), [], 'and is asked for once');
  });

  it("is the newest whole one: a folder without its manifest, or with half of it, is nobody's", async () => {
    const { box, durable, run, copy, look } = await tierBox();
    await save(box, 5, large(5));
    await save(box, 10, large(10));
    await save(box, 15, large(15));
    copy(5, '1000-1');
    copy(10, '999-2');
    const unfinished = dirname(copy(15, '1001-1', 'none'));
    const sets = await durableSets(box.box.channel, durable, run);
    assert.deepEqual(
      sets.map(({ id }) => id),
      ['1000-1', '999-2'],
    );
    writeFileSync(join(unfinished, 'manifest'), `${'a'.repeat(64)} 5 checkpoint-15/state.json\nend 2\n`);
    assert.equal((await durableSets(box.box.channel, durable, run)).length, 2);
    const [kept] = await look();
    assert.ok(kept?.type === 'kept' && kept.step === 5);
  });

  it('may name nothing outside of its folder', async () => {
    const { box, durable, run } = await tierBox();
    const dir = join(durable, run, '.sets', 'main', '1000-1');
    mkdirSync(dir, { recursive: true });
    for (const paths of [['../../out'], ['checkpoint-5/state.json', '../../out']]) {
      const lines = paths.map((path) => `${'a'.repeat(64)} 5 ${path}\n`);
      writeFileSync(join(dir, 'manifest'), `${lines.join('')}end ${lines.length}\n`);
      assert.deepEqual(await durableSets(box.box.channel, durable, run), []);
    }
  });

  for (const [what, spoil] of [
    ['has other bytes', (bytes: Buffer) => bytes.fill(1, bytes.length - 8)],
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, 700)],
  ] as const) {
    it(`does not count where its copy ${what}`, async () => {
      const { box, copy, look } = await tierBox();
      await save(box, 5, large(5));
      const dir = copy(5, '1000-1');
      const path = join(dir, 'checkpoint-5', 'weights.safetensors');
      writeFileSync(path, spoil(readFileSync(path)));
      const [not, ...more] = await look();
      assert.deepEqual(more, []);
      assert.ok(not?.type === 'not-kept');
      assert.match(not.why.join('\n'), /weights\.safetensors/);
    });
  }

  /** A keeper may drop a copy while it is read, and a mount may cut it. No verdict comes of a line that fails at the first reading. */
  async function withLostEnd({ box, copy }: Awaited<ReturnType<typeof tierBox>>) {
    const blob = Buffer.alloc(3_000_000, 7);
    // Before the file that marks the folder as whole: one that is newer by a second is still being written.
    await box.write('checkpoint-5/blob.dat', blob);
    await save(box, 5, large(5));
    const dir = copy(5, '1000-1');
    const manifest = join(dirname(dir), 'manifest');
    const line = `${sha256(blob)} ${blob.length} checkpoint-5/blob.dat\n`;
    writeFileSync(manifest, line + readFileSync(manifest, 'utf8').replace('end 2', 'end 3'));
    writeFileSync(join(dir, 'checkpoint-5/blob.dat'), blob.subarray(0, 2_000_000));
    let isFirst = true;
    box.meddle((channel) => ({
      ...channel,
      async get(path, ...range) {
        if (!path.endsWith('blob.dat') || !isFirst) return channel.get(path, ...range);
        isFirst = false;
        throw new TransportFailed('the line is lost', 'closed');
      },
    }));
  }

  it('does not count, and ends no look, where the end of a file is gone', async () => {
    const trial = await tierBox();
    await withLostEnd(trial);
    const [not, ...more] = await trial.look();
    assert.deepEqual(more, []);
    assert.ok(not?.type === 'not-kept');
    assert.match(not.why.join('\n'), /blob\.dat/);
  });

  it('ends no start on a new box where the end of a file is gone', async () => {
    const trial = await tierBox();
    await withLostEnd(trial);
    mkdirSync(join(trial.box.storeDir, trial.run));
    assert.deepEqual(await onNewBox(trial, []), []);
    assert.match(trial.box.face.warnings.join('\n'), /is not taken: .*blob\.dat/);
  });

  /** Whose keeper drops it once somebody has begun to read it. */
  async function droppedWhileRead({ box, copy }: Awaited<ReturnType<typeof tierBox>>) {
    await save(box, 5, large(5));
    const dir = copy(5, '1000-1');
    box.meddle((channel) => ({
      ...channel,
      async get(...range) {
        rmSync(join(dirname(dir), 'manifest'), { force: true });
        return channel.get(...range);
      },
    }));
  }

  it('does not count where it is dropped while it is read', async () => {
    const trial = await tierBox();
    await droppedWhileRead(trial);
    assert.deepEqual(await trial.look(), []);
  });

  it('starts no new box where it is dropped while it is read', async () => {
    const trial = await tierBox();
    await droppedWhileRead(trial);
    mkdirSync(join(trial.box.storeDir, trial.run));
    assert.deepEqual(await onNewBox(trial, []), []);
  });

  it('is no newer one where it is of the same step, and none where files of two are in it', async () => {
    const trial = await tierBox();
    const { box, copy, look, durable } = trial;
    await save(box, 5, large(5));
    copy(5, '1000-1');
    const kept = await look();
    await save(box, 5, checkpoint(5, 2048));
    copy(5, '1001-1');
    await save(box, 10, large(10));
    const two = dirname(copy(10, '1002-1'));
    cpSync(join(box.out(), 'checkpoint-5'), join(two, 'files/checkpoint-5'), { recursive: true });
    const state = readFileSync(join(two, 'files/checkpoint-5/state.json'));
    const manifest = readFileSync(join(two, 'manifest'), 'utf8');
    const line = `${sha256(state)} ${state.length} checkpoint-5/state.json\n`;
    writeFileSync(join(two, 'manifest'), line + manifest.replace('end 2', 'end 3'));
    const lease = { ...box.lease(), placed: { durable } };
    const of = { world: box.world, run: box.run(...kept), lease, job: box.job };
    assert.deepEqual(await newerOnTier(of, new Set(), async () => MARGIN_BYTES), []);
  });

  it('tells the metric that decides on the best, which is in a file beside it', async () => {
    const best = { key: 'val', direction: 'min' as const };
    const { box, copy, look } = await tierBox({
      checkpoint: { ...RULE, retain: { best: true } },
      metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss', best },
    });
    await save(box, 5, large(5));
    await box.write('metrics.jsonl', '{"step": 5, "loss": 1, "val": 0.25}\n');
    copy(5, '1000-1');
    const [kept] = await look();
    assert.ok(kept?.type === 'kept');
    assert.equal(kept.set?.metric, 0.25);
  });

  it('is waited for while its keeper copies it, and is a problem when that does not come', async () => {
    const { box, look } = await tierBox();
    await save(box, 5, large(5));
    assert.deepEqual(await look([], seconds() + 60), []);
    const [not] = await look([], seconds() + 3600);
    assert.ok(not?.type === 'not-kept');
    assert.match(not.why.join('\n'), /no whole copy of it after 60 min/);
  });

  it('is a problem at once when its keeper says that the tier has no room', async () => {
    const { box, look } = await tierBox();
    await save(box, 5, large(5));
    const [not] = await look([], seconds() + 60, { durableFailure: 'no-room' });
    assert.ok(not?.type === 'not-kept');
    assert.match(not.why.join('\n'), /has no copy of it: it has no room/);
  });

  /** A box that has nothing of it but the tier. */
  async function onNewBox({ box, durable }: Awaited<ReturnType<typeof tierBox>>, so: EventBody[]) {
    const copies = join(box.storeDir, box.run().id);
    rmSync(box.out(), { recursive: true });
    const lease = { ...box.lease(), placed: { durable } };
    const base = box.out().replace('/cells/main/out', '');
    const found = await newerOnTier(
      { world: box.world, run: box.run(...so), lease, job: box.job },
      new Set(),
      async () => MARGIN_BYTES,
    );
    const of = { world: box.world, run: box.run(...so, ...found), storesFor: async () => [], lease };
    const from = await pushKept(of, box.box.channel, { base, keeper: '' });
    assert.ok(!readdirSync(copies, { recursive: true }).some((name) => String(name).includes('weights')));
    return from;
  }

  it('comes to a new box from the tier, byte for byte, with what is beside it from here', async () => {
    const trial = await tierBox();
    const { box, copy, look } = trial;
    await save(box, 5, large(5));
    copy(5, '1000-1');
    const kept = await look();
    assert.deepEqual(await onNewBox(trial, kept), [{ cell: 'main', step: 5, source: 'durable-tier' }]);
    const path = join(box.out(), 'checkpoint-5', 'weights.safetensors');
    assert.deepEqual(readFileSync(path), Buffer.from(large(5)));
    assert.match(readFileSync(join(box.out(), 'metrics.jsonl'), 'utf8'), /"step":5/);
  });

  it('comes as the newer one that the keeper laid down since, once that was read; never as one that is broken', async () => {
    const trial = await tierBox();
    const { box, copy, look } = trial;
    await save(box, 5, large(5));
    copy(5, '1000-1');
    const kept = await look();
    await save(box, 10, large(10));
    copy(10, '1001-1');
    await save(box, 15, large(15).subarray(0, 900));
    copy(15, '1002-1');
    assert.deepEqual(await onNewBox(trial, kept), [{ cell: 'main', step: 10, source: 'durable-tier' }]);
  });

  it('starts nothing when the tier has it no more', async () => {
    const trial = await tierBox();
    const { box, durable, run, copy, look } = trial;
    await save(box, 5, large(5));
    copy(5, '1000-1');
    const kept = await look();
    rmSync(join(durable, run), { recursive: true });
    await assert.rejects(onNewBox(trial, kept), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'kept-copy-missing');
      assert.match(error.next, /on the durable tier of /);
      return true;
    });
  });

  it('is no reason to refuse a new box on a machine that has nothing of it', async () => {
    const { box, copy, look } = await tierBox();
    await save(box, 5, large(5));
    copy(5, '1000-1');
    const kept = await look();
    const elsewhere: KeptBox['world'] = {
      ...box.world,
      storeDir: mkdtempSync(join(tmpdir(), 'gpu-lease-none-')),
    };
    after(() => rmSync(elsewhere.storeDir, { recursive: true, force: true }));
    await bringKeptHere({ world: elsewhere, run: box.run(...kept), storesFor: async () => [] });
  });
});
