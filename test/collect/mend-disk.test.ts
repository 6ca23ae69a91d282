import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Channel } from '../../src/box/channel.ts';
import { Keeping } from '../../src/collect/keep.ts';
import { mendDisk } from '../../src/collect/mend-disk.ts';
import { setAside } from '../../src/collect/set-aside.ts';
import { listSeen } from '../../src/collect/set-listing.ts';
import { checkpointSets, setGlobs } from '../../src/job/checkpoint-sets.ts';
import type { CheckpointRule, Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { missing } from '../requirement.ts';
import { checkpoint, type KeptBox, keptBox, metricsUntil } from './kept-box.ts';

const half = (step: number): Uint8Array => checkpoint(step).subarray(0, 3000);
const LAST = 'last.safetensors';

interface Left extends KeptBox {
  /** What was kept before the kill. */
  kept: EventBody[];
  /** By whoever starts attempt 3; a new process where `keeping` is not given. */
  mend(over?: Mending): Promise<EventBody[]>;
  keeping: Keeping;
}

interface Mending {
  story?: EventBody[];
  keeping?: Keeping;
  freeBytes?: number;
  lookSeconds?: number;
  attempt?: number;
}

/** A run of which the checkpoints of step 40 were kept, by their paths in each cell; its work was killed since. */
async function left(
  rule: Partial<CheckpointRule> & { path: CheckpointRule['path'] },
  files: Record<string, Uint8Array | string>,
  over: Partial<Job> = {},
): Promise<Left> {
  const box = await keptBox({ checkpoint: { stepKey: 'step', resume: 'continues', ...rule }, ...over });
  const keeping = new Keeping();
  const kept: EventBody[] = [];
  for (const cell of box.job.cells) {
    for (const [path, content] of Object.entries(files)) await box.write(path, content, cell.name);
    await box.write('metrics.jsonl', metricsUntil(40), cell.name);
    const probe = box.probe([{ path: 'any', bytes: 1, modifiedAt: 1 }], { name: cell.name, state: 'exited' });
    kept.push(
      ...(await keeping.keep({ world: box.world, run: box.run(), lease: box.lease(), job: box.job }, probe)),
    );
  }
  assert.equal(kept.length, box.job.cells.length);
  const base = dirname(dirname(dirname(box.out())));
  const mend = async ({
    story = [],
    keeping: by,
    freeBytes = 1e12,
    lookSeconds = 60,
    attempt = 3,
  }: Mending = {}) => {
    const run = box.run(...kept, ...story);
    const lease = box.lease(...kept, ...story);
    const of = { world: box.world, run, lease, job: box.job };
    return mendDisk({
      of,
      restoring: { ...of, storesFor: async () => [] },
      channel: await box.world.channel(lease),
      dir: { base, keeper: '' },
      attempt,
      seen: {
        bootId: box.probe([]).bootId,
        disk: { freeBytes, totalBytes: 1e13, freeInodes: 9, totalInodes: 9 },
      },
      keeping: by ?? new Keeping(),
      boxStores: async () => [],
      lookSeconds,
    });
  };
  return { ...box, kept, keeping, mend };
}

/** Every new name there is one too many. */
const onFullDisk = (channel: Channel): Channel => ({
  ...channel,
  exec: async (words, options) =>
    words.some((word) => word.includes('mkdir "$1/snapshot"'))
      ? {
          ...{ exitCode: 5, truncated: false },
          stdout: '',
          stderr: "mkdir: cannot create directory '/box/snapshot': No space left on device",
        }
      : await channel.exec(words, options),
});

const read = (box: KeptBox, path: string, cell = 'main'): Buffer => readFileSync(join(box.out(cell), path));
const asideOf = (box: KeptBox, attempt = 3, cell = 'main'): string =>
  join(dirname(box.out(cell)), `unread-before-${attempt}`);
const names = (dir: string): string[] => readdirSync(dir).sort();

const only = (events: readonly EventBody[]): Extract<EventBody, { type: 'disk-mended' }> => {
  const [event, ...more] = events;
  assert.equal(more.length, 0);
  assert.ok(event?.type === 'disk-mended', JSON.stringify(events));
  return event;
};

/** Stands between us and the box: `before` and `after` each command or transfer there. */
function between(box: KeptBox, before: (command: string) => void, after: () => void = () => undefined): void {
  box.meddle((channel): Channel => {
    const of = async <T>(command: string, work: () => Promise<T>): Promise<T> => {
      before(command);
      const done = await work();
      after();
      return done;
    };
    return {
      ...channel,
      exec: (argv, options) => of(argv.join(' '), () => channel.exec(argv, options)),
      stream: (argv, sink, options) => of(argv.join(' '), () => channel.stream(argv, sink, options)),
      put: (path, ...rest) => of(path, () => channel.put(path, ...rest)),
      get: (path, ...rest) => of(path, () => channel.get(path, ...rest)),
    } as Channel;
  });
}

const asked = (box: KeptBox): string[] => {
  const commands: string[] = [];
  between(box, (command) => commands.push(command));
  return commands;
};

const BACK = { name: LAST, step: 40, source: 'our-copy' };

describe('half a file that a kill left in place', { skip: missing('dash') }, () => {
  it('is set aside, our copy stands there, and what grew since stays', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    await box.write(LAST, half(50));
    await box.write('metrics.jsonl', metricsUntil(50));
    const event = only(await box.mend());
    assert.deepEqual(event.back, BACK);
    assert.deepEqual(
      event.aside.map(({ name }) => name),
      [LAST],
    );
    assert.equal(event.dir, asideOf(box));
    assert.deepEqual(read(box, LAST), Buffer.from(checkpoint(40)));
    assert.deepEqual(readFileSync(join(asideOf(box), LAST)), Buffer.from(half(50)));
    assert.equal(read(box, 'metrics.jsonl').toString(), metricsUntil(50));
    assert.match(
      box.face.warnings.join('\n'),
      /last\.safetensors \(.+\) of main was set aside in .+; our verified copy of step 40 \(last\.safetensors\) was put back/,
    );
  });

  it('is set aside where it has not one byte', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    await box.write(LAST, '');
    assert.match(only(await box.mend()).aside[0]?.why ?? '', /empty/);
    assert.deepEqual(read(box, LAST), Buffer.from(checkpoint(40)));
  });

  it('stays beside the outputs what it was when another of its name is set aside for the same attempt', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    const { checkpoint: rule } = box.job;
    assert.ok(rule);
    const channel = await box.world.channel(box.lease(...box.kept));
    const place = { base: dirname(dirname(dirname(box.out()))), cell: 'main', attempt: 3 };
    for (const content of [half(50), checkpoint(40)]) {
      await box.write(LAST, content);
      const sets = checkpointSets(await listSeen(channel, box.out(), setGlobs(rule)), rule);
      assert.equal(sets.length, 1);
      await setAside(channel, place, sets, rule);
    }
    assert.deepEqual(readFileSync(join(asideOf(box), LAST)), Buffer.from(half(50)));
    assert.deepEqual(read(box, LAST), Buffer.from(checkpoint(40)), 'it was not moved');
  });

  it('is moved out of the way of a kept one of another name, and nothing is pushed', async () => {
    const box = await left({ path: 'epoch-*.safetensors' }, { 'epoch-40.safetensors': checkpoint(40) });
    await box.write('epoch-50.safetensors', half(50));
    const event = only(await box.mend());
    assert.deepEqual(
      [event.aside.map(({ name }) => name), event.back],
      [['epoch-50.safetensors'], undefined],
    );
    assert.deepEqual(names(box.out()), ['epoch-40.safetensors', 'metrics.jsonl']);
    assert.deepEqual(names(asideOf(box)), ['epoch-50.safetensors']);
  });

  it('is no reason to lose a whole one behind it that is newer than the kept one', async () => {
    const box = await left({ path: 'epoch-*.safetensors' }, { 'epoch-40.safetensors': checkpoint(40) });
    await box.write('epoch-50.safetensors', checkpoint(50));
    await box.write('epoch-60.safetensors', half(60));
    const keeping = new Keeping();
    const [first, ...more] = await box.mend({ keeping });
    assert.ok(first?.type === 'kept' && first.step === 50 && more.length === 0, JSON.stringify(first));
    assert.equal(existsSync(asideOf(box)), false, 'what was kept is recorded first');
    const event = only(await box.mend({ keeping, story: [first] }));
    assert.deepEqual(
      [event.aside.map(({ name }) => name), event.back],
      [['epoch-60.safetensors'], undefined],
    );
    assert.deepEqual(names(box.out()), ['epoch-40.safetensors', 'epoch-50.safetensors', 'metrics.jsonl']);
  });

  it('has our copy in front of an older one where the kept one went from the disk', async () => {
    const box = await left({ path: 'epoch-*.safetensors' }, { 'epoch-40.safetensors': checkpoint(40) });
    await rename(join(box.out(), 'epoch-40.safetensors'), join(box.out(), 'epoch-50.safetensors'));
    await box.write('epoch-50.safetensors', half(50));
    await box.write('epoch-30.safetensors', checkpoint(30));
    assert.deepEqual(only(await box.mend()).back, { ...BACK, name: 'epoch-40.safetensors' });
    assert.deepEqual(names(box.out()), ['epoch-30.safetensors', 'epoch-40.safetensors', 'metrics.jsonl']);
  });

  it('is mended in each cell that has one, and the others are left alone', async () => {
    const cells = ['a', 'b', 'c'].map((name) => ({ name, vars: {} }));
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) }, { cells });
    await box.write(LAST, half(50), 'a');
    await box.write(LAST, half(60), 'c');
    const events = await box.mend();
    assert.deepEqual(
      events.map((event) => event.type === 'disk-mended' && event.cell),
      ['a', 'c'],
    );
    for (const cell of ['a', 'b', 'c'])
      assert.deepEqual(read(box, LAST, cell), Buffer.from(checkpoint(40)), cell);
    assert.equal(existsSync(asideOf(box, 3, 'b')), false);
  });
});

