import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { Keeping } from '../../src/collect/keep.ts';
import type { ArtifactRule } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { jobWith } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { sha256 } from './box-folder.ts';
import { checkpoint, keptBox, metricsUntil } from './kept-box.ts';

const PATH = 'last.safetensors';
const seen = (modifiedAt: number, path = PATH) => [{ path, bytes: 1000, modifiedAt }];

/** Every time that something is read from the box. */
function counting(channel: Channel, count: { reads: number }): Channel {
  return {
    ...channel,
    stream: (...args) => {
      count.reads += 1;
      return channel.stream(...args);
    },
    get: (...args) => {
      count.reads += 1;
      return channel.get(...args);
    },
  };
}

describe('keeping copies while a run goes on', { skip: missing('dash') }, () => {
  it('pulls a new checkpoint with its metrics, loads it and says of which step it is [U20]', async () => {
    const box = await keptBox();
    await box.write(PATH, checkpoint(40));
    await box.write('metrics.jsonl', metricsUntil(41));
    const [kept, ...more] = await new Keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1)),
    );
    assert.deepEqual(more, []);
    assert.ok(kept?.type === 'kept' && kept.step === 40 && kept.cell === 'main');
    assert.deepEqual(Object.fromEntries(kept.files.map((file) => [file.path, file.sha256])), {
      [PATH]: sha256(checkpoint(40)),
      'metrics.jsonl': sha256(metricsUntil(41)),
    });
    assert.deepEqual(readFileSync(`${box.here()}/${PATH}`), Buffer.from(checkpoint(40)));
    assert.equal(
      existsSync(box.out().replace(/out$/, 'snapshot')),
      false,
      'the disk of the box is given back',
    );
  });

  it('holds metrics that grow to the loss that the job names, and not to one that stands still beside it', async () => {
    const metrics = { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'objective' };
    const { artifacts } = jobWith({});
    const table: ArtifactRule = {
      path: 'metrics.jsonl',
      role: 'metrics',
      keep: 'evidence',
      min: 1,
      contains: [],
      allowDegraded: false,
    };
    const box = await keptBox({ metrics, artifacts: [...artifacts, table] });
    const rows = Array.from({ length: 41 }, (_none, step) =>
      JSON.stringify({ step, objective: 1 / (step + 1), aux_loss: 0.5 }),
    );
    await box.write(PATH, checkpoint(40));
    await box.write('metrics.jsonl', Buffer.from(`${rows.join('\n')}\n`));
    const [kept] = await new Keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1)),
    );
    assert.ok(kept?.type === 'kept');
    assert.deepEqual(kept.files.map(({ path }) => path).sort(), [PATH, 'metrics.jsonl']);
  });

  it('pulls with it the file of a pattern that grows now, and not what the command printed [U20]', async () => {
    const csv = {
      path: 'logs/version_*/metrics.csv',
      format: 'csv' as const,
      stepKey: 'step',
      lossKey: 'loss',
    };
    const printed = { ...csv, path: '', format: 'log' as const, pattern: 'at {step}' };
    const box = await keptBox({ metrics: csv, moreMetrics: [printed] });
    await box.write(PATH, checkpoint(40));
    const table = 'step,loss\n40,0.5\n41,0.4\n';
    await box.write('logs/version_1/metrics.csv', table);
    await box.write('log', 'not what the command printed');
    const sent = (source: number, path: string) => ({
      source,
      path,
      tail: { bytes: Buffer.from(table), at: 0 },
    });
    const [kept] = await new Keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1), { metrics: [sent(0, 'logs/version_1/metrics.csv'), sent(1, 'log')] }),
    );
    assert.ok(kept?.type === 'kept' && kept.step === 40);
    assert.deepEqual(Object.fromEntries(kept.files.map((file) => [file.path, file.sha256])), {
      [PATH]: sha256(checkpoint(40)),
      'logs/version_1/metrics.csv': sha256(Buffer.from(table)),
    });
  });

  it("finds the step under the job's own key, not only where most trainers have it", async () => {
    const box = await keptBox({
      checkpoint: { path: PATH, stepKey: 'iter_num', resume: 'continues' },
    });
    await box.write(PATH, checkpoint(40, 512, 'iter_num'));
    const [kept] = await new Keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1)),
    );
    assert.ok(kept?.type === 'kept' && kept.step === 40, JSON.stringify(kept));
  });

  it('asks the box for nothing while nothing that is watched has changed', async () => {
    const box = await keptBox();
    await box.write(PATH, checkpoint(40));
    const count = { reads: 0 };
    box.meddle((channel) => counting(channel, count));
    const keeping = new Keeping();
    await keeping.keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1)),
    );
    const after = count.reads;
    const execs = box.box.execs.length;
    box.clock.pass(10_000);
    assert.deepEqual(
      await keeping.keep(
        { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
        box.probe(seen(1)),
      ),
      [],
    );
    assert.deepEqual(
      await keeping.keep(
        { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
        box.probe([]),
      ),
      [],
      'nothing to watch',
    );
    assert.equal(count.reads, after);
    assert.equal(box.box.execs.length, execs);
  });

  for (const [what, everySeconds, early, due] of [
    ['a minute', undefined, 59, 60],
    ['what the job says', 300, 299, 300],
  ] as const) {
    it(`pulls no more often than ${what}, so that it does not eat the run`, async () => {
      const box = await keptBox({
        checkpoint: {
          path: PATH,
          stepKey: 'step',
          resume: 'continues',
          ...(everySeconds ? { everySeconds } : {}),
        },
      });
      const keeping = new Keeping();
      const keep = (modifiedAt: number, ...so: Parameters<typeof box.run>) =>
        keeping.keep(
          { world: box.world, run: box.run(...so), lease: box.lease(), job: box.job },
          box.probe(seen(modifiedAt)),
        );
      await box.write(PATH, checkpoint(10));
      const first = await keep(1);
      assert.equal(first.length, 1);
      await box.write(PATH, checkpoint(20));
      box.clock.pass(early);
      assert.deepEqual(await keep(2, ...first), []);
      box.clock.pass(due - early);
      const second = await keep(2, ...first);
      assert.ok(second[0]?.type === 'kept' && second[0].step === 20);
    });
  }

  it('rests three times as long as a pull took, where that is longer', async () => {
    const box = await keptBox();
    box.meddle((channel) => ({
      ...channel,
      stream: (...args) => {
        box.clock.pass(100);
        return channel.stream(...args);
      },
    }));
    const keeping = new Keeping();
    await box.write(PATH, checkpoint(10));
    const first = await keeping.keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1)),
    );
    await box.write(PATH, checkpoint(20));
    box.clock.pass(299);
    assert.deepEqual(
      await keeping.keep(
        { world: box.world, run: box.run(...first), lease: box.lease(), job: box.job },
        box.probe(seen(2)),
      ),
      [],
    );
    box.clock.pass(2000);
    assert.equal(
      (
        await keeping.keep(
          { world: box.world, run: box.run(...first), lease: box.lease(), job: box.job },
          box.probe(seen(2)),
        )
      ).length,
      1,
    );
  });

  it('counts a copy only when its step went on', async () => {
    const box = await keptBox();
    const keeping = () => new Keeping();
    await box.write(PATH, checkpoint(40));
    const first = await keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      box.probe(seen(1)),
    );
    for (const step of [40, 39]) {
      await box.write(PATH, checkpoint(step));
      assert.deepEqual(
        await keeping().keep(
          { world: box.world, run: box.run(...first), lease: box.lease(), job: box.job },
          box.probe(seen(2)),
        ),
        [],
      );
    }
  });

  const bad = {
    'is no checkpoint': Buffer.from('not a checkpoint at all'),
    'was cut': Buffer.from(checkpoint(50)).subarray(0, 3000),
    'holds a number that is not finite': Buffer.from(checkpoint(50)).fill(0xff, 4000, 4004),
  };
  for (const [what, content] of Object.entries(bad)) {
    it(`never counts a file that ${what}, warns, and still holds the verified copy before it`, async () => {
      const box = await keptBox();
      const keeping = new Keeping();
      await box.write(PATH, checkpoint(40));
      const first = await keeping.keep(
        { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
        box.probe(seen(1)),
      );
      assert.equal(first.length, 1);
      await box.write(PATH, content);
      box.clock.pass(1000);
      assert.deepEqual(
        await keeping.keep(
          { world: box.world, run: box.run(...first), lease: box.lease(), job: box.job },
          box.probe(seen(2)),
        ),
        [],
      );
      assert.match(box.face.warnings.at(-1) ?? '', /main: last\.safetensors is not kept/);
      const kept = box
        .run(...first)
        .cells.get('main')
        ?.kept.get(PATH);
      const held = readFileSync(`${box.here('+kept')}/main/${kept?.sha256}`);
      assert.equal(sha256(held), sha256(checkpoint(40)));
    });
  }

  it('asks the box for nothing when its checkpoint does not fit on this disk, and says so once', async () => {
    const box = await keptBox();
    await box.write(PATH, checkpoint(40));
    const count = { reads: 0 };
    box.meddle((channel) => counting(channel, count));
    const { length } = checkpoint(40);
    const keeping = new Keeping(async () => 1024 ** 3 + length - 1);
    const look = (modifiedAt: number, ...so: EventBody[]) => {
      box.clock.pass(3600);
      const of = { world: box.world, run: box.run(...so), lease: box.lease(), job: box.job };
      return keeping.keep(of, box.probe(seen(modifiedAt)));
    };
    const [not, ...more] = await look(1);
    assert.ok(not?.type === 'not-kept');
    assert.deepEqual(more, []);
    assert.deepEqual([not.bytes, not.freeBytes], [length, 1024 ** 3 + length - 1]);
    assert.deepEqual(await look(2, not), []);
    assert.equal(count.reads, 0);
    const roomy = new Keeping(async () => 1024 ** 3 + length);
    assert.equal(
      (
        await roomy.keep(
          { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
          box.probe(seen(2)),
        )
      ).length,
      1,
    );
  });

  it('does not end the look when the line is cut: the next look tries again [P1-05]', async () => {
    const box = await keptBox();
    await box.write(PATH, checkpoint(40));
    let cut = true;
    box.meddle((channel) => ({
      ...channel,
      exec: (...args) => (cut ? Promise.reject(new TransportFailed('gone', 'reset')) : channel.exec(...args)),
    }));
    const keeping = new Keeping();
    assert.deepEqual(
      await keeping.keep(
        { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
        box.probe(seen(1)),
      ),
      [],
    );
    assert.match(box.face.warnings[0] ?? '', /could not be pulled now \(reset: /);
    cut = false;
    box.clock.pass(1000);
    assert.equal(
      (
        await keeping.keep(
          { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
          box.probe(seen(1)),
        )
      ).length,
      1,
    );
  });

  it('keeps each cell by itself: one that cannot be kept does not hold up the other', async () => {
    const cells = ['a', 'b'].map((name) => ({ name, vars: {} }));
    const box = await keptBox({ cells });
    await box.write(PATH, 'rubbish', 'a');
    await box.write(PATH, checkpoint(7), 'b');
    const probe = box.probe(seen(1), { name: 'a' });
    probe.cells.push({ ...probe.cells[0], name: 'b' } as (typeof probe.cells)[0]);
    const events = await new Keeping().keep(
      { world: box.world, run: box.run(), lease: box.lease(), job: box.job },
      probe,
    );
    assert.deepEqual(
      events.map((event) => event.type === 'kept' && [event.cell, event.step]),
      [['b', 7]],
    );
  });
});
