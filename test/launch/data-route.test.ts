import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeRoute, originsOf } from '../../src/launch/data-route.ts';

const FAR = { origin: 'https://hub.example', bytes: 40e9, files: 1 };
const seen = (over: Partial<Parameters<typeof judgeRoute>[1]> = {}) => ({
  program: 'curl',
  bytes: 5e6,
  seconds: 5,
  proxies: [],
  why: '',
  ...over,
});

describe('the way of data to a box', () => {
  it('is told with the time that all of it takes, and no more where that fits [P0-18]', () => {
    const { level, what } = judgeRoute(FAR, seen(), 24);
    assert.equal(level, 'info');
    assert.equal(
      what,
      'https://hub.example by curl, without a proxy: 1.00 MB/s; the 40000000000 bytes of `data` from there take 11 h 06 min',
    );
  });

  it('is warned of where the data alone take longer than the job may [P0-18] [U12]', () => {
    const { level, what, fix } = judgeRoute({ ...FAR, files: 9 }, seen(), 6);
    assert.equal(level, 'warn');
    assert.match(what, /take 2 h 46 min to 11 h 06 min, and `budget\.hours` is 6\.$/);
    assert.match(fix, /mirror/);
  });

  it('is warned of where nothing comes, with what the program said [P0-18]', () => {
    const { level, what } = judgeRoute(
      FAR,
      seen({ bytes: 0, why: '403 The requested URL returned error' }),
      6,
    );
    assert.equal(level, 'warn');
    assert.equal(
      what,
      'Nothing came from https://hub.example by curl, without a proxy: 403 The requested URL returned error.',
    );
  });

  for (const [proxies, way] of [
    [[['https_proxy', 'p.example:3128']], 'through p.example:3128 (https_proxy)'],
    [[['http_proxy', 'p.example:3128']], 'without a proxy'],
    [[['ALL_PROXY', 'q.example:1080']], 'through q.example:1080 (ALL_PROXY)'],
    [
      [
        ['HTTPS_PROXY', 'p.example:3128'],
        ['no_proxy', 'localhost, .example'],
      ],
      'straight, as no_proxy says',
    ],
  ] as const)
    it(`names the one that a program takes for this address: ${way} [P0-18] [AD2]`, () => {
      const named = proxies.map(([name, host]) => ({ name, host }));
      assert.ok(
        judgeRoute(FAR, seen({ proxies: named }), 24).what.startsWith(
          `https://hub.example by curl, ${way}: `,
        ),
      );
    });

  it('is measured once for each server that gives much, by its largest file, and for three at most', () => {
    const file = (url: string, bytes: number | undefined) => ({
      path: url.slice(-1),
      bytes,
      url,
      proof: { by: 'nothing' as const },
    });
    const origins = originsOf([
      {
        to: 'a',
        token: 'secret',
        files: [file('https://hub.example/a', 5e6), file('https://hub.example/b', 90e6)],
      },
      { to: 'b', files: [file('https://hub.example/c', 7e6), file('http://one.example/d', undefined)] },
      {
        to: 'c',
        files: [
          file('http://two.example/e', 20e6),
          file('http://three.example/f', 30e6),
          file('http://four.example/g', 15e6),
        ],
      },
    ]);
    assert.deepEqual(
      origins.map(({ origin, bytes, files, largest }) => [origin, bytes, files, largest.url, largest.token]),
      [
        ['https://hub.example', 102e6, 3, 'https://hub.example/b', 'secret'],
        ['http://three.example', 30e6, 1, 'http://three.example/f', undefined],
        ['http://two.example', 20e6, 1, 'http://two.example/e', undefined],
      ],
    );
  });
});