describe('a disk without half a checkpoint', { skip: missing('dash') }, () => {
  it('is left as it is on a disk so full that nothing can be held still there', async () => {
    const box = await left({ path: 'epoch-*.safetensors' }, { 'epoch-40.safetensors': checkpoint(40) });
    await box.write('epoch-50.safetensors', checkpoint(50));
    const { channel } = box.world;
    box.world.channel = async (lease) => onFullDisk(await channel(lease));
    assert.deepEqual(await box.mend(), []);
    assert.match(box.face.warnings.join('\n'), /could not be looked into to its end/);
    assert.deepEqual(names(box.out()), ['epoch-40.safetensors', 'epoch-50.safetensors', 'metrics.jsonl']);
  });

  it('is read once on its box by a process that has not seen it, and not at all by one that has', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    const commands = asked(box);
    const isHash = (command: string) => command.includes('sha256');
    assert.deepEqual(await box.mend(), []);
    assert.equal(commands.filter(isHash).length, 1);
    commands.length = 0;
    assert.deepEqual(await box.mend({ keeping: box.keeping }), []);
    assert.equal(commands.filter(isHash).length, 0);
    assert.ok(commands.length > 0);
  });

  it('is not read by any process once the record says that it was mended for this attempt', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    await box.write(LAST, half(50));
    const events = await box.mend();
    const commands = asked(box);
    assert.deepEqual(await box.mend({ story: events }), []);
    assert.deepEqual(commands, []);
  });

  it('is left as it is where the trainer begins anew at each start', async () => {
    const box = await left({ path: LAST, resume: 'none' }, { [LAST]: checkpoint(40) });
    await box.write(LAST, half(50));
    assert.deepEqual(await box.mend(), []);
    assert.deepEqual(read(box, LAST), Buffer.from(half(50)));
  });

  it('is left as it is where a checkpoint was written to its end and is not accepted', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    const bad = Buffer.from(checkpoint(50));
    // Every number of the last tensors is a NaN: whole, and worth nothing.
    bad.fill(0xff, bad.length - 2000);
    await box.write(LAST, bad);
    assert.deepEqual(await box.mend(), []);
    assert.match(box.face.warnings.join('\n'), /last\.safetensors is not kept: /);
    assert.deepEqual(read(box, LAST), bad);
  });

  it('has our copy back where a power cut took the kept one', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    await rm(join(box.out(), LAST));
    const event = only(await box.mend());
    assert.deepEqual([event.aside, event.back], [[], BACK]);
    assert.deepEqual(read(box, LAST), Buffer.from(checkpoint(40)));
  });

  it('has our copy back where a power cut left the length and the time of the kept one', async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    await box.write(LAST, Buffer.alloc(checkpoint(40).length));
    assert.deepEqual(only(await box.mend()).back, BACK);
    assert.deepEqual(read(box, LAST), Buffer.from(checkpoint(40)));
  });
});

