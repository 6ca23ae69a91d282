import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { ofType } from '../scenarios/ledger-story.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';
import { Newcomer, type Toll } from './newcomer.ts';
import { lifeWithALoss } from './taken-away.ts';
import { placeTrainer } from './trainer.ts';

/** A project of somebody who writes as they always did. */
export interface Stranger {
  /** Folder below `strangers/`. */
  name: string;
  is: string;
  /** Files of ours that are as theirs would be. */
  also?: readonly string[];
  /** Its framework, or the script itself, goes on without a line of ours. */
  goesOnByItself: boolean;
  /** Files, as they lie below the output directory, that this person trained for. */
  wants: readonly RegExp[];
}

export const STRANGERS: readonly Stranger[] = [
  {
    name: 'nanogpt',
    is: 'nanoGPT-like, --out_dir and --init_from=resume',
    also: ['examples/nanogpt/model.py', 'examples/nanogpt/configurator.py'],
    goesOnByItself: true,
    wants: [/^ckpt\.pt$/],
  },
  {
    name: 'trainer',
    is: 'HF Trainer, run_clm.py --output_dir',
    goesOnByItself: true,
    wants: [/^model\.safetensors$/, /^config\.json$/, /^checkpoint-\d+\/optimizer\.pt$/],
  },
  {
    name: 'lightning',
    is: 'Lightning, its own lightning_logs',
    goesOnByItself: false,
    wants: [/^lightning_logs\/version_\d+\/checkpoints\/.*\.ckpt$/, /tfevents/],
  },
  {
    name: 'plain',
    is: 'prints, and saves model.pt at the end',
    goesOnByItself: false,
    wants: [/^model\.pt$/],
  },
  {
    name: 'vision',
    is: 'torchvision reference-like, --output-dir and --resume',
    goesOnByItself: true,
    wants: [/^checkpoint\.pth$/],
  },
  {
    name: 'keras',
    is: 'Keras fit(), BackupAndRestore("backup")',
    goesOnByItself: true,
    wants: [/^model\.keras$/, /^training\.csv$/],
  },
];

/** From `git init` to the seal, as somebody would go who reads what is printed; the box is lost in between. */
export async function goesTheWholeWay(t: TestContext, stranger: Stranger): Promise<Toll> {
  const { name, also = [], goesOnByItself, wants } = stranger;
  const place = placeTrainer(t, join('strangers', name));
  for (const file of also) copyFileSync(join(repositoryRoot, file), join(place.repository, basename(file)));
  place.commit();
  let person = new Newcomer(place, {});
  const began = performance.now();
  const { exitCode, story, said } = await lifeWithALoss(t, place, async ({ user, env }) => {
    person = new Newcomer(place, env);
    await person.setsUp();
    person.edits(/^ {2}- local$/m, `  - {platform: lambda, user: ${user}}`);
    place.commit();
    const plan = await person.types('plan');
    assert.equal(plan.exitCode, 0, plan.output);
    await person.smokes();
  });
  const { toll } = person;
  toll.commands.push('run');
  toll.seconds = (performance.now() - began) / 1000;

  assert.equal(exitCode, 0, said);
  assert.ok(story.run.closed && story.run.seal, said);
  assert.equal(ofType(story, 'smoke-passed').length, 1, 'what was smoked is not smoked again');
  assert.equal(story.run.leases.length, 2, 'the box that was lost and the one that finished');
  const [from] = ofType(story, 'started')[1]?.from ?? [];
  assert.ok((from?.step ?? 0) > 0, said);
  assert.ok(
    ofType(story, 'resumed').every(({ firstStep }) => firstStep > 0),
    'it went on, and did not begin anew',
  );
  assert.ok(toll.editsOfJob <= 2, `${toll.editsOfJob} edits of the job file`);
  assert.ok(toll.editsOfCode <= (goesOnByItself ? 0 : 1), `${toll.editsOfCode} edits of the code`);
  assert.ok(toll.smokes <= 2, `${toll.smokes} smokes`);

  const evidence = join(story.run.seal.place, '+evidence');
  const sealed: { path: string }[] = JSON.parse(readFileSync(join(evidence, 'seal.json'), 'utf8')).document
    .files;
  const paths = sealed.map(({ path }) => path);
  for (const wanted of wants)
    assert.ok(
      paths.some((path) => wanted.test(path)),
      `${wanted} in ${paths}`,
    );
  const logs = readdirSync(evidence).filter((file) => /log/.test(file));
  assert.ok(logs.length > 0, `the log is kept: ${readdirSync(evidence)}`);
  return toll;
}

/** As a table, for a person. */
export function tollTable(tolls: readonly (readonly [Stranger, Toll])[]): string {
  const rows = tolls.map(([{ is }, toll]) => [
    is,
    String(toll.editsOfJob),
    String(toll.editsOfCode),
    String(toll.smokes),
    toll.seconds.toFixed(0),
    toll.commands.map((each) => each.split(' ').slice(0, 2).join(' ')).join(', '),
  ]);
  const head = ['project', 'job file', 'code', 'smokes', 'seconds', 'commands'];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
