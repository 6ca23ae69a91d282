// Over ten seconds: commands that people mistype, each tried again with what it was answered.
import { missing } from '../requirement.ts';
import type { DeskOfOurs } from './desk.ts';
import { quotedIn, rewritten, typed, typedInstead, wordInstead } from './obey.ts';
import { mistakes, type Row } from './table.ts';

/** A word of a command is wrong, and the message offers another one. */
const word = (
  args: readonly string[],
  wrong: string,
  { offered, ...more }: Partial<Pick<Row, 'make' | 'where' | 'what'>> & { offered?: RegExp } = {},
): Row => ({
  name: `gpu-lease ${args.join(' ')}`,
  make: () => undefined,
  typed: args,
  where: args.find((each) => each.startsWith('--')) ?? wrong,
  what: wrong,
  obey: wordInstead(args, wrong, offered),
  ...more,
});

/** A run is open here, and a person may name it. */
const withRun = async (desk: DeskOfOurs): Promise<void> => {
  const { exitCode, output } = await desk.type(['smoke']);
  if (exitCode !== 0) throw new Error(output);
};

const runOf = (desk: DeskOfOurs): string =>
  desk.place.git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/gpu-lease/runs').trim();

const COMMANDS: Row[] = [
  word(['statsu'], 'statsu'),
  word(['status', '--jsno'], '--jsno', { where: '--jsno' }),
  {
    name: 'gpu-lease ps, a word of another tool',
    make: () => undefined,
    typed: ['ps'],
    where: '"ps"',
    what: 'no command',
    obey: typedInstead(/"(gpu-lease status)"/),
  },
  word(['status', '--bound', '5'], '5', { where: '--bound', what: '"5"', offered: /--bound (5\w+)/ }),
  word(['plan', '--boxes', 'two'], 'two', { where: '--boxes', what: '"two"', offered: /--boxes (\d+)/ }),
  word(['platforms', 'runpd'], 'runpd', { where: 'platform' }),
  word(['completion', 'bsh'], 'bsh', { where: 'completion' }),
  word(['plan', '--job', 'gpu-laese.yml'], 'gpu-laese.yml', { where: '--job' }),
  {
    name: 'gpu-lease plan gpu-lease.yml, the job file as a word',
    make: () => undefined,
    typed: ['plan', 'gpu-lease.yml'],
    where: 'argument',
    what: '"gpu-lease.yml"',
    obey: typedInstead(/"(gpu-lease plan --job gpu-lease\.yml)"/),
  },
  {
    name: 'gpu-lease plan --gpu A100, a flag of another tool',
    make: () => undefined,
    typed: ['plan', '--gpu', 'A100'],
    where: '--gpu',
    what: 'A100',
    obey: (message, desk) => {
      desk.swap('  gpu: none', `  ${quotedIn(message, /`(gpu: [^`]+)` below `resources`/)}`);
      return ['plan'];
    },
  },
  {
    name: 'gpu-lease init where a job file is',
    make: () => undefined,
    typed: ['init'],
    where: 'gpu-lease.yml',
    what: 'exists already',
    obey: (message) => ['init', quotedIn(message, /(--force)\b/)],
  },
  word(['init', '--force', '--entry', 'trian.mjs'], 'trian.mjs', { where: 'trian.mjs' }),
  {
    name: 'a run id is mistyped',
    make: withRun,
    typed: (desk) => ['status', `${runOf(desk).slice(0, -1)}x`],
    where: 'run',
    what: /"tiny-\w{7}x"/,
    obey: (message) => ['status', quotedIn(message, /Did you mean "([^"]+)"\?/)],
  },
  {
    name: 'the name of the job for that of its run',
    make: withRun,
    typed: ['events', 'tiny'],
    where: 'run',
    what: '"tiny"',
    obey: wordInstead(['events', 'tiny'], 'tiny'),
  },
  word(['verify', 'metrics.jsnol'], 'metrics.jsnol', {
    make: (desk) => {
      desk.write('metrics.jsonl', '{"step":1,"loss":0.5}\n');
    },
    where: 'metrics.jsnol',
  }),
];

const SCRIPTS: Row[] = [
  {
    name: 'the script of the smoke is misspelt',
    make: (desk) => desk.swap('TINY_STEP_MS=0 node train.mjs', 'TINY_STEP_MS=0 node trian.mjs'),
    typed: ['smoke'],
    where: 'gpu-lease.yml:12:8:',
    what: 'trian.mjs',
    obey: rewritten(),
  },
  {
    name: 'the script of the run is misspelt, and that of the smoke is right',
    make: (desk) => desk.swap('run: node train.mjs\nvars', 'run: node trian.mjs\nvars'),
    typed: ['smoke'],
    where: 'gpu-lease.yml:2:6:',
    what: 'trian.mjs',
    obey: rewritten(),
  },
  {
    name: 'a script without its executable bit',
    make: (desk) => {
      desk.write('train.sh', '#!/bin/sh\nexec node train.mjs\n');
      desk.swap('run: node train.mjs\nvars', 'run: ./train.sh\nvars');
    },
    typed: ['plan'],
    where: 'gpu-lease.yml:2:6:',
    what: './train.sh',
    obey: typed(/`(chmod [^`]+)`/),
  },
];

mistakes('mistakes at the command line', [...COMMANDS, ...SCRIPTS], {
  skip: missing('git'),
  timeout: 200_000,
});
