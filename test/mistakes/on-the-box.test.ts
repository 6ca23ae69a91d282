// Over ten seconds: whole runs on a loopback box, each begun once more with what the first was answered.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SmallDisk } from '../drill/small-disk.ts';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type PackageIndex, startPackageIndex } from '../twins/package-index.ts';
import type { DeskOfOurs } from './desk.ts';
import { quotedIn } from './obey.ts';
import { mistakes, type Row } from './table.ts';

const TYPED = ['run', '--bound', '60s'];

/** The line at which the message points is mended, committed, and the command that it has for that is typed. */
const mended =
  (change: (line: string) => string): Row['obey'] =>
  (message, desk) => {
    const [, file = '', line = ''] = /\b([\w.-]+\.mjs):(\d+)\b/.exec(message) ?? [];
    const lines = readFileSync(desk.path(file), 'utf8').split('\n');
    lines[Number(line) - 1] = change(lines[Number(line) - 1] ?? '');
    writeFileSync(desk.path(file), lines.join('\n'));
    desk.commit();
    return quotedIn(message, /"gpu-lease (retry [\w.-]+)"/).split(' ');
  };

/** One that pulls for milliseconds is met at it by chance alone; so it is held still in the midst of it. */
async function stoppedWhileItPulls(desk: DeskOfOurs, { pid }: ChildProcess): Promise<void> {
  if (pid === undefined) throw new Error('it did not start');
  const holder = desk.path(join('gpu-lease-out', runOf(desk), '+puller'));
  for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(1)) {
    if (!existsSync(holder)) continue;
    process.kill(pid, 'SIGSTOP');
    if (existsSync(holder)) return;
    process.kill(pid, 'SIGCONT');
  }
  throw new Error(`${holder} was never there`);
}

let index: PackageIndex;
before(async () => {
  index = await startPackageIndex({ name: 'our-losses', version: '1.2', module: '' });
});
after(() => index.close());

let disk: SmallDisk | undefined;

const ROWS: Row[] = [
  {
    name: 'the script ends with an exception on the box',
    make: (desk) => {
      desk.write(
        'train.mjs',
        `if (process.env.TINY_STEPS === '40')\n  throw new Error('no such data');\n${readFileSync(desk.path('train.mjs'))}`,
      );
      desk.commit();
    },
    typed: TYPED,
    where: /train\.mjs:2\b/,
    what: 'no such data',
    obey: mended(() => '  console.log("mended");'),
  },
  {
    name: 'the setup fails on the box',
    make: (desk) =>
      desk.swap('run: node train.mjs\nvars', 'setup: nodee prepare.mjs\nrun: node train.mjs\nvars'),
    typed: TYPED,
    where: 'setup',
    what: 'nodee',
    obey: (message, desk) => {
      desk.swap('nodee prepare.mjs', '"true"');
      return quotedIn(message, /"gpu-lease (retry [\w.-]+)"/).split(' ');
    },
  },
  {
    name: 'the setup names a package that its index does not have',
    make: (desk) => {
      desk.write('requirements.txt', 'our-loses==1.2\n');
      desk.swap(
        'run: node train.mjs\nvars:\n',
        `requirements: { file: requirements.txt, index: { url: "${index.url}" } }\nrun: node train.mjs\nvars:\n  PIP_TARGET: ${desk.path('.git/packages')}\n  PIP_NO_CACHE_DIR: 1\n`,
      );
    },
    typed: TYPED,
    where: 'requirements.txt',
    what: 'our-loses==1.2',
    obey: (message, desk) => {
      quotedIn(message, /(requirements\.txt)/);
      desk.swap('our-loses', 'our-losses', 'requirements.txt');
      return quotedIn(message, /"gpu-lease (retry [\w.-]+)"/).split(' ');
    },
  },
  ...(SmallDisk.isPossible()
    ? [
        {
          name: 'the disk for the results is full',
          make: (desk: DeskOfOurs) => {
            disk = new SmallDisk(desk.path('gpu-lease-out'));
            disk.fill('bytes');
          },
          typed: TYPED,
          where: /\/gpu-lease-out\b/,
          what: /\d+ bytes are still to come and 0 are free/,
          obey: (message: string) => {
            quotedIn(message, /(Make room for \d+ \w+ below \S+)/);
            // What lies below it has room.
            disk?.end();
            return TYPED;
          },
        },
      ]
    : []),
  {
    name: 'the same job is started twice at once',
    make: async (desk) => {
      desk.swap('TINY_STEP_MS: 5', 'TINY_STEP_MS: 20');
      const { child, says } = desk.place.start(TYPED);
      await says(/runs detached/);
      await stoppedWhileItPulls(desk, child);
      desk.onceSaid = { text: /waiting for it/, act: () => child.kill('SIGCONT') };
    },
    typed: TYPED,
    where: /process \d+ of this machine/,
    what: 'pulls this run already',
    obey: (message) => {
      quotedIn(message, /(waiting for it)/);
      return TYPED;
    },
  },
  {
    name: 'the phrase of a release is mistyped',
    make: sealed,
    typed: (desk) => ['release', runOf(desk), '--approve', 'yes'],
    where: /tiny-\w+-1/,
    what: '"yes"',
    obey: (message, desk) => [
      'release',
      runOf(desk),
      '--approve',
      quotedIn(message, /Type exactly: (\S+ \w{8})/),
    ],
  },
  {
    name: 'a path of a run is mistyped',
    make: sealed,
    typed: (desk) => ['cp', `${runOf(desk)}:checkpoints/lost.safetensors`, '.'],
    where: 'checkpoints/lost.safetensors',
    what: 'lost.safetensors',
    obey: (message, desk) => ['cp', `${runOf(desk)}:${quotedIn(message, /Did you mean "([^"]+)"\?/)}`, '.'],
  },
  {
    name: 'Ctrl-C while it trains',
    make: (desk) => {
      desk.swap('TINY_STEP_MS: 5', 'TINY_STEP_MS: 50');
      desk.onceSaid = { text: /runs detached/, act: (child) => child.kill('SIGINT') };
    },
    typed: TYPED,
    where: /tiny-\w+/,
    what: 'nothing was torn down',
    obey: (message) => {
      quotedIn(message, /([Tt]he same command goes on)/);
      return TYPED;
    },
  },
];

async function sealed(desk: DeskOfOurs): Promise<void> {
  const { exitCode, output } = await desk.type(TYPED);
  if (exitCode !== 10) console.log(exitCode, output);
}

const runOf = (desk: DeskOfOurs): string =>
  desk.place.git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/gpu-lease/runs').trim();

mistakes(
  'mistakes that show on the box',
  ROWS,
  { skip: missing('git'), timeout: 300_000 },
  { by: 'program', lives: livesInTurn('mistakes on a box', 2) },
);
