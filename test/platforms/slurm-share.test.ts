import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { toldBy } from '../../src/platforms/slurm/api.ts';
import { whyBehind } from '../../src/platforms/slurm/share.ts';

/** What the program of the login node makes of what these two print, in the words of Slurm 22.05.8. */
async function asked(sprio: string, sshare = 'exit 1', boxId = '42'): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'gl-share-'));
  mkdirSync(join(home, 'bin'));
  const put = (name: string, text: string) =>
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  put('squeue', 'exit 0');
  put('sprio', sprio);
  put('sshare', sshare);
  const env = { HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH']}` };
  try {
    return await whyBehind(
      {
        target: 'ssh://me@login.lab',
        ask: async (program, words) =>
          toldBy(execFileSync('sh', ['-c', program, 'sh', ...words], { env, encoding: 'utf8' })),
      },
      boxId,
    );
  } finally {
    rmSync(home, { recursive: true });
  }
}
const prints = (...lines: string[]) => `cat <<'END'\n${lines.join('\n')}\nEND`;

describe('what a job of Slurm stands behind', () => {
  // Job, user, partition, priority; then its parts: age, fair share, size, partition, QOS.
  const MINE =
    '             42|      me|      main|      1210|       10|       100|        100|       1000|          0';

  it('are the jobs of its partition with a higher priority, and what they have more of', async () => {
    const others = [
      '41|ada|main|2110|10|1000|100|1000|0',
      '40|ada|main|2310|210|1000|100|1000|0',
      '39|bob|main|1510|110|300|100|1000|0',
      '38|bob|main|1100|0|0|100|1000|0',
      '37|bob|urgent|9999|0|0|100|9899|0',
    ];
    assert.deepEqual(await asked(prints(...others, MINE)), [
      '3 jobs of 2 users stand before it in the partition main: its priority is 1210, and most of what it lacks is fair share (100 points, and those before it 766 on average).',
    ]);
  });

  it('is nothing where it is the first, and then it waits for room', async () => {
    const [said] = await asked(prints(MINE, '43|bob|main|9|0|0|0|9|0'));
    assert.match(said ?? '', /^No job that you may see has a higher priority in the partition main/);
  });

  it('is told of an array by its number, and of a job that is none of them not at all', async () => {
    assert.match((await asked(prints(MINE.replace(' 42|', ' 42_[3-9%4]|'))))[0] ?? '', /^No job/);
    assert.match((await asked(prints('421|me|main|9|0|0|0|9|0')))[0] ?? '', /lists no priority of it/);
    assert.match((await asked(prints()))[0] ?? '', /lists no priority of it/);
  });

  it('is not known where a cluster has no priorities, or sprio does not work', async () => {
    const basic =
      "You are not running a supported priority plugin\\n(priority/basic).\\nOnly 'priority/multifactor' is supported.";
    assert.match((await asked(`printf "${basic}\\n"; exit 1`))[0] ?? '', /neither priorities nor fair share/);
    assert.match((await asked('exit 127'))[0] ?? '', /does not tell: it said nothing/);
    await assert.rejects(
      asked('echo "sprio: error: Unable to contact slurm controller (connect failure)" >&2; exit 1'),
      { code: 'queue-silent' },
    );
  });
});

describe('what an account of Slurm has', () => {
  const me = userInfo().username;
  const NO_USE = 'cpu=0,mem=0,node=0,billing=0,gres/gpu=0';
  const sshare = prints(
    `root||0.000000|1.000000|||${NO_USE}|${NO_USE}`,
    ` course||0.891089|0.000000|||${NO_USE}|${NO_USE}`,
    `  course|${me}|0.500000|0.000000|0.900000||${NO_USE}|${NO_USE}`,
    ` lab||0.099010|1.000000||cpu=100000,gres/gpu=6000|cpu=777,mem=1,gres/gpu=5400|cpu=60,gres/gpu=120`,
    `  lab|${me}|1.000000|1.000000|0.021234||${NO_USE}|${NO_USE}`,
    ` other||0.010000|0.000000||gres/gpu=1|${NO_USE}|${NO_USE}`,
  );

  it('is its share, its use, and the hours that it was given and has left, of those that the user is in', async () => {
    const [, ...said] = await asked(prints(), sshare);
    assert.deepEqual(said, [
      'The account course has 89 % of the shares of its level and 0 % of its use of late; your fair share there is 0.90 of 1, and rises as older use counts less.',
      'The account lab has 10 % of the shares of its level and 100 % of its use of late; your fair share there is 0.02 of 1, and rises as older use counts less.',
      'GPU-hours that the account lab was given: 100.0; 90.0 are used, and what runs may use 2.0 more; 8.0 are left.',
    ]);
  });

  it('is not told where Slurm does not say it', async () => {
    const infinite = prints('lab||parent|inf||||', `lab|${me}|parent|inf|||`);
    assert.equal((await asked(prints(), infinite)).length, 1);
    assert.equal((await asked(prints(), 'echo "sshare: error: no" >&2; exit 1')).length, 1);
  });
});
