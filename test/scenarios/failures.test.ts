import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { livesInTurn } from '../in-turn.ts';
import { onlyStory } from './ledger-story.ts';
import { type Outcome, type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('how a run ends', 3);

const FAILED = 1;

const OOM = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.';
const crash = (line: string): string =>
  `Traceback (most recent call last):\n  File "train.py", line 7, in <module>\n    main()\n${line}\n`;

/** A job whose command is this script, without a smoke before it. */
async function runScript(
  t: TestContext,
  script: string,
  watch: Record<string, unknown> = {},
): Promise<{ place: Place; outcome: Outcome }> {
  const place = placeFor(t);
  placeTinyJob(place, (job) => {
    job['smoke'] = 'none';
    job['run'] = 'sh told.sh';
    job['watch'] = { ...job['watch'], ...watch };
  });
  writeFileSync(join(place.repository, 'told.sh'), script);
  place.commit();
  return { place, outcome: await place.run(['run', '--yes']) };
}

/** Prints a text as it stands. */
const print = (text: string): string => `cat <<'END'\n${text.trimEnd()}\nEND\n`;

const startsOf = (place: Place): number =>
  onlyStory(place).events.filter(({ type }) => type === 'started').length;

describe('how a run ends, through the program', { timeout: 300_000 }, () => {
  const metrics = (...lines: string[]): string =>
    lines.map((line) => `echo '${line}' >>"$GPU_LEASE_OUT/metrics.jsonl"\n`).join('');

  const ends: [what: string, script: string, failureClass: string, signature: string, says: RegExp][] = [
    [
      'the memory of the card at the second step, by the optimizer [eval 3]',
      metrics('{"step":1,"loss":1.5}', '{"step":2,"loss":1.4}') + print(crash(OOM)),
      'VRAM_OOM',
      'F-M08',
      /optimizer state is allocated on the first one/,
    ],
    [
      'numbers that are none after a stable stretch [eval 6]',
      print(`step 1 loss 1.5\nstep 2 loss 1.4\nstep 3 loss: nan\n`),
      'NAN',
      'F-T01',
      /the same step again means data, another one learning rate or precision/,
    ],
    [
      'loader workers that each hold a copy [U9]',
      print(crash('RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.')),
      'HOST_OOM',
      'F-M02',
      /every worker holds a copy of the dataset object/,
    ],
  ];
  for (const [what, script, failureClass, signature, says] of ends)
    lives.it(`is told by ${what}`, async (t) => {
      const { place, outcome } = await runScript(t, `${script}exit 1\n`);
      assert.equal(outcome.exitCode, FAILED);
      assert.match(outcome.stdout + outcome.stderr, new RegExp(`\\(${failureClass}, ${signature}\\)`));
      assert.equal(startsOf(place), 1, 'the same would end the same way: it is not paid for again');
      const { stdout } = await place.run(['diagnose', onlyStory(place).run.id]);
      assert.match(
        stdout,
        new RegExp(`^\\S+ main: dead \\(exit 1, ${failureClass}\\)\\n${failureClass} \\(${signature}\\)`),
      );
      assert.match(stdout, says);
      assert.match(stdout, /Meanwhile it costs /);
    });

  lives.it(
    'is shown as a failed smoke is: exception, place, last lines; and its log can be read after the box is gone',
    async (t) => {
      const script = 'exec python3 broken.py\n';
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['run'] = 'sh told.sh';
        job['env'] = ['DEMO_TOKEN'];
      });
      writeFileSync(join(place.repository, 'told.sh'), script);
      const python =
        'import os\nprint("token", os.environ["DEMO_TOKEN"])\ndef train():\n    raise ValueError("shape mismatch")\ntrain()\n';
      writeFileSync(join(place.repository, 'broken.py'), python);
      place.commit();
      place.env['DEMO_TOKEN'] = 'tok_9a8b7c6d5e4f';
      const run = await place.run(['run', '--yes']);
      assert.equal(run.exitCode, FAILED, run.output);
      assert.match(
        run.output,
        /broken\.py:4:1: main is dead: [^\n]* It ended with a Python traceback: ValueError: shape mismatch\n/,
      );
      assert.match(run.output, /Last lines of its output:\n[\s\S]*File "[^"]*broken\.py", line 4, in train/);
      assert.match(run.output, /Read its log \("gpu-lease log tiny-\S+ --attempt 1"\)/);
      const { id } = onlyStory(place).run;
      const report = readFileSync(join(place.repository, 'gpu-lease-out', id, 'report.html'), 'utf8');
      assert.match(report, /<h2>What it printed last<\/h2>[\s\S]*ValueError: shape mismatch/);
      const asked = await place.run(['abandon', id]);
      const [, phrase = ''] = /to give this up, type: (.+)/.exec(asked.output) ?? [];
      const gone = await place.run(['abandon', id, '--approve', phrase]);
      assert.equal(gone.exitCode, 0, gone.output);
      const { stdout } = await place.run(['log', id]);
      assert.match(stdout, /^token \*\*\*\nTraceback [\s\S]*ValueError: shape mismatch\n$/);
    },
  );

  lives.it(
    'is well by its exit record, whatever stands in its log [P4-03] [P4-04] [XC-03] [D-10]',
    async (t) => {
      const script = `${print(`${crash(OOM)}relative Error 0.02\nKilled\nstep 900 loss: nan`)}exec sh train.sh\n`;
      const { place, outcome } = await runScript(t, script);
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      const [end] = onlyStory(place).events.filter(({ type }) => type === 'cell-ended');
      assert.ok(end?.type === 'cell-ended' && end.verdict === 'finished');
    },
  );

  lives.it(
    'is chance where a signal ended it, though a model says "CUDA out of memory" in its samples [P4-04]',
    async (t) => {
      const sample = `sample 4 | Q: my run says "${OOM}", what is that? A: It`;
      const script = `[ "$GPU_LEASE_ATTEMPT" != 1 ] || { ${print(sample).trimEnd()}\nkill -9 $$; }\nexec sh train.sh\n`;
      const { place, outcome } = await runScript(t, script);
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      assert.equal(startsOf(place), 2);
      const [lost] = onlyStory(place).events.filter(({ type }) => type === 'preempted');
      assert.match(lost?.type === 'preempted' ? lost.why : '', /ended by a signal/);
    },
  );

  lives.it(
    'is looked at before it is believed where it took far less time than expected [P4-06]',
    async (t) => {
      const { place, outcome } = await runScript(t, 'exec sh train.sh\n', { expected: '20min' });
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      assert.match(outcome.stdout + outcome.stderr, /main finished in less than half of the expected time/);
      writeFileSync(join(place.repository, 'said.log'), outcome.stdout + outcome.stderr);
      const { stdout } = await place.run(['diagnose', 'said.log']);
      assert.match(stdout, /FAST_FINISH \(F-T07\)/);
    },
  );

  lives.it(
    'says of a cell that died what it held of memory, where that is all there is [P4-18] [U9]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['run'] = 'sleep 8 && kill -9 $$';
        job['retry'] = { max: 0 };
      });
      const tools = join(place.dir, 'tools');
      mkdirSync(tools);
      const card = `#!/bin/sh\ncase "$*" in *clocks.sm,power.draw*) echo '0, NVIDIA A100, 97, 39500, 40960, 60, 1400, 300' ;; *) exit 9 ;; esac\n`;
      writeFileSync(join(tools, 'nvidia-smi'), card, { mode: 0o755 });
      place.env['PATH'] = `${tools}${delimiter}${place.env['PATH']}`;
      const { output } = await place.run(['run', '--yes']);
      assert.match(
        output,
        /main is dead: [^\n]*\n[\s\S]*main: memory of the card: at most 41\.4 GB of 42\.9 GB, which is all there is/,
      );
    },
  );
});
