import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownLengths } from '../../src/job/own-lengths.ts';
import { MOST_CONFIG_BYTES } from '../../src/job/training-length.ts';
import { loadJob } from './job-text.ts';

type Over = Record<string, string>;

/** What is said of a job whose code holds these files, as `file:line:column sentence`. */
function said(over: Over, files: Over): string[] {
  const job = loadJob({ smoke: 'smoke: none', ...over });
  return ownLengths(job, (path) => (Object.hasOwn(files, path) ? files[path] : undefined)).map(
    ({ at, what }) => `${at.file}:${at.line}:${at.column} ${what}`,
  );
}

const CASES: { it: string; over: Over; files: Over; says: RegExp }[] = [
  {
    it: 'an argument of the command, YAML below a key',
    over: {
      run: 'run: "python train.py --config \\"$CONFIG\\" --epochs 20"',
      c: 'cells: [configs/a.yml, configs/b.yml]',
    },
    files: { 'configs/a.yml': 'lr: 1\ntrainer:\n  max_epochs: 50\n', 'configs/b.yml': 'epochs: 20\n' },
    says: /^configs\/a\.yml:3:3 configs\/a\.yml, line 3, says max_epochs: 50, and `--epochs 20` of `run` is given to the cell "a":/,
  },
  {
    it: 'a variable of the job, JSON that is named by "@"',
    over: { run: 'run: accelerate launch train.py @args.json', v: 'vars: {NUM_TRAIN_EPOCHS: 3}' },
    files: { 'args.json': '{\n\t"lr": 2e-5,\n\t"num_train_epochs": 10.0\n}\n' },
    says: /^args\.json:3:2 .* says num_train_epochs: 10, and NUM_TRAIN_EPOCHS=3 of `vars` is given to the job:/,
  },
  {
    it: 'a variable of the cell, TOML, steps',
    over: {
      run: 'run: "torchtitan --job.config_file=./conf/$SIZE.toml"',
      c: 'cells: [{name: a, vars: {SIZE: 7b, MAX_STEPS: 100}}]',
    },
    files: { 'conf/7b.toml': '[training]\nlr = 1\nmax_steps = 5_000 # long\n' },
    says: /^conf\/7b\.toml:3:1 .* says max_steps: 5000, and MAX_STEPS=100 of the cell is given/,
  },
  {
    it: 'an argument with dots means that one key',
    over: { run: 'run: python train.py -c c.yaml stage2.epochs=5' },
    files: { 'c.yaml': 'stage1: {epochs: 5}\nstage2:\n  epochs: 9\n' },
    says: /^c\.yaml:3:3 .*epochs: 9, and `stage2\.epochs=5` of `run`/,
  },
  {
    it: 'an argument that a variable fills in, told once for all its cells',
    over: {
      run: 'run: "cd . && python train.py base.yml --num-epochs=$EPOCHS"',
      v: 'vars: {EPOCHS: 7}',
      c: 'cells: [a, b, c]',
    },
    files: { 'base.yml': 'num_epochs: 8' },
    says: /`--num-epochs=7` of `run` is given to the cell "a" and 2 more:/,
  },
];

const QUIET: { it: string; over: Over; files: Over }[] = [
  {
    it: 'the same number',
    over: { run: 'run: python t.py c.yml --epochs 20' },
    files: { 'c.yml': 'epochs: 20' },
  },
  { it: 'no override', over: { run: 'run: python t.py c.yml' }, files: { 'c.yml': 'epochs: 20' } },
  {
    it: 'epochs beside steps',
    over: { run: 'run: python t.py c.yml --max_steps 20' },
    files: { 'c.yml': 'epochs: 5' },
  },
  {
    it: 'a length that is not of the training, or not set',
    over: { run: 'run: python t.py c.yml --epochs 20 --max_steps 9' },
    files: { 'c.yml': 'scheduler: {epochs: 5}\neval:\n  max_steps: 3\nmax_steps: -1\nwarmup_epochs: 2\n' },
  },
  {
    it: 'a file that is not of the code, one that nothing names, and one that is no configuration',
    over: { run: 'run: "python t.py ../c.yml $UNKNOWN.yml --epochs 20"' },
    files: { 'c.yml': 'epochs: 5', 't.py': 'epochs = 5' },
  },
  {
    it: 'a file that is longer than any configuration',
    over: { run: 'run: python t.py c.yml --epochs 20' },
    files: { 'c.yml': `epochs: 5\n${'#'.repeat(MOST_CONFIG_BYTES)}` },
  },
  {
    it: 'a file that only looks like one',
    over: { run: 'run: python t.py c.json --epochs 20' },
    files: { 'c.json': '[{'.repeat(60_000) },
  },
];

describe('a length of training that the configuration of the trainer sets otherwise is told', () => {
  for (const each of CASES)
    it(`${each.it} [P2-14] [U32]`, () => {
      const lines = said(each.over, each.files);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', each.says);
    });

  for (const each of QUIET)
    it(`and nothing is said of ${each.it}`, () => assert.deepEqual(said(each.over, each.files), []));

  it('of many the first eight, and how many more there are', () => {
    const names = Array.from({ length: 12 }, (_, at) => `c${at}.yml`);
    const files = Object.fromEntries(names.map((name, at) => [name, `epochs: ${at + 1}`]));
    const lines = said(
      { run: 'run: "python t.py $CONFIG --epochs 99"', c: `cells: [${names.join(', ')}]` },
      files,
    );
    assert.equal(lines.length, 8);
    assert.match(lines[7] ?? '', /There are 4 more such differences\.$/);
  });
});