describe('half a folder', { skip: missing('dash') }, () => {
  const folder = (name: string, step: number): Record<string, Uint8Array | string> => ({
    [`${name}/model-00001-of-00002.safetensors`]: checkpoint(step),
    [`${name}/model-00002-of-00002.safetensors`]: checkpoint(step),
    [`${name}/trainer_state.json`]: JSON.stringify({ global_step: step, log_history: [] }),
  });
  const write = async (box: KeptBox, files: Record<string, Uint8Array | string>) => {
    for (const [path, content] of Object.entries(files)) await box.write(path, content);
  };
  const partOf = (files: Record<string, Uint8Array | string>, count: number) =>
    Object.fromEntries(Object.entries(files).slice(0, count));

  it('without its marker is set aside as a whole', async () => {
    const rule = { path: 'step-*', complete: 'trainer_state.json' };
    const box = await left(rule, folder('step-40', 40));
    await write(box, partOf(folder('step-50', 50), 2));
    const event = only(await box.mend());
    assert.deepEqual(event.aside, [{ name: 'step-50', why: 'lacks its marker step-50/trainer_state.json' }]);
    assert.equal(event.back, undefined);
    assert.deepEqual(names(box.out()), ['metrics.jsonl', 'step-40']);
    assert.equal(names(join(asideOf(box), 'step-50')).length, 2);
  });

  it('of a job that names no marker is set aside where it has fewer files than the kept one', async () => {
    const box = await left({ path: 'step-*' }, folder('step-40', 40));
    await write(box, partOf(folder('step-50', 50), 1));
    const event = only(await box.mend());
    assert.deepEqual(
      event.aside.map(({ name }) => name),
      ['step-50'],
    );
    assert.match(event.aside[0]?.why ?? '', /has 1 of step-#\/model-#-of-#\.safetensors, and step-40 has 2/);
  });

  it('with one file cut short is set aside', async () => {
    const box = await left({ path: 'step-*' }, folder('step-40', 40));
    await write(box, folder('step-50', 50));
    await box.write('step-50/model-00002-of-00002.safetensors', half(50));
    assert.deepEqual(
      only(await box.mend()).aside.map(({ name }) => name),
      ['step-50'],
    );
    assert.deepEqual(names(box.out()), ['metrics.jsonl', 'step-40']);
  });

  it('that is written over in place has all of our copy in its place', async () => {
    const box = await left({ path: 'ckpt', complete: 'trainer_state.json' }, folder('ckpt', 40));
    await rm(join(box.out(), 'ckpt/trainer_state.json'));
    await box.write('ckpt/model-00001-of-00002.safetensors', half(50));
    await box.write('ckpt/left-over.bin', 'x');
    const event = only(await box.mend());
    assert.deepEqual([event.aside.map(({ name }) => name), event.back?.name], [['ckpt'], 'ckpt']);
    assert.deepEqual(
      names(join(box.out(), 'ckpt')),
      Object.keys(folder('ckpt', 40))
        .map((path) => path.slice(5))
        .sort(),
    );
    assert.deepEqual(read(box, 'ckpt/model-00001-of-00002.safetensors'), Buffer.from(checkpoint(40)));
    assert.deepEqual(names(join(asideOf(box), 'ckpt')), [
      'left-over.bin',
      'model-00001-of-00002.safetensors',
      'model-00002-of-00002.safetensors',
    ]);
  });

  it('that the job names by one of its files goes as a folder', async () => {
    const box = await left(
      { path: 'checkpoint-*/model.safetensors' },
      {
        'checkpoint-40/model.safetensors': checkpoint(40),
        'checkpoint-40/optimizer.bin': 'o',
      },
    );
    await box.write('checkpoint-50/model.safetensors', half(50));
    await box.write('checkpoint-50/optimizer.bin', 'o');
    only(await box.mend());
    assert.deepEqual(names(box.out()), ['checkpoint-40', 'metrics.jsonl']);
  });

  it('of several files that belong together is put back whole', async () => {
    const box = await left(
      { path: ['model.safetensors', 'optim.safetensors'] },
      {
        'model.safetensors': checkpoint(40),
        'optim.safetensors': checkpoint(40),
      },
    );
    await box.write('model.safetensors', checkpoint(50));
    const event = only(await box.mend());
    assert.match(event.aside[0]?.why ?? '', /is of step 40, and model\.safetensors of step 50/);
    for (const path of ['model.safetensors', 'optim.safetensors'])
      assert.deepEqual(read(box, path), Buffer.from(checkpoint(40)), path);
  });

  it('is named no more by what its trainer finds it by', async () => {
    const box = await left(
      { path: 'ckpts/global_step*' },
      {
        ...Object.fromEntries(Object.entries(folder('ckpts/global_step40', 40))),
      },
    );
    await write(box, partOf(folder('ckpts/global_step50', 50), 1));
    await box.write('ckpts/latest', 'global_step50');
    await box.write('ckpts/latest_checkpointed_iteration.txt', '50\n');
    await box.write('ckpts/epoch', '50\n');
    symlinkSync('global_step50', join(box.out(), 'ckpts/last'));
    symlinkSync('ckpts/global_step40', join(box.out(), 'best'));
    const event = only(await box.mend());
    assert.deepEqual([...event.pointers].sort(), [
      'ckpts/last',
      'ckpts/latest',
      'ckpts/latest_checkpointed_iteration.txt',
    ]);
    assert.equal(read(box, 'ckpts/latest').toString(), 'global_step40');
    assert.equal(read(box, 'ckpts/latest_checkpointed_iteration.txt').toString(), '40\n');
    assert.equal(read(box, 'ckpts/epoch').toString(), '50\n');
    assert.equal(readlinkSync(join(box.out(), 'ckpts/last')), 'global_step40');
    assert.equal(readlinkSync(join(box.out(), 'best')), 'ckpts/global_step40');
    assert.equal(readFileSync(join(asideOf(box), 'ckpts/latest'), 'utf8'), 'global_step50');
    assert.equal(readlinkSync(join(asideOf(box), 'ckpts/last')), 'global_step50');
  });
});

describe('a start that is killed while it mends a disk', { skip: missing('dash') }, () => {
  /** Once killed it does nothing more, as a process that is gone. */
  const killedAt = (box: Left, at: number, when: 'before' | 'after'): (() => boolean) => {
    let count = 0;
    let isDead = false;
    const die = () => {
      isDead = true;
      throw new Error('killed');
    };
    between(
      box,
      () => {
        count += 1;
        if (isDead || (when === 'before' && count === at)) die();
      },
      () => {
        if (isDead || (when === 'after' && count === at)) die();
      },
    );
    return () => isDead;
  };

  const forEachKill = async (
    ready: () => Promise<Left>,
    check: (box: Left, events: EventBody[], where: string) => void,
  ): Promise<number> => {
    let kills = 0;
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += 1) {
        const box = await ready();
        const isDead = killedAt(box, at, when);
        await box.mend().catch(() => []);
        if (!isDead()) break;
        kills += 1;
        box.meddle((channel) => channel);
        check(box, await box.mend(), `killed ${when} step ${at}`);
        await box.box.destroy();
      }
    return kills;
  };

  it('goes on at each of its steps, loses no copy and sets none of ours aside', async () => {
    const ready = async () => {
      const box = await left({ path: LAST }, { [LAST]: checkpoint(40), latest: 'x' });
      await box.write(LAST, half(50));
      return box;
    };
    const kills = await forEachKill(ready, (box, events, where) => {
      const event = only(events);
      assert.deepEqual(event.back, BACK, where);
      assert.deepEqual(
        event.aside.map(({ name }) => name),
        [LAST],
        where,
      );
      assert.deepEqual(read(box, LAST), Buffer.from(checkpoint(40)), where);
      assert.deepEqual(readFileSync(join(asideOf(box), LAST)), Buffer.from(half(50)), where);
      assert.deepEqual(names(asideOf(box)), [LAST], where);
    });
    assert.ok(kills >= 16, `${kills} kills`);
  });

  it('goes on the same where a folder and a pointer were in the way', async () => {
    const files = (step: number) => ({
      'ckpt/a.safetensors': checkpoint(step),
      'ckpt/b.safetensors': checkpoint(step),
      'ckpt/done': 'yes',
    });
    const ready = async () => {
      const box = await left({ path: 'ckpt', complete: 'done' }, files(40));
      await rm(join(box.out(), 'ckpt/done'));
      await box.write('ckpt/a.safetensors', half(50));
      return box;
    };
    await forEachKill(ready, (box, events, where) => {
      assert.equal(only(events).back?.name, 'ckpt', where);
      for (const [path, content] of Object.entries(files(40)))
        assert.deepEqual(read(box, path), Buffer.from(content), where);
      assert.deepEqual(readFileSync(join(asideOf(box), 'ckpt/a.safetensors')), Buffer.from(half(50)), where);
    });
  });
});

