import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { isUnfinishedName, UNFINISHED_ERE } from '../../src/verify/read/sniff.ts';

const WRITTEN = [
  '.env.sample',
  'run/.env.sample',
  '.git.ignore',
  '.words.readme',
  '.model.joblib',
  '.model.sha256',
  '.bashrc.202611',
  '.env.local_',
  'a/.Xa81bC',
  'model.part/weights.bin',
  '.a/b.Xa81bC',
];
const COPYING = [
  '.best.pth.Ab12Cd',
  'a/.best.pth.aaaaaB',
  '.best.pth.a1b2c3',
  '.best.pth.1aaaaa',
  'best.pth.tmp',
  'best.pth.PART',
  'x.Incomplete',
  'x.aria2',
  'x~',
];

describe('the names that copiers give', () => {
  for (const name of WRITTEN) it(`are not ${name}`, () => assert.equal(isUnfinishedName(name), false));
  for (const name of COPYING) it(`are ${name}`, () => assert.equal(isUnfinishedName(name), true));

  it('are the same for grep on the box', () => {
    const { stdout } = spawnSync('grep', ['-E', '-e', UNFINISHED_ERE], {
      input: `${[...WRITTEN, ...COPYING].join('\n')}\n`,
      env: { ...process.env, LC_ALL: 'C' },
      encoding: 'utf8',
    });
    assert.deepEqual(stdout.trim().split('\n'), COPYING);
  });
});
