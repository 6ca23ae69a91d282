import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { SlurmRequest } from '../../src/job/job.ts';
import * as remote from '../../src/platforms/slurm/remote.ts';
import { type Asked, renderScript } from '../../src/platforms/slurm/script.ts';
import { missing } from '../requirement.ts';

const asked = (slurm: Partial<SlurmRequest> = {}, over: Partial<Asked> = {}): Asked => ({
  name: 'train-17-1',
  owner: 'abcdefghij',
  want: {},
  candidate: {
    platform: 'slurm',
    slurm: { requeue: true, signalSeconds: 120, modules: [], directives: [], ...slurm },
  },
  ...over,
});
const directivesOf = (of: Asked): string[] =>
  renderScript(of)
    .text.split('\n')
    .flatMap((line) => (line.startsWith('#SBATCH ') ? [line.slice(8)] : []));

const ALWAYS = [
  '--job-name=train-17-1',
  '--comment="gpu-lease abcdefghij"',
  '--output=.gpu-lease/.queue/train-17-1-%j.log',
  '--open-mode=append',
  '--nodes=1',
  '--signal=B:TERM@120',
  '--requeue',
];

describe('the script of a Slurm job', () => {
  it('says the least where nothing is asked for', () => {
    assert.deepEqual(directivesOf(asked()), ALWAYS);
    assert.deepEqual(directivesOf({ ...asked(), candidate: { platform: 'slurm' } }), ALWAYS);
  });

  for (const [what, of, lines] of [
    ['cards by number', asked({}, { want: { gpu: { names: ['A100'], count: 2 } } }), ['--gres=gpu:2']],
    [
      'cards by the type that the cluster was found to have',
      asked({}, { want: { gpu: { names: ['A100'], count: 2 } }, gres: 'gpu:a100:2' }),
      ['--gres=gpu:a100:2'],
    ],
    [
      'cards in the words of the job, before any other',
      asked({ gres: 'gpu:v100:2' }, { want: { gpu: { names: [], count: 2 } }, gres: 'gpu:a100:2' }),
      ['--gres=gpu:v100:2'],
    ],
    ['--gpus', asked({ gpus: 'a100:2' }, { want: { gpu: { names: [], count: 2 } } }), ['--gpus=a100:2']],
    [
      'cores and memory of the constraint',
      asked({}, { want: { cpus: { min: 8 }, memoryGb: { min: 32 } } }),
      ['--cpus-per-task=8', '--mem=30518M'],
    ],
    [
      'cores and memory of the candidate',
      asked({ cpus: 4, memoryGb: 1 }, { want: { cpus: { min: 8 }, memoryGb: { min: 32 } } }),
      ['--cpus-per-task=4', '--mem=954M'],
    ],
    [
      'where and for how long',
      asked({
        partition: 'gpu,gpu-long',
        account: 'lab_7',
        qos: 'normal',
        constraint: '[rack1|rack2]&ib',
        reservation: 'course',
        timeSeconds: 14_400,
        dependency: 'afterok:4711?afterany:12',
        directives: ['--exclusive', '--mail-type=END', '-x node7'],
      }),
      [
        '--partition=gpu,gpu-long',
        '--account=lab_7',
        '--qos=normal',
        '--constraint=[rack1|rack2]&ib',
        '--reservation=course',
        '--time=240',
        '--dependency=afterok:4711?afterany:12',
        '--exclusive',
        '--mail-type=END',
        '-x node7',
      ],
    ],
  ] as const)
    it(`asks for ${what}`, () => assert.deepEqual(directivesOf(of).slice(ALWAYS.length), lines));

  it('takes fewer nodes where fewer are enough, and keeps what is left when one fails [ND-07] [MN6]', () => {
    const lines = directivesOf(asked({}, { want: { nodes: 4, leastNodes: 2 } }));
    assert.ok(lines.includes('--nodes=2-4') && lines.includes('--no-kill'), lines.join(' '));
    assert.ok(!lines.some((line) => line.startsWith('--ntasks')), 'which would be a bound on the nodes');
    const all = directivesOf(asked({}, { want: { nodes: 4 } }));
    assert.ok(all.includes('--ntasks-per-node=1') && !all.includes('--no-kill'));
  });

  it('is not put back into the queue where the job says so, and is told as early as it asks [SLURM2]', () => {
    const lines = directivesOf(asked({ requeue: false, signalSeconds: 600 }));
    assert.ok(lines.includes('--no-requeue') && lines.includes('--signal=B:TERM@600'));
    assert.ok(!lines.includes('--requeue'));
  });

  it('names the variables by which a login shell would overrule its lines', () => {
    const { overruledBy } = renderScript(asked({ partition: 'gpu' }));
    for (const each of ['SBATCH_PARTITION', 'SBATCH_ARRAY_INX', 'SBATCH_OUTPUT', 'SBATCH_SIGNAL'])
      assert.ok(overruledBy.includes(each), each);
    assert.ok(
      !overruledBy.includes('SBATCH_ACCOUNT'),
      'the usual account of the site counts where the job names none',
    );
  });

  for (const bad of ['', '-x', 'a b', 'a"b', "a'b", 'a$(id)', 'a`id`', 'a\nb', 'a;b', '../a', 'a.job', 'ü'])
    it(`takes no name, mark or word that would be read as something else: ${JSON.stringify(bad)}`, () => {
      assert.throws(() => renderScript({ ...asked(), name: bad }), RangeError);
      assert.throws(() => renderScript({ ...asked(), owner: bad }), RangeError);
    });

  for (const bad of [
    '',
    'a b',
    'a"b',
    "a'b",
    'a$(id)',
    'a`id`',
    'a\n#SBATCH --array=1-9',
    'a#b',
    'a\\b',
    '-a\u0000',
  ])
    it(`takes no value with ${JSON.stringify(bad)} in it`, () => {
      for (const key of [
        'partition',
        'account',
        'qos',
        'constraint',
        'reservation',
        'gres',
        'dependency',
      ] as const)
        assert.throws(() => renderScript(asked({ [key]: bad })), RangeError, key);
      assert.throws(() => renderScript(asked({ modules: [bad] })), RangeError);
      assert.throws(() => renderScript(asked({ directives: [bad] })), RangeError);
    });

  for (const bad of ['--exclusive --array=1-9', '--x=1 -o /x', "--x='1'", 'exclusive', '--x=1\n--y', '--'])
    it(`takes no directive that is more than one: ${JSON.stringify(bad)}`, () => {
      assert.throws(() => renderScript(asked({ directives: [bad] })), RangeError);
    });
});

