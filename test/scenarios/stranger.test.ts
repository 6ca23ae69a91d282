// Over ten seconds: a script that only prints is set up by what init says, drilled, loses its box and is sealed.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { Newcomer } from '../frameworks/newcomer.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor, repositoryRoot } from './run-bundle.ts';

/** The six of test/frameworks/strangers.long.ts go the same way with their own frameworks, over sshd. */
describe('a stranger’s script that prints, and saves its weights at the end', {
  skip: missing('git', 'python3', 'torch'),
  timeout: 300_000,
}, () => {
  it('is sealed after one edit of its code, one of the job file, one smoke, and the loss of its box', async (t) => {
    const place = placeFor(t);
    // The python3 that has torch.
    const bin = join(place.dir, 'bin');
    mkdirSync(bin);
    symlinkSync('/usr/bin/python3', join(bin, 'python3'));
    place.env['PATH'] = `${bin}:${place.env['PATH']}`;
    const theirs = join(repositoryRoot, 'test', 'frameworks', 'strangers', 'plain', 'train.py');
    const script = readFileSync(theirs, 'utf8').replace('EPOCHS = 300', 'EPOCHS = 80');
    writeFileSync(join(place.repository, 'train.py'), script);
    place.commit();
    const person = new Newcomer(place, {});
    await person.setsUp();
    person.edits(/gpu: \{.*$/m, 'gpu: none');
    await person.smokes();
    const { editsOfCode, editsOfJob, smokes } = person.toll;
    assert.deepEqual({ editsOfCode, editsOfJob, smokes }, { editsOfCode: 1, editsOfJob: 1, smokes: 1 });

    const running = place.start(['run'], { from: installation() });
    await running.says(/checkpoint of step [1-9]\d* pulled, hash-equal and loaded/);
    const [box = ''] = place.boxes();
    await destroyLocalBox(place.boxesDir, box, systemClock);
    const run = await running.ended;
    assert.equal(run.exitCode, 0, run.output);
    const story = onlyStory(place);
    assert.ok((ofType(story, 'started')[1]?.from[0]?.step ?? 0) > 0, run.output);
    const { seal } = story.run;
    assert.ok(seal && seal.verified === seal.roster, run.output);
    for (const name of ['model.pt', 'last.pt']) assert.ok(existsSync(join(seal.place, 'main', name)), name);
  });
});