describe('our copy that came to a disk in part before a kill', { skip: missing('dash') }, () => {
  it('is completed, and what was set aside stays what it was', async () => {
    const files = {
      'ckpt/a.safetensors': checkpoint(40),
      'ckpt/b.safetensors': checkpoint(40),
      'ckpt/done': 'yes',
    };
    const box = await left({ path: 'ckpt', complete: 'done' }, files);
    await rm(join(box.out(), 'ckpt/done'));
    await box.write('ckpt/a.safetensors', half(50));
    await box.mend();
    // As a kill in the midst of the last moves leaves it.
    await rm(join(box.out(), 'ckpt/b.safetensors'));
    await rm(join(box.out(), 'ckpt/done'));
    const event = only(await box.mend());
    assert.deepEqual(
      event.aside.map(({ name }) => name),
      ['ckpt'],
    );
    assert.equal(event.back?.name, 'ckpt');
    for (const [path, content] of Object.entries(files))
      assert.deepEqual(read(box, path), Buffer.from(content));
    assert.deepEqual(names(asideOf(box)), ['ckpt']);
    assert.deepEqual(names(join(asideOf(box), 'ckpt')), ['a.safetensors', 'b.safetensors']);
    assert.deepEqual(readFileSync(join(asideOf(box), 'ckpt/a.safetensors')), Buffer.from(half(50)));
  });
});