describe('what the script does', () => {
  const inHome = (work: (home: string, run: () => ReturnType<typeof spawnSync>) => void, of = asked()) => {
    const home = mkdtempSync(join(tmpdir(), "gl-home 'x' "));
    const { text } = renderScript(of);
    mkdirSync(join(home, '.gpu-lease', '.queue'), { recursive: true });
    const run = () =>
      spawnSync('sh', ['-c', text], { env: { HOME: home, PATH: process.env['PATH'] }, encoding: 'utf8' });
    try {
      work(home, run);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
  const place = (home: string, text: string) =>
    writeFileSync(join(home, '.gpu-lease', '.queue', 'train-17-1'), text);

  it('runs the keeper that lies beside it, whatever its path is called', () =>
    inHome((home, run) => {
      const keeper = join(home, 'keeper $(id).sh');
      writeFileSync(keeper, 'printf "%s|" "$@"; exit 3\n');
      place(home, `${keeper}\n${home}\n`);
      const { status, stdout } = run();
      assert.deepEqual([status, stdout], [3, `batch|${home}|slurm|`]);
    }));

  it('ends with 78 and says why where nothing lies there, or what lies there cannot be read', () =>
    inHome((home, run) => {
      const none = run();
      assert.deepEqual([none.status, none.stdout], [78, '']);
      assert.match(String(none.stderr), /train-17-1 is not there: this job was let go before anything/);
      place(home, `${home}/gone.sh\n${home}\n`);
      const gone = run();
      assert.equal(gone.status, 78);
      assert.match(String(gone.stderr), /gone\.sh .*cannot be read on/);
    }));

  it('loads modules first, and ends where one is not to be had', () =>
    inHome(
      (home, run) => {
        writeFileSync(join(home, 'k.sh'), 'echo "$LOADED"\n');
        place(home, `${home}/k.sh\n${home}\n`);
        const { status, stderr } = run();
        assert.equal(status, 78);
        assert.match(String(stderr), /module load cuda\/12\.1 failed/);
      },
      asked({ modules: ['cuda/12.1'] }),
    ));

  it('is plain sh, and so is all that is run on the login node', {
    skip: missing('shellcheck'),
  }, () => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-check-'));
    const programs = { ...remote, SCRIPT: renderScript(asked({ modules: ['cuda/12.1'] })).text };
    for (const [name, text] of Object.entries(programs).filter(([each]) => each !== 'FIELDS')) {
      const file = join(dir, `${name}.sh`);
      writeFileSync(file, text.startsWith('#!') ? text : `#!/bin/sh\n${text}`);
      // Words of a list are split on purpose; what is sourced lies on other machines; functions are called by name.
      execFileSync('shellcheck', ['-s', 'sh', '-e', 'SC2086,SC1090,SC1091,SC2034,SC2317', file], {
        encoding: 'utf8',
      });
    }
    rmSync(dir, { recursive: true, force: true });
  });
});
