// Over ten seconds: a training of somebody else is set up and then lives.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { fixtureFiles } from '../verify/fixtures.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { awaitedPhrase } from './whole-life.ts';

/**
 * Stands for the library, as far as a run of it can be seen from outside: a folder for each checkpoint with the files that the real
 * one wrote (test/verify/fixtures/trainers), in its order, its state last; and a resume that reads all of them unconditionally.
 */
const LIBRARY = `
import json, os, shutil, time
PARTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "parts")
ORDER = ["model.safetensors", "config.json", "generation_config.json", "training_args.bin", "optimizer.pt", "scheduler.pt", "rng_state.pth"]
class Trainer:
    def __init__(self, output_dir, max_steps, save_steps):
        self.out, self.max, self.every = output_dir, max_steps, save_steps
    def train(self, resume_from_checkpoint):
        step = 0
        if resume_from_checkpoint is True: raise ValueError("No valid checkpoint found in output directory")
        if resume_from_checkpoint:
            last = resume_from_checkpoint
            for name in ORDER: open(os.path.join(last, name), "rb").read()
            step = json.load(open(os.path.join(last, "trainer_state.json")))["global_step"]
            print("resumed from", last, flush=True)
        while step < self.max:
            step += 1
            time.sleep(float(os.environ.get("STEP_SECONDS", "0.05")))
            if step % self.every == 0 or step == self.max: self.save(step)
    def save(self, step):
        folder = os.path.join(self.out, "checkpoint-%d" % step)
        os.makedirs(folder, exist_ok=True)
        for name in ORDER: shutil.copyfile(os.path.join(PARTS, name), os.path.join(folder, name))
        state = json.load(open(os.path.join(PARTS, "trainer_state.json")))
        state.update(global_step=step, max_steps=self.max)
        with open(os.path.join(folder, "half"), "w") as file: json.dump(state, file)
        os.rename(os.path.join(folder, "half"), os.path.join(folder, "trainer_state.json"))
    def save_model(self):
        shutil.copyfile(os.path.join(PARTS, "model.safetensors"), os.path.join(self.out, "model.safetensors"))
        shutil.copyfile(os.path.join(PARTS, "config.json"), os.path.join(self.out, "config.json"))
`;

const SCRIPT = `
import argparse, glob, os
from transformers import Trainer
parser = argparse.ArgumentParser()
parser.add_argument("--output_dir")
parser.add_argument("--max_steps", type=int, default=200)
args = parser.parse_args()
trainer = Trainer(args.output_dir, args.max_steps, 5)
done = glob.glob(os.path.join(args.output_dir, "checkpoint-*", "trainer_state.json"))
last = os.path.dirname(max(done, key=lambda f: int(f.split("-")[-1].split("/")[0]))) if done else None
trainer.train(resume_from_checkpoint=last)
trainer.save_model()
`;

const PARTS = [
  'config.json',
  'generation_config.json',
  'model.safetensors',
  'optimizer.pt',
  'rng_state.pth',
  'scheduler.pt',
  'trainer_state.json',
  'training_args.bin',
];

describe('the job file that "gpu-lease init" writes for transformers', {
  skip: missing('git', 'python3'),
  timeout: 300_000,
}, () => {
  it('is drilled, kept as whole folders while it runs, goes on on another box, and is sealed with every file', async (t) => {
    const place = placeFor(t);
    mkdirSync(join(place.repository, 'parts'));
    for (const [path, content] of fixtureFiles('trainers/one-rank'))
      writeFileSync(join(place.repository, path.replace('checkpoint-4', 'parts')), content);
    writeFileSync(join(place.repository, 'transformers.py'), LIBRARY);
    writeFileSync(join(place.repository, 'train.py'), SCRIPT);
    const from = installation();
    const init = await place.run(['init'], { from });
    assert.equal(init.exitCode, 0, init.output);
    const file = join(place.repository, 'gpu-lease.yml');
    const job = readFileSync(file, 'utf8')
      .replace(/gpu: \{.*$/m, 'gpu: none')
      .replace('--max_steps 20', '--max_steps 60');
    assert.match(job, /resume: continues/);
    writeFileSync(file, job);
    place.commit();

    const running = place.start(['run'], { from });
    await running.says(/checkpoint of step \d+ \(checkpoint-\d+, 8 files\) pulled, hash-equal and loaded/);
    const [box = ''] = place.boxes();
    await destroyLocalBox(place.boxesDir, box, systemClock);
    const run = await running.ended;
    assert.equal(run.exitCode, 0, run.output);
    assert.match(run.output, /resume drill passed in/);

    const story = onlyStory(place);
    for (const { files, set, step } of ofType(story, 'kept')) {
      if (set === undefined) continue;
      assert.equal(set.name, `checkpoint-${step}`);
      assert.deepEqual(
        files.map(({ path }) => path).sort(),
        PARTS.map((name) => `${set.name}/${name}`),
        'one step, and all of it',
      );
    }
    assert.equal(ofType(story, 'started')[1]?.from[0]?.source, 'our-copy');
    assert.ok((ofType(story, 'started')[1]?.from[0]?.step ?? 0) > 0);

    const { seal } = story.run;
    assert.ok(seal && seal.verified === seal.roster, run.output);
    const sealed = JSON.parse(readFileSync(join(seal.place, '+evidence', 'seal.json'), 'utf8')).document
      .files;
    const paths = sealed.map(({ path }: { path: string }) => path);
    for (const path of [...PARTS.map((name) => `checkpoint-200/${name}`), 'model.safetensors', 'config.json'])
      assert.ok(paths.includes(path) && existsSync(join(seal.place, 'main', path)), `${path} of ${paths}`);
    assert.ok(readdirSync(join(seal.place, 'main')).includes('checkpoint-200'));
    const released = await place.run(['release', '--approve', awaitedPhrase(place) ?? ''], { from });
    assert.equal(released.exitCode, 0, released.output);
  });
});
