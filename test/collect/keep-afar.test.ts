import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { MARGIN_BYTES } from '../../src/collect/afar.ts';
import { Keeping } from '../../src/collect/keep.ts';
import { KeptStoring } from '../../src/course/store-kept.ts';
import { concernsOf } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { dropKept, goesOnFrom } from '../../src/lease/kept.ts';
import { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { checkpoint, finished, keptBox } from './kept-box.ts';
import { BUCKET, counting, type LargeBox, largeBox, save } from './large-box.ts';

const WEIGHTS = 'weights.safetensors';

describe('a checkpoint that has no room here', { skip: missing('dash', 'versitygw') }, () => {
  let server: S3Server;
  let tests = 0;
  before(async () => {
    server = await startS3Server();
    assert.equal(await new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` }).createBucket(), true);
  });
  after(() => server.close());

  const trial = (rule: Parameters<typeof largeBox>[2] = {}): Promise<LargeBox> => {
    tests += 1;
    return largeBox(server, `kept-${tests}`, rule);
  };
  const storedIn = (events: readonly EventBody[]) => {
    const stored = events.find((event) => event.type === 'kept-stored');
    assert.ok(stored?.type === 'kept-stored');
    return stored;
  };
  const keyOf = (events: readonly EventBody[], path: string): string =>
    `${storedIn(events).id.slice(`s3://${BUCKET}/`.length)}/main/${path}`;

  it('goes from the box to the store, counts once it was read there, and never lies here', async () => {
    const { box, look, names, here, run } = await trial();
    await save(box, 5);
    const events = await look();
    const [kept, stored, ...more] = events;
    assert.deepEqual(more, []);
    assert.ok(kept?.type === 'kept' && stored?.type === 'kept-stored');
    assert.equal(kept.step, 5);
    assert.deepEqual(kept.in, { store: 's3', place: stored.place, mark: stored.mark });
    assert.equal((await names()).length, 3);
    assert.deepEqual(here(), []);
    const cell = run(...events).cells.get('main');
    assert.ok(cell);
    assert.deepEqual(
      goesOnFrom(cell)
        .map(({ path }) => path)
        .sort(),
      ['checkpoint-5/state.json', `checkpoint-5/${WEIGHTS}`, 'metrics.jsonl'],
    );
    assert.deepEqual(run(...events).ignored, []);
  });

  it('is asked for no more by the next process, which neither sends nor reads it again', async () => {
    const { box, look } = await trial();
    await save(box, 5);
    const events = await look();
    const count = counting(box);
    assert.deepEqual(await look(events), []);
    assert.equal(count.puts, 0);
  });

  it('comes to a new box from the store, byte for byte, by a machine that has no room for it', async () => {
    const { box, look, push, here } = await trial();
    await save(box, 5);
    const events = await look();
    await rm(box.out(), { recursive: true });
    assert.deepEqual(await push(events), [{ cell: 'main', step: 5, source: 'store' }]);
    assert.deepEqual(readFileSync(join(box.out(), 'checkpoint-5', WEIGHTS)), Buffer.from(checkpoint(5)));
    assert.deepEqual(here(), []);
    assert.deepEqual(
      await push(events),
      [{ cell: 'main', step: 5, source: 'store' }],
      'and again after a kill',
    );
  });

  it('passes through this machine, and not over its disk, where the box cannot reach the store', async () => {
    const { box, look, push, here } = await trial();
    await save(box, 5);
    const events = await look();
    await rm(box.out(), { recursive: true });
    const { channel } = box.box;
    const exec = channel.exec.bind(channel);
    channel.exec = async (argv, options) =>
      String(options?.stdin).includes('X-Amz-Signature')
        ? { exitCode: 7, stdout: '', stderr: '', truncated: false }
        : exec(argv, options);
    assert.deepEqual(await push(events), [{ cell: 'main', step: 5, source: 'store' }]);
    assert.deepEqual(readFileSync(join(box.out(), 'checkpoint-5', WEIGHTS)), Buffer.from(checkpoint(5)));
    assert.deepEqual(here(), []);
  });

  it('starts nothing from other bytes than were kept, should the store give such', async () => {
    const { box, bucket, look, push } = await trial();
    await save(box, 5);
    const events = await look();
    const other = Buffer.from(checkpoint(5));
    other[other.length - 1] = (other.at(-1) as number) ^ 1;
    await bucket.putObject(keyOf(events, `checkpoint-5/${WEIGHTS}`), other);
    await rm(box.out(), { recursive: true });
    await assert.rejects(push(events), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'kept-copy-missing');
      assert.match(error.what, /weights\.safetensors: damaged/);
      return true;
    });
  });

  it('is not sent a second time when the look was killed before it could say so', async () => {
    const { box, look } = await trial();
    await save(box, 5);
    const unsaid = await look();
    const count = counting(box);
    assert.deepEqual(await look(), unsaid);
    assert.equal(count.puts, 0);
  });

  it('is gone on with where its sending was cut, and is nothing until then', async () => {
    const { box, look, names } = await trial();
    await save(box, 5);
    counting(box, 1);
    assert.deepEqual(await look(), []);
    assert.match(box.face.warnings.join('\n'), /the next look tries again/);
    const begun = (await names()).length;
    const count = counting(box);
    const [kept] = await look();
    assert.ok(kept?.type === 'kept');
    assert.ok(begun >= 1 && count.puts === 3 - begun, `${begun} were there, ${count.puts} were sent`);
  });

  for (const [what, spoil] of [
    ['other bytes', (bytes: Buffer) => bytes.fill(1, bytes.length - 8)],
    ['a part of it', (bytes: Buffer) => bytes.subarray(0, 700)],
  ] as const) {
    it(`does not count where the store has ${what} under its name, and is sent anew`, async () => {
      const { box, bucket, look, run } = await trial();
      await save(box, 5);
      const unsaid = await look();
      await bucket.putObject(keyOf(unsaid, `checkpoint-5/${WEIGHTS}`), spoil(Buffer.from(checkpoint(5))));
      const [not, ...more] = await look();
      assert.deepEqual(more, []);
      assert.ok(not?.type === 'not-kept');
      assert.match(not.why.join('\n'), /weights\.safetensors (reads as|has 700 bytes)/);
      assert.equal(run(not).cells.get('main')?.verifiedStep, undefined);
      const again = await look([not]);
      assert.equal(again[0]?.type, 'kept');
      assert.equal(run(not, ...again).cells.get('main')?.unkept, undefined);
    });
  }

  it('is no checkpoint there when it is none: what was sent of it is taken back', async () => {
    const { box, look, names } = await trial();
    await save(box, 5, checkpoint(5).subarray(0, 700));
    assert.deepEqual(await look(), []);
    assert.match(box.face.warnings.join('\n'), /checkpoint-5 is not kept/);
    assert.deepEqual(await names(), []);
  });

  it('makes room in the store once a newer one is proven there', async () => {
    const { box, look, names, run, world } = await trial();
    await save(box, 5);
    const first = await look();
    await save(box, 10);
    const events = [...first, ...(await look(first))];
    assert.equal((await names()).length, 6, 'until then both are there');
    const now = run(...events);
    const marks = dropKept(now, new Date(0)).flatMap((step) => step.marks);
    assert.deepEqual(marks, [storedIn(first).mark]);
    assert.equal((await new KeptStoring().drop(world, now, marks)).length, 1);
    assert.ok((await names()).every((name) => !name.includes('checkpoint-5')));
    assert.equal((await names()).length, 3);
  });

  it('stays in the store as long as the job retains it', async () => {
    const { box, look, run } = await trial({ retain: { last: 2 } });
    await save(box, 5);
    const first = await look();
    await save(box, 10);
    const second = await look(first);
    assert.deepEqual(dropKept(run(...first, ...second), new Date(0)), []);
  });

  it('is no problem when its copy has taken the very room that another one would need', async () => {
    const box = await keptBox();
    await box.write('last.safetensors', checkpoint(40));
    const look = (freeBytes: number, so: EventBody[] = []) => {
      const of = { world: box.world, run: box.run(...so), lease: box.lease(), job: box.job };
      const probe = box.probe([{ path: 'last.safetensors', bytes: 1, modifiedAt: 1 }]);
      return new Keeping(async () => freeBytes).keep(of, probe);
    };
    const kept = await look(4 * MARGIN_BYTES);
    assert.equal(kept[0]?.type, 'kept');
    assert.deepEqual(await look(MARGIN_BYTES, kept), []);
  });

  it('goes to the store, too, when its only copy lies on a machine that may be gone', async () => {
    const { box, look, run } = await trial();
    await save(box, 5);
    const [kept, ...stored] = await look();
    assert.ok(kept?.type === 'kept');
    const elsewhere: EventBody = { ...kept, in: { machine: 'another', dir: '/gone' } };
    assert.deepEqual(await look([elsewhere]), [kept, ...stored]);
    assert.deepEqual(run(elsewhere, kept, ...stored).cells.get('main')?.sets.length, 1);
  });

  it('leaves nothing half sent behind once a newer one is kept', async () => {
    const { box, keeping, look, names } = await trial();
    await save(box, 5);
    counting(box, 1);
    const patient = keeping();
    assert.deepEqual(await look([], undefined, patient), []);
    const begun = await names();
    assert.ok(begun.length > 0);
    counting(box);
    await rm(join(box.out(), 'checkpoint-5'), { recursive: true });
    await save(box, 10);
    const events = await look([], undefined, patient);
    assert.equal(events[0]?.type, 'kept');
    assert.equal((await names()).length, 3);
    assert.ok((await names()).every((name) => !begun.includes(name)));
  });

  it('is sealed at the end without going over the line again: the store copies what it has', async () => {
    const { box, look, gather, names } = await trial();
    await save(box, 5);
    const events = await look();
    const count = counting(box);
    const [, sealed] = await gather(events);
    assert.ok(sealed?.type === 'sealed');
    assert.equal(sealed.verified, 1);
    assert.equal(count.puts, 0);
    assert.equal((await names()).length, 6, 'the kept copies, and the sealed files with their checkpoint');
  });

  it('is sent again at the end where the store does not copy it', async () => {
    const { box, look, gather, bucket } = await trial();
    await save(box, 5);
    const events = await look();
    await bucket.deleteObject(keyOf(events, `checkpoint-5/${WEIGHTS}`));
    const count = counting(box);
    await gather(events);
    assert.equal(count.puts, 1);
    assert.match(box.face.lines.join('\n'), /weights\.safetensors is sent again: .*copy/);
  });

  it('is a whole checkpoint on the new box also to whoever looks at the times of its files', async () => {
    const { box, look, push } = await trial();
    await save(box, 5);
    const events = await look();
    await rm(box.out(), { recursive: true });
    await push(events);
    const [marker, weights] = ['state.json', WEIGHTS].map((name) =>
      statSync(join(box.out(), 'checkpoint-5', name)),
    );
    assert.equal(marker?.mtimeMs, weights?.mtimeMs);
  });

  it('is a problem at once where no place takes it, with its bytes and what helps, until one does', async () => {
    const { box, look, run } = await trial();
    await save(box, 5);
    const none = async () => [];
    const said = await look([], none);
    assert.equal(said[0]?.type, 'not-kept');
    assert.deepEqual(await look(said, none), [], 'once');
    const concern = concernsOf(run(...said), new Date(0)).find(({ key }) => key === 'not-kept:main');
    assert.ok(concern?.due);
    assert.match(concern.what, /\(\d+ bytes\) lies on .* alone: 1073741824 bytes are free on this side/);
    assert.match(concern.what, /names no store .* If the box is lost, everything is lost/);
    assert.match(
      concern.next,
      /^Free \d+ GB here.*the box is paid for until it is.*kind: s3.*storage: durable/,
    );
    const ended = concernsOf(run(...said, finished), new Date(0)).find(({ key }) =>
      key.startsWith('unsealed:'),
    );
    assert.match(ended?.next ?? '', /collect .* says what is missing\. .* free \d+ GB here/);
    assert.ok((ended?.usdPerHour ?? 0) > 0);
    const kept = await look(said);
    assert.ok(!concernsOf(run(...said, ...kept), new Date(0)).some(({ key }) => key === 'not-kept:main'));
  });
});
