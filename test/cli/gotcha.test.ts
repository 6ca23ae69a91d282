import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseProfile } from '../../src/profile/load.ts';
import { programCommand } from '../installation.ts';
import { SHIPPED } from '../profile/profiles.ts';

const WHOLE = {
  platform: 'runpod',
  symptom: 'Uploads stop at 4 GiB.',
  cause: 'The proxy cuts bodies beyond 4 GiB.',
  proof: 'Three uploads of 5 GiB ended at the same byte.',
  general: 'Every pod is behind the same proxy.',
  fix: 'Send ranges.',
  source: 'https://docs.example.com/limits',
};

describe('gpu-lease gotcha add', () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'gotcha-'));
    cpSync(SHIPPED, join(dir, 'profiles'), { recursive: true });
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const program = (options: Record<string, string>, words = ['add']) => {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const [node, main] = programCommand();
    const { status, stdout, stderr } = spawnSync(node, [main, 'gotcha', ...words, ...args], {
      cwd: dir,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { code: status, stdout, stderr };
  };
  const everyProfile = () =>
    readdirSync(SHIPPED)
      .filter((name) => name.endsWith('.yml'))
      .map((name) =>
        [SHIPPED, join(dir, 'profiles')].map((folder) => readFileSync(join(folder, name), 'utf8')),
      );

  it('prints a patch that git takes and the loader reads, and changes no file itself [FR-06]', () => {
    const before = everyProfile();
    const { code, stdout, stderr } = program(WHOLE);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Nothing was changed\./);
    assert.deepEqual(everyProfile(), before);
    execFileSync('git', ['apply', '-'], { cwd: dir, input: stdout, stdio: 'pipe' });
    const path = join(dir, 'profiles', 'runpod.yml');
    const { gotchas } = parseProfile(readFileSync(path, 'utf8'), path, new Date());
    const entry = gotchas.at(-1);
    assert.deepEqual([entry?.symptom, entry?.cause, entry?.fix], [WHOLE.symptom, WHOLE.cause, WHOLE.fix]);
    assert.equal(entry?.verified, new Date().toISOString().slice(0, 7));
    assert.match(entry?.note ?? '', /^Three uploads .* Every pod/);
    cpSync(join(SHIPPED, 'runpod.yml'), path);
  });

  it('names everything that keeps an entry out, and prints no patch [FR-05]', () => {
    const { code, stdout, stderr } = program({ platform: 'runpod', symptom: 'It hangs.', cause: 'unknown' });
    assert.deepEqual([code, stdout], [2, '']);
    for (const name of ['cause', 'proof', 'general', 'fix', 'source'])
      assert.match(stderr, new RegExp(`--${name} is `));
  });

  it('sends a quirk of one machine to the notes of its owner [FR-07]', () => {
    const { code, stdout, stderr } = program({ ...WHOLE, concerns: 'machine' });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /your own notes: it is a quirk of one machine/);
    assert.match(program({ ...WHOLE, concerns: 'everybody' }).stderr, /--concerns "everybody"/);
  });

  it('takes a profile of the user, and knows no other verb than "add"', () => {
    const own = program({ ...WHOLE, profiles: 'profiles' });
    assert.match(own.stdout, /^--- a\/profiles\/runpod\.yml\n/);
    assert.match(program(WHOLE, ['edit']).stderr, /"gotcha edit" is nothing that gpu-lease knows/);
    assert.equal(program(WHOLE, []).code, 2);
  });
});