describe('half a file whose place our copy cannot take', { skip: missing('dash') }, () => {
  const torn = async () => {
    const box = await left({ path: LAST }, { [LAST]: checkpoint(40) });
    await box.write(LAST, half(50));
    return box;
  };
  const staysAsItIs = (box: Left, events: EventBody[], why: RegExp) => {
    assert.deepEqual(events, []);
    assert.deepEqual(read(box, LAST), Buffer.from(half(50)));
    assert.equal(existsSync(asideOf(box)), false);
    assert.match(box.face.warnings.join('\n'), why);
  };

  it('stays where it is and that is said, with the bytes, where both have no room', async () => {
    const box = await torn();
    staysAsItIs(
      box,
      await box.mend({ freeBytes: 1000 }),
      /does not fit beside it \(\d+ bytes, and 1000 are free there\)/,
    );
  });

  it('stays where it is where our copy is nowhere to be had', async () => {
    const box = await torn();
    await rm(box.here(), { recursive: true });
    await rm(box.here('+kept'), { recursive: true });
    staysAsItIs(box, await box.mend(), /neither on this machine nor in a store/);
  });

  it('stays where it is where a look took longer than it may', async () => {
    const box = await torn();
    staysAsItIs(box, await box.mend({ lookSeconds: 0 }), /could not be looked into to its end/);
  });

  it('is set aside where there is no room but the disk has the kept one still', async () => {
    const box = await left({ path: 'epoch-*.safetensors' }, { 'epoch-40.safetensors': checkpoint(40) });
    await box.write('epoch-50.safetensors', half(50));
    assert.equal(only(await box.mend({ freeBytes: 0 })).back, undefined);
  });
});
