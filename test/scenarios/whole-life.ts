import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasePhrase } from '../../src/lease/warrant.ts';
import { ofType, onlyStory, type Story, stories } from './ledger-story.ts';
import type { Place } from './run-bundle.ts';

/** The phrase that the run waits for, as its ledger tells it; `undefined` while it waits for none. */
export function awaitedPhrase(place: Place): string | undefined {
  const [story] = stories(place);
  const lease = story?.run.leases.at(-1);
  if (!story?.run.seal || !lease || story.run.closed) return;
  return releasePhrase(lease.name, story.run.seal.seal, []);
}

/**
 * What must be true of a run that is over, however often its program was killed: every artifact is here and verified,
 * the platform was asked for exactly what the ledger says, the trainer ran once per attempt, and nothing is left.
 */
export async function assertWellEnded(
  place: Place,
  expected: { boxes: number; starts?: number },
): Promise<void> {
  const story = onlyStory(place);
  assert.ok(story.archived, 'the ledger has put the run away');
  assert.deepEqual(story.run.ignored, [], 'every event follows from the one before');
  await assertBoxes(place, story, expected.boxes);
  assertArtifacts(story);
  if (expected.starts !== undefined) assertStarts(place, story, expected.starts);
  const left = place.processes();
  assert.deepEqual(left, [], 'no process is left of a box, a smoke or a command');
}

async function assertBoxes(place: Place, story: Story, count: number): Promise<void> {
  const intended = ofType(story, 'intended').map((event) => event.lease);
  assert.equal(new Set(intended).size, intended.length, 'no intent twice');
  assert.deepEqual(
    ofType(story, 'rented').map((event) => event.lease),
    intended,
    'one rented box per intent',
  );
  assert.deepEqual(
    place.boxes().sort(),
    [...intended].sort(),
    'the platform rented out what the ledger says',
  );
  assert.equal(intended.length, count);
  for (const name of place.boxes()) {
    const box = await place.boxRecord(name);
    assert.equal(box.state, 'destroyed');
    assert.deepEqual(
      box.meters.filter((meter) => meter.stoppedAt === null),
      [],
      'no meter runs at the platform',
    );
  }
  assert.deepEqual(
    story.run.leases.flatMap((lease) => lease.meters).filter((meter) => !meter.stoppedAt),
    [],
  );
}

/** Hashes every sealed file here and now; the program's word for it does not count. */
function assertArtifacts(story: Story): void {
  const { seal } = story.run;
  assert.ok(seal, 'the run is sealed');
  assert.equal(seal.verified, seal.roster);
  const { document } = JSON.parse(readFileSync(join(seal.place, '+evidence', 'seal.json'), 'utf8'));
  assert.equal(document.files.length, seal.roster);
  for (const { cell, path, sha256 } of document.files) {
    const bytes: Buffer = readFileSync(join(seal.place, cell, path));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, path);
  }
  const steps = story.run.opened?.document.metrics?.totalSteps;
  assert.equal(stepOfCheckpoint(join(seal.place, 'main', 'checkpoints', 'last.safetensors')), steps);
}

/** From the header of a checkpoint of `examples/tiny`: 8 bytes of length, then JSON. */
export function stepOfCheckpoint(path: string): number {
  const bytes: Buffer = readFileSync(path);
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString('utf8'));
  return Number(header.__metadata__.step);
}

function assertStarts(place: Place, story: Story, count: number): void {
  const started = ofType(story, 'started').map((event) => event.attempt);
  assert.equal(started.length, count, `attempts in the ledger: ${started.join(', ')}`);
  const lines = readFileSync(join(story.run.seal?.place ?? place.dir, 'main', 'starts.txt'), 'utf8')
    .trim()
    .split('\n');
  assert.equal(lines.length, count, `the trainer was started as process ${lines.join(', ')}`);
}
