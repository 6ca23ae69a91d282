// Over ten seconds: one run is trained to its seal, and another one goes on from what was sealed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { ofType, stories } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const REFUSED = 10;

describe('a run that begins from the sealed checkpoint of another one', { timeout: 180_000 }, () => {
  it('goes on behind its last step, says so in record, seal and statement, and rents nothing for a checkpoint that was altered', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['vars'].TINY_STEP_MS = 2;
    });
    const first = await place.run(['run', '--json']);
    assert.equal(first.exitCode, 0, first.output);
    const { run: source, seal } = JSON.parse(first.stdout);

    // The next one trains longer, and its author knows that the settings in the checkpoint differ.
    const state = join(place.repository, 'state.mjs');
    writeFileSync(
      state,
      readFileSync(state, 'utf8').replace('metadata.settings !== JSON.stringify(settings)', 'false'),
    );
    const jobFile = join(place.repository, 'gpu-lease.yml');
    const job = parse(readFileSync(jobFile, 'utf8'));
    job.from = source;
    job.vars.TINY_STEPS = 130;
    job.metrics['total-steps'] = 130;
    writeFileSync(jobFile, stringify(job));
    place.commit();

    const checkpoint = join(
      place.repository,
      'gpu-lease-out',
      source,
      'main',
      'checkpoints',
      'last.safetensors',
    );
    const whole = readFileSync(checkpoint);
    execFileSync('chmod', ['u+w', checkpoint]);
    writeFileSync(checkpoint, Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) ?? 0) ^ 1])]));
    const altered = await place.run(['run', '--json']);
    assert.equal(altered.exitCode, REFUSED, altered.output);
    assert.match(
      altered.output,
      /do not have, as it was sealed: main\/checkpoints\/last\.safetensors\. Nothing was rented/s,
    );
    assert.equal(place.boxes().length, 1);
    writeFileSync(checkpoint, whole);

    const second = await place.run(['run', '--json']);
    assert.equal(second.exitCode, 0, second.output);
    const { run: id } = JSON.parse(second.stdout);
    const story = stories(place).find(({ run }) => run.id === id);
    assert.ok(story);
    const [begun] = ofType(story, 'begins-from');
    assert.deepEqual([begun?.run, begun?.seal, begun?.cells[0]?.step], [source, seal, 100]);
    assert.deepEqual(ofType(story, 'started')[0]?.from, [{ cell: 'main', step: 100, source: 'our-copy' }]);
    assert.ok((ofType(story, 'resumed')[0]?.firstStep ?? 0) > 100, JSON.stringify(ofType(story, 'resumed')));
    const out = join(place.repository, 'gpu-lease-out', id);
    const [line = ''] = readFileSync(join(out, 'main', 'metrics.jsonl'), 'utf8').split('\n');
    assert.equal(JSON.parse(line).step, 101);
    const { document } = JSON.parse(readFileSync(join(out, '+evidence', 'seal.json'), 'utf8'));
    assert.deepEqual(document.from, { run: source, seal, digest: begun?.digest });
    const { predicate } = JSON.parse(readFileSync(join(out, '+evidence', 'statement.json'), 'utf8'));
    assert.deepEqual([predicate.from.run, predicate.from.seal.sha256], [source, seal]);
    const events = await place.run(['events', id]);
    assert.match(events.stdout, new RegExp(`begins from ${source}, sealed as ${seal.slice(0, 8)}`));
  });
});
