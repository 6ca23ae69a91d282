// Over ten seconds: what a box fetches is fetched by real boxes, two of them where the first is taken away.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { missing } from '../requirement.ts';
import { type FileTwin, startFileTwin } from '../twins/file-twin.ts';
import { startSlowProxy } from '../twins/slow-proxy.ts';
import { global, PROTO2, pickle, REDUCE, STOP, text, tuple } from '../verify/pickle-writer.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { corpusAt as at, hubFor, sha256, training } from './data-job.ts';
import { ofType, onlyStory, stories } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { assertWellEnded, awaitedPhrase } from './whole-life.ts';

const CORPUS = Buffer.alloc(300_000, 'corpus of one commit ');
const CARD = Buffer.from('# A small file\n');

const headings = (output: string): string[] =>
  [...output.matchAll(/^== (.*)$/gm)].map(([, text = '']) => text);

const takeAway = (place: Place): Promise<void> =>
  destroyLocalBox(place.boxesDir, place.boxes().at(-1) ?? '', systemClock);

async function runAndMeet(place: Place, meet: () => void | Promise<void>) {
  const running = place.start(['run']);
  await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
  await meet();
  return running.ended;
}

describe('data that the box fetches', { skip: missing('curl'), timeout: 300_000, concurrency: 3 }, () => {
  let web: FileTwin;
  before(async () => {
    web = await startFileTwin();
  });
  after(() => web.close());

  it('is planned with its size, fetched before the command at one commit, and its digests are in the record and the seal', async (t) => {
    const place = placeFor(t);
    const { pushed } = await hubFor(t, place);
    const oid = pushed({ 'train/a.bin': CORPUS, 'train/b/README.md': CARD, 'other/c.bin': CARD });
    placeTinyJob(place, (job) => {
      training([at('main')])(job);
      job['run'] = job['run'].replace('corpus/*', 'corpus/a.bin "$GPU_LEASE_DATA"/corpus/b/README.md');
    });
    const plan = await place.run(['plan', '--json']);
    assert.equal(plan.exitCode, 0, plan.output);
    const bytes = CORPUS.length + CARD.length;
    assert.deepEqual(JSON.parse(plan.stdout).data, {
      sources: [{ from: at('main').from, revision: oid, to: 'corpus', files: 2, bytes, unproven: 0 }],
      notes: [],
      problems: [],
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    assert.ok(!run.output.includes(place.env['HF_TOKEN'] ?? '?'));
    assert.deepEqual(
      headings(run.output).filter((each) => ['data', 'rent'].includes(each)),
      ['data', 'rent'],
      'each thing is begun once',
    );
    const story = onlyStory(place);
    const [resolved] = ofType(story, 'data-resolved');
    const [fetched] = ofType(story, 'data-fetched');
    assert.equal(resolved?.sources[0]?.revision, oid);
    const sums = `${sha256(CORPUS)}  a.bin\n${sha256(CARD)}  b/README.md\n`;
    assert.deepEqual(fetched?.sources, [{ to: 'corpus', files: 2, bytes, sha256: sha256(sums) }]);
    const evidence = join(story.run.seal?.place ?? '', '+evidence', 'seal.json');
    const [sealed] = JSON.parse(readFileSync(evidence, 'utf8')).document.data;
    assert.deepEqual(sealed, { from: at('main').from, ...fetched?.sources[0], revision: oid });
    const read = readFileSync(join(story.run.seal?.place ?? '', 'main', 'read.txt'), 'utf8');
    assert.match(read, new RegExp(`^${sha256(CORPUS)} `));
    const released = await place.run(['release', '--approve', awaitedPhrase(place) ?? '']);
    assert.equal(released.exitCode, 0, released.output);
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });

  it('is measured on the box by the way that the fetch takes, before anything is started [P0-18] [AD2]', async (t) => {
    const place = placeFor(t);
    const proxy = await startSlowProxy(4_000_000);
    t.after(() => proxy.close());
    web.files.set('/far/corpus.bin', Buffer.alloc(20_000_000, 'far away '));
    const from = `${web.url}/far/corpus.bin`;
    placeTinyJob(place, (job) => {
      training([{ from, to: 'corpus' }])(job);
      job['vars'].http_proxy = `http://${proxy.host}`;
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    const [, perSecond] =
      new RegExp(
        `audit P0-18: ${web.url} by curl, through ${proxy.host} \\(http_proxy\\): ([0-9.]+) MB/s; the 20000000 bytes`,
      ).exec(run.output) ?? [];
    assert.ok(Number(perSecond) > 0.5 && Number(perSecond) < 10, run.output);
    const [audited] = ofType(onlyStory(place), 'audited');
    assert.ok(audited?.findings.some(({ id, level }) => id === 'P0-18' && level === 'info'));
    assert.deepEqual([...new Set(proxy.asked)], [from], 'measured and fetched by one way');
    assert.equal(proxy.asked.length, 2);
  });

  it('keeps to its commit on a second box, although the branch has moved on', async (t) => {
    const place = placeFor(t);
    const { pushed } = await hubFor(t, place);
    pushed({ 'train/a.bin': CORPUS });
    placeTinyJob(place, (job) => {
      training([at('main')], 100)(job);
      job['vars'].TINY_STEP_MS = 40;
    });
    const run = await runAndMeet(place, async () => {
      pushed({ 'train/a.bin': Buffer.from('another corpus') });
      await takeAway(place);
    });
    assert.equal(run.exitCode, 0, run.output);
    const story = onlyStory(place);
    assert.equal(ofType(story, 'started').length, 2);
    assert.equal(ofType(story, 'data-resolved').length, 1);
    const read = readFileSync(join(story.run.seal?.place ?? '', 'main', 'read.txt'), 'utf8');
    assert.match(read, new RegExp(`^${sha256(CORPUS)} `));
  });

  it('rents no second box for data that are not what the first one had, and says what changed', async (t) => {
    const place = placeFor(t);
    web.files.set('/moving.bin', CORPUS);
    placeTinyJob(place, (job) => {
      training([{ from: `${web.url}/moving.bin`, to: 'corpus' }], 100)(job);
      job['vars'].TINY_STEP_MS = 40;
    });
    const run = await runAndMeet(place, async () => {
      web.files.set('/moving.bin', Buffer.alloc(1234, 'x'));
      await takeAway(place);
    });
    assert.notEqual(run.exitCode, 0);
    const story = onlyStory(place);
    assert.equal(story.run.halted?.code, 'data-changed', run.output);
    assert.match(story.run.halted?.what ?? '', /was 1 files and 300000 bytes .* is 1 files and 1234 bytes/);
    assert.equal(place.boxes().length, 1);
  });

  it('starts no command on a second box that got other bytes of the same size', async (t) => {
    const place = placeFor(t);
    web.files.set('/same-size.bin', CORPUS);
    placeTinyJob(place, (job) => {
      training([{ from: `${web.url}/same-size.bin`, to: 'corpus' }], 100)(job);
      job['vars'].TINY_STEP_MS = 40;
    });
    const run = await runAndMeet(place, async () => {
      web.files.set('/same-size.bin', Buffer.alloc(CORPUS.length, 'other bytes '));
      await takeAway(place);
    });
    assert.equal(run.exitCode, 1, run.output);
    assert.match(
      run.output,
      /fetching the data failed, and no cell was started: .*not what the earlier box of this run had/,
    );
    const [ended] = ofType(onlyStory(place), 'cell-ended');
    assert.equal(ended?.failureClass, 'DATA_DIFFERS');
  });

  it('stops before the command where the source sends other bytes than it promised', async (t) => {
    const place = placeFor(t);
    web.files.set('/promised.bin', CORPUS);
    placeTinyJob(
      place,
      training([{ from: `${web.url}/promised.bin`, to: 'corpus', sha256: 'a'.repeat(64) }]),
    );
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 1, run.output);
    assert.match(
      run.output,
      /corpus\/promised\.bin is not what was promised: 300000 bytes, sha256 [0-9a-f]{64} came/,
    );
  });

  it('is verified where it lies before anything is rented, and weights that would run a program rent nothing', async (t) => {
    const place = placeFor(t);
    const { pushed } = await hubFor(t, place);
    const sound = safetensorsFile({ w: { shape: [1000], data: weights(1000) } });
    const oid = pushed({ 'train/model.safetensors': Buffer.from(sound) });
    const program = pickle(PROTO2, global('posix', 'system'), tuple(text('true')), REDUCE, STOP);
    const evil = pushed({ 'train/pytorch_model.bin': Buffer.from(program) });
    placeTinyJob(place, training([{ ...at(evil), verify: 'L2' }]));
    const refused = await place.run(['run']);
    assert.notEqual(refused.exitCode, 0);
    assert.match(refused.output, /"pytorch_model\.bin" is not whole to L2: .*never load it \(import-refused/);
    assert.deepEqual(place.boxes(), []);
    placeTinyJob(place, training([{ ...at(oid), verify: 'L2' }]));
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    const [resolved] = ofType(
      stories(place).find((story) => ofType(story, 'data-fetched').length > 0) ??
        assert.fail('no run fetched'),
      'data-resolved',
    );
    assert.equal(resolved?.sources[0]?.verified, 'L2');
  });

  it('rents nothing for a repository that is not there, for names that lead elsewhere, and without its token', async (t) => {
    const place = placeFor(t);
    const { pushed } = await hubFor(t, place);
    const evil = pushed({ 'train/../../etc/passwd': CARD });
    const refused: [unknown[], RegExp, Record<string, string | undefined>][] = [
      [[at('no-such-branch')], /hf:\/\/datasets\/ada\/corpus\/train@no-such-branch: HTTP 404/, {}],
      [[{ ...at(evil), from: `hf://datasets/ada/corpus@${evil}` }], /leads out of its folder/, {}],
      [[at(evil)], /HF_TOKEN/, { HF_TOKEN: undefined }],
    ];
    for (const [data, words, over] of refused) {
      placeTinyJob(place, training(data));
      const run = await place.run(['run'], { env: over });
      assert.notEqual(run.exitCode, 0);
      assert.match(run.output, words);
      assert.deepEqual(place.boxes(), []);
    }
  });
});
