import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { parseProfile } from '../../src/profile/load.ts';
import { withGotcha } from '../../src/profile/profile-patch.ts';
import { namesIn, SHIPPED, textOf } from './profiles.ts';

const entry = (source: string) => ({
  id: 'ZZ1',
  symptom: 'It says: "no"; # and stops - always.',
  cause: "The proxy's limit: 4 GiB, {hard}.",
  fix: '- Send ranges',
  phases: ['run', 'pull'],
  risk: 'data',
  match: [{ in: 'log', pattern: 'ended at \\d{1,12}: "no" [#]' }],
  verified: '2026-11',
  source,
  note: 'Seen three times. Everybody is behind it.',
});
const added = { tag: 'zz-new', kind: 'community', where: 'forum.example.org/t/7#post-1' };

describe('a patch of a profile', () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'patch-'));
    mkdirSync(join(dir, 'profiles'));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  /** What git makes of it. */
  function applied(name: string, text: string, patch: string): string {
    writeFileSync(join(dir, 'profiles', name), text);
    // Outside any repository of ours, and strict: no fuzz, no white space forgiven.
    const env = {
      PATH: process.env['PATH'],
      GIT_CEILING_DIRECTORIES: tmpdir(),
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
      cwd: dir,
      input: patch,
      env,
      stdio: 'pipe',
    });
    return readFileSync(join(dir, 'profiles', name), 'utf8');
  }

  for (const id of namesIn(SHIPPED)) {
    it(`is taken by git for ${id}, and the profile holds the entry, its source and nothing else new [FR-06]`, () => {
      const before = textOf(id);
      const { text, patch } = withGotcha(before, `profiles/${id}.yml`, entry('zz-new'), added);
      assert.equal(applied(`${id}.yml`, before, patch), text);
      parseProfile(text, `${id}.yml`, new Date('2026-11-22T00:00:00Z'));
      const [was, is] = [parse(before), parse(text)];
      assert.deepEqual(is.gotchas.pop(), entry('zz-new'));
      assert.deepEqual(is.sources['zz-new'], { kind: added.kind, where: added.where });
      delete is.sources['zz-new'];
      assert.deepEqual(is, was);
      assert.doesNotMatch(patch, /^-(?!--)/m);
    });
  }

  for (const { what, text } of [
    {
      what: 'both lists close together',
      text: 'id: x\nsources:\n  a: { kind: observed, where: b }\ngotchas:\n  - id: A1\n',
    },
    { what: 'empty lists', text: 'id: x\nsources: {}\n\ngotchas: [] # none yet\ntail: 1\n' },
    {
      what: 'comments and blank lines behind the last entry',
      text: 'sources:\n  a: {}\n\n# next\n\ngotchas:\n  - id: A1\n    # why\n\n  # more\n\ntail: 1\n',
    },
    {
      what: 'line ends of Windows',
      text: 'sources:\r\n  a: {}\r\nx: 1\r\ny: 1\r\nz: 1\r\nu: 1\r\nv: 1\r\nw: 1\r\ngotchas:\r\n  - id: A1\r\n',
    },
  ]) {
    it(`is taken by git with ${what}`, () => {
      const { text: expected, patch } = withGotcha(text, 'profiles/x.yml', entry('zz-new'), added);
      assert.equal(applied('x.yml', text, patch), expected);
      const { gotchas, sources } = parse(expected);
      assert.deepEqual(gotchas.at(-1), entry('zz-new'));
      assert.deepEqual(sources['zz-new'], { kind: added.kind, where: added.where });
      assert.equal(/(?<!\r)\n/.test(expected), !text.includes('\r'));
    });
  }

  it('leaves the sources alone where the profile has the source', () => {
    const { patch } = withGotcha(textOf('lambda'), 'profiles/lambda.yml', entry('la-fs'), undefined);
    assert.equal(patch.match(/^@@ /gm)?.length, 1);
  });

  for (const { what, text } of [
    { what: 'no gotchas', text: 'sources:\n  a: {}\n' },
    { what: 'its gotchas on one line', text: 'sources:\n  a: {}\ngotchas: [{ id: A1 }]\n' },
    { what: 'no line break at its end', text: 'sources:\n  a: {}\ngotchas:\n  - id: A1' },
  ]) {
    it(`is refused for a profile with ${what}`, () => {
      assert.throws(() => withGotcha(text, 'x.yml', entry('a'), added), { code: 'no-place' });
    });
  }
});
