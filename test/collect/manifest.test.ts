import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { manifestSha256, manifestText, pathFault, readManifest } from '../../src/collect/manifest.ts';

const H = 'a'.repeat(64);
const entry = (path: unknown, over: object = {}) => ({ path, bytes: 1, sha256: H, ...over });

describe('manifest of a box', () => {
  for (const path of [
    '',
    '/etc/passwd',
    '..',
    '../x',
    'a/../../x',
    'a/..',
    './a',
    'a//b',
    'a/',
    'a\\b',
    'a\nb',
    'a\u0000b',
    'a\u001b[2Jb',
    'a\u202eb',
    'a\u200bb',
    'a\ufffd',
    'a\ud800',
    'x'.repeat(256),
    `${'y/'.repeat(520)}z`,
    7,
    null,
    undefined,
    ['a'],
  ]) {
    it(`refuses the path ${JSON.stringify(path)?.slice(0, 40)} [P5-02]`, () => {
      const { entries, refused } = readManifest([entry(path), entry('good')]);
      assert.deepEqual(
        entries.map((each) => each.path),
        ['good'],
      );
      assert.match(refused[0]?.why ?? '', /^its path /);
      assert.ok(!/[\u0000-\u001f\u202e]/.test(refused[0]?.path ?? ''));
    });
  }

  for (const path of ['a', '.hidden', 'a..b/...', '-x', '模型/größe ✓.pt', '__proto__', 'a:b?*"<>|', ' ']) {
    it(`takes the path ${JSON.stringify(path)}`, () => assert.equal(pathFault(path), undefined));
  }

  for (const over of [
    { bytes: -1 },
    { bytes: 1.5 },
    { bytes: 2 ** 53 },
    { bytes: '1' },
    { bytes: Number.NaN },
    { sha256: 'A'.repeat(64) },
    { sha256: 'a'.repeat(63) },
    { sha256: `${H}\n` },
    { sha256: null },
  ]) {
    it(`refuses an entry with ${JSON.stringify(over)}`, () => {
      const { entries, refused } = readManifest([entry('x', over)]);
      assert.deepEqual([entries.length, refused.length], [0, 1]);
    });
  }

  it('refuses names that meet where case or normal form do not count, all of them', () => {
    const { entries, refused } = readManifest(
      ['Model.pt', 'model.pt', 'e\u0301', '\u00e9', 'other'].map((p) => entry(p)),
    );
    assert.deepEqual(
      entries.map(({ path }) => path),
      ['other'],
    );
    assert.equal(refused.length, 4);
  });

  it('refuses a name listed twice, and a file with a file below it', () => {
    const { entries, refused } = readManifest(['a', 'a', 'b', 'b/c', 'B/d', 'e/f'].map((p) => entry(p)));
    assert.deepEqual(
      entries.map(({ path }) => path),
      ['e/f'],
    );
    assert.deepEqual(refused.map(({ path }) => path).sort(), ['B/d', 'a', 'a', 'b', 'b/c']);
  });

  it('refuses what is no list', () => {
    for (const value of [null, {}, 'x', { length: 1, 0: entry('a') }])
      assert.equal(readManifest(value).refused.length, 1);
    assert.equal(readManifest([null, 1, []]).refused.length, 3);
  });

  it('never lets any text through that leaves the folder', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', 'a', '...'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const path = parts.join('/');
        if (pathFault(path) !== undefined) return;
        assert.ok(
          new URL(
            `x/${path.split('/').map(encodeURIComponent).join('/')}`,
            'file:///base/',
          ).pathname.startsWith('/base/x/'),
        );
        assert.ok(!/[\u0000-\u001f\u007f]/.test(path));
      }),
    );
  });

  it('has one digest for equal rows in any order, another for another run or byte [P5-05]', () => {
    const rows = [
      { cell: 'b', path: 'x', bytes: 1, sha256: H },
      { cell: 'a', path: 'y', bytes: 2, sha256: H },
    ];
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
    assert.equal(manifestSha256('run', rows), manifestSha256('run', [second, first]));
    assert.equal(manifestText('run', rows), manifestText('run', [second, first]));
    assert.notEqual(manifestSha256('run', rows), manifestSha256('run-2', rows));
    assert.notEqual(manifestSha256('run', rows), manifestSha256('run', [first, { ...second, bytes: 3 }]));
    assert.notEqual(manifestSha256('run', rows), manifestSha256('run', [first]));
  });
});
