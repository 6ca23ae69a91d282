// Over ten seconds: a hundred commands of people who mistyped a job file, each tried again with what it was answered.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { missing } from '../requirement.ts';
import { type DeskOfOurs, JOB } from './desk.ts';
import {
  added,
  fixed,
  meant,
  quotedIn,
  removed,
  replaced,
  rewritten,
  set,
  typed,
  wholeLine,
  wordInstead,
} from './obey.ts';
import { NothingSaid } from './rubric.ts';
import { mistakes, type Row } from './table.ts';

const PLAN = ['plan'];
const said = (desk: DeskOfOurs, from: string, to: string): void => desk.swap(from, to);
/** A mistake in the text of the job file. */
const inFile = (
  name: string,
  [from, to]: readonly [string, string],
  rest: Pick<Row, 'where' | 'what' | 'obey'>,
): Row => ({
  name,
  make: (desk) => said(desk, from, to),
  typed: PLAN,
  ...rest,
});

/** What ux.md's table of mistakes has of job files, its combined rows apart. */
const AUDIT: Row[] = [
  inFile('a key is misspelt: artefacts', ['artifacts:', 'artefacts:'], {
    where: 'gpu-lease.yml:15:1:',
    what: '"artefacts"',
    obey: meant,
  }),
  inFile('a line is indented too far', ['  timeout: 60s', '   timeout: 60s'], {
    where: 'gpu-lease.yml:13:',
    what: '3 spaces',
    obey: wholeLine,
  }),
  inFile('a line is indented too little', ['    role: checkpoint', '   role: checkpoint'], {
    where: 'gpu-lease.yml:17:',
    what: '3 spaces',
    obey: wholeLine,
  }),
  inFile('a line is indented by a tab', ['  timeout: 60s', '\ttimeout: 60s'], {
    where: 'gpu-lease.yml:13:1:',
    what: 'tab',
    obey: wholeLine,
  }),
  inFile('a card is misspelt: H10O', ['  gpu: none', '  gpu: { name: H10O }'], {
    where: 'gpu-lease.yml:8:16:',
    what: '"H10O"',
    obey: meant,
  }),
  inFile('gpu: A100', ['  gpu: none', '  gpu: A100'], {
    where: 'gpu-lease.yml:8:8:',
    what: '"A100"',
    obey: rewritten(),
  }),
  inFile('gpu: A100:8', ['  gpu: none', '  gpu: A100:8'], {
    where: 'gpu-lease.yml:8:8:',
    what: '"A100:8"',
    obey: rewritten(),
  }),
  inFile('memory: 24', ['  gpu: none', '  gpu:\n    memory: 24'], {
    where: 'gpu-lease.yml:9:13:',
    what: '24',
    obey: rewritten(),
  }),
  inFile('memory: 24GB', ['  gpu: none', '  gpu:\n    memory: 24GB'], {
    where: 'gpu-lease.yml:9:13:',
    what: '"24GB"',
    obey: rewritten(),
  }),
  inFile('platform runpods', ['  - local', '  - runpods'], {
    where: 'gpu-lease.yml:10:5:',
    what: '"runpods"',
    obey: meant,
  }),
  inFile('platform aws', ['  - local', '  - aws'], {
    where: 'gpu-lease.yml:10:5:',
    what: '"aws"',
    obey: replaced(/Use one of: .*\b(local)\b/),
  }),
  inFile('budget.usdPerHour below every offer', ['  usdPerHour: 1', '  usdPerHour: 0.01'], {
    where: 'budget.usdPerHour',
    what: '0.01',
    obey: (message, desk) => {
      const line = quotedIn(message, /`(usdPerHour: [\d.]+)`/);
      desk.swap('usdPerHour: 0.01', line);
      return undefined;
    },
  }),
  inFile('a name with blanks', ['name: tiny', 'name: my first run'], {
    where: 'gpu-lease.yml:1:7:',
    what: '"my first run"',
    obey: rewritten(),
  }),
  inFile('a name with capitals', ['name: tiny', 'name: MNIST_Large'], {
    where: 'gpu-lease.yml:1:7:',
    what: '"MNIST_Large"',
    obey: rewritten(),
  }),
  {
    name: 'no budget, and a platform that costs',
    make: (desk) => {
      desk.swap('  - local', '  - local\n  - runpod');
      desk.swap('budget:\n  usd: 1\n  hours: 1\n  usdPerHour: 1\n', '');
    },
    typed: PLAN,
    where: '`budget`',
    what: '"runpod"',
    obey: added(/Add [^`]*`(budget: [^`]+)`/),
  },
  inFile(
    'a secret stands in the file',
    ['  TINY_STEPS: 40', `  HF_TOKEN: hf_${'abcdefgh'.repeat(4)}\n  TINY_STEPS: 40`],
    {
      where: 'gpu-lease.yml:4:',
      what: 'HF_TOKEN',
      obey: (message, desk) => {
        const line = quotedIn(message, /`(env: \[[^`]+\])`/);
        desk.shell(`sed -i '4d' gpu-lease.yml && echo '${line}' >>gpu-lease.yml`);
        desk.commit();
        return undefined;
      },
    },
  ),
  {
    name: 'the job file has Windows line ends',
    make: (desk) => {
      desk.shell("sed -i 's/$/\\r/' gpu-lease.yml");
      desk.commit();
    },
    typed: PLAN,
    where: 'gpu-lease.yml:1:1:',
    what: 'Windows line ends',
    obey: typed(/`(sed [^`]+)`/),
  },
  {
    name: 'a key is misspelt behind the mark that an editor of Windows puts first',
    make: (desk) => {
      desk.write('gpu-lease.yml', `\ufeff${JOB.replace('name: tiny', 'nmae: tiny')}`);
      desk.commit();
    },
    typed: PLAN,
    where: 'gpu-lease.yml:1:1:',
    what: '"nmae"',
    obey: async (message, desk) => {
      await fixed(message, desk);
      if (!readFileSync(desk.path('gpu-lease.yml'), 'utf8').startsWith('\ufeffname: tiny\n'))
        throw new NothingSaid('the mark went, or the key did not');
      return undefined;
    },
  },
  {
    name: 'a script has Windows line ends',
    make: (desk) => {
      desk.write('train.sh', '#!/bin/sh\r\nexec node train.mjs\r\n');
      desk.swap('run: node train.mjs\nvars', 'run: sh train.sh\nvars');
    },
    typed: PLAN,
    where: 'train.sh',
    what: 'CRLF',
    obey: (message, desk) => {
      desk.shell(`echo '${quotedIn(message, /`(\*\.sh [^`]+)`/)}' >>.gitattributes`);
      desk.shell(quotedIn(message, /`(git add --renormalize \.)`/));
      desk.commit();
      return undefined;
    },
  },
  {
    name: 'a file differs from the commit',
    make: (desk) => desk.write('settings.mjs', '// edited\n'),
    typed: PLAN,
    where: 'settings.mjs',
    what: 'differ from the commit',
    obey: async (message, desk) => {
      desk.shell(quotedIn(message, /`(git commit [^`]+)`/));
      return undefined;
    },
  },
  {
    name: 'a file that the run needs was never added',
    make: (desk) => desk.write('notes.txt', 'mine\n'),
    typed: PLAN,
    where: 'notes.txt',
    what: 'Not in the commit',
    obey: typed(/`(git add [^`]+)`/),
  },
  {
    name: '300 MB lie untracked beside the code',
    make: (desk) => desk.shell('truncate -s 300MB weights.bin'),
    typed: PLAN,
    where: 'weights.bin',
    what: '300 MB',
    obey: typed(/`(echo [^`]+)`/),
  },
  {
    name: '80 MB are committed',
    make: (desk) => {
      desk.shell('truncate -s 80M weights.bin');
      desk.commit();
    },
    typed: PLAN,
    where: 'weights.bin',
    what: /80 MB|84 MB|83\.9 MB/,
    obey: typed(/`(git rm [^`]+)`/),
  },
  {
    name: 'a submodule',
    make: (desk) => {
      desk.shell(
        'git init --quiet lib && cd lib && echo x >lib.py && git add . && git commit --quiet -m lib',
      );
      desk.shell('git -c advice.addEmbeddedRepo=false add lib && git commit --quiet -m lib');
    },
    typed: PLAN,
    where: 'lib',
    what: 'Submodules',
    obey: typed(/`(git rm [^`]+)`/),
  },
  {
    name: 'a pointer of Git LFS',
    make: (desk) => {
      desk.write(
        'weights.pt',
        `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`,
      );
      desk.commit();
    },
    typed: PLAN,
    where: 'weights.pt',
    what: 'Git LFS',
    obey: typed(/`(git rm [^`]+)`/),
  },
  {
    name: 'git is not installed',
    make: (desk) => {
      desk.shell('mkdir ../bin && for each in sh sed; do ln -s "$(command -v $each)" ../bin/; done');
      desk.env['PATH'] = `${desk.place.dir}/bin`;
    },
    typed: PLAN,
    where: 'git',
    what: 'ENOENT',
    obey: (message, desk) => {
      const [program, path] = [quotedIn(message, /Install (git)\b/), process.env['PATH'] ?? ''];
      const at = execFileSync('/bin/sh', ['-c', `command -v ${program}`], {
        encoding: 'utf8',
        env: { PATH: path },
      });
      execFileSync('/bin/ln', ['-s', at.trim(), `${desk.place.dir}/bin/`]);
      return undefined;
    },
  },
  {
    name: 'the repository has no commit',
    make: (desk) => desk.shell('rm -rf .git && git init --quiet'),
    typed: PLAN,
    where: 'repository',
    what: 'no commit',
    obey: typed(/`(git add [^`]+)`/),
  },
  {
    name: 'the folder is no repository',
    make: (desk) => rmSync(desk.path('.git'), { recursive: true }),
    typed: PLAN,
    where: 'repository',
    what: 'not a git repository',
    obey: typed(/`(git init [^`]+)`/),
  },
  {
    name: 'there is no job file',
    make: (desk) => {
      desk.shell('git rm --quiet gpu-lease.yml && git commit --quiet -m gone');
    },
    typed: PLAN,
    where: 'gpu-lease.yml',
    what: 'no readable job file',
    obey: typed(/"(gpu-lease init)"/),
  },
  {
    name: 'a secret that the job names is not set',
    make: (desk) => desk.swap('name: tiny', 'env: [HF_TOKEN]\nname: tiny'),
    typed: PLAN,
    where: 'HF_TOKEN',
    what: 'not set',
    obey: set(/`export (\w+)=/, 'x'),
  },
  {
    name: '--bound 5',
    make: () => undefined,
    typed: ['status', '--bound', '5'],
    where: '--bound',
    what: '"5"',
    obey: wordInstead(['status', '--bound', '5'], '5', /--bound (5\w+)/),
  },
];

mistakes('mistakes of the audit in the job file and beside it', AUDIT, {
  skip: missing('git'),
  timeout: 200_000,
});
void [writeFileSync, NothingSaid, removed];
