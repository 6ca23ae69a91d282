import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { missing } from '../requirement.ts';
import { Finder, filesBelow, marked, objectsOf, plainMarked } from './finder.ts';

const secret = marked('a key');
const { value } = secret;
const finder = new Finder([secret, plainMarked('another')]);
const around = (text: string): string => `before ${text} after\n${'x'.repeat(5000)}`;
const hex = Buffer.from(value).toString('hex');
const halves = [value.slice(0, 20), value.slice(20)];

const LEAKS: Record<string, string | Buffer> = {
  raw: value,
  'base64 behind a user name': Buffer.from(`x-access-token:${value}`).toString('base64'),
  'base64 behind another user name': Buffer.from(`ab:${value}`).toString('base64'),
  base64url: Buffer.from(value).toString('base64url'),
  'in a URL': `https://x:${encodeURIComponent(value)}@git.example`,
  hex,
  'hex in capitals': hex.toUpperCase(),
  json: JSON.stringify({ note: value }),
  'JSON within JSON': JSON.stringify({ note: JSON.stringify({ note: value }) }),
  'back to front': [...value].reverse().join(''),
  'its first half': halves[0] ?? '',
  'its second half': halves[1] ?? '',
  'in two lines': halves.join('\n'),
  'a character a line': [...value].join('\n'),
  'a character a string of JSON': JSON.stringify([...value]),
  'three characters at a time': (value.match(/.{1,3}/g) ?? []).join('\0'),
  'base64 in short lines': (
    Buffer.from(value)
      .toString('base64')
      .match(/.{1,8}/g) ?? []
  ).join('\n'),
  'hex in pairs': (hex.match(/../g) ?? []).join(' '),
};

describe('the finder of leaks', () => {
  for (const [how, text] of Object.entries(LEAKS))
    it(`finds a secret ${how}`, () => {
      const [hit] = finder.find({ where: 'here', bytes: Buffer.from(around(String(text))) });
      assert.equal(hit?.kind, 'a key');
    });

  it('finds one in a gzip', () => {
    assert.equal(finder.find({ where: 'here', bytes: gzipSync(around(value)) })[0]?.kind, 'a key');
  });

  it('finds nothing where nothing is', () => {
    const others = Array.from({ length: 200 }, () => marked('x').value + plainMarked('y').value).join('\n');
    assert.deepEqual(finder.find({ where: 'here', bytes: Buffer.from(around(others)) }), []);
  });

  it('looks into files, their names and every object of a repository', { skip: missing('git') }, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-finder-'));
    t.after(() => rmSync(dir, { recursive: true }));
    const gitDir = join(dir, 'a.git');
    execFileSync('git', ['init', '--quiet', '--bare', gitDir]);
    execFileSync('git', [`--git-dir=${gitDir}`, 'hash-object', '-w', '--stdin'], { input: value });
    writeFileSync(join(dir, hex), 'nothing');
    const found = finder.findAll([...filesBelow(dir), ...objectsOf(gitDir)]).map(({ where }) => where);
    assert.ok(found.some((where) => where.startsWith('name ')));
    assert.ok(found.some((where) => where.startsWith('blob ')));
  });
});
