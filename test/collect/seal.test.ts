import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  checkSeal,
  type FileNow,
  type SealInput,
  type Sealing,
  seal,
  type VerdictRow,
} from '../../src/collect/seal.ts';
import type { RosterEntry } from '../../src/job/roster.ts';

const H = (digit: string) => digit.repeat(64);

const entry = (over: Partial<RosterEntry> = {}): RosterEntry => ({
  cell: 'main',
  path: 'best.pt',
  role: 'checkpoint',
  keep: 'best',
  min: 1,
  contains: [],
  allowDegraded: false,
  requiredLevel: 'L3',
  ...over,
});
const file = (over: object = {}) => ({ cell: 'main', path: 'best.pt', bytes: 10, sha256: H('a'), ...over });
const verdict = (over: Partial<VerdictRow> = {}): VerdictRow => ({
  ...file(),
  role: 'checkpoint',
  verdict: 'pass',
  level: 'L3',
  reasons: [],
  ...over,
});
const input = (over: Partial<SealInput> = {}): SealInput => ({
  run: 'tiny-1',
  roster: [entry()],
  manifest: [file()],
  verdicts: [verdict()],
  place: '/store/tiny-1',
  ...over,
});

const obstacles = (sealing: Sealing) => (sealing.sealed ? [] : sealing.obstacles.map(({ code }) => code));
function sealed(given: SealInput) {
  const sealing = seal(given);
  assert.ok(sealing.sealed, JSON.stringify(sealing));
  return sealing;
}

describe('seal', () => {
  it('is one digest over roster, manifest, verdicts and place', () => {
    const { seal: first, verified, roster, rows, bytes, level } = sealed(input());
    assert.match(first, /^[0-9a-f]{64}$/);
    assert.deepEqual(
      { verified, roster, rows, bytes, level },
      { verified: 1, roster: 1, rows: [1], bytes: 10, level: 'L3' },
    );
    const b = { cell: 'main', path: 'extra.txt', bytes: 0, sha256: H('b') };
    for (const other of [
      input({ run: 'tiny-2' }),
      input({ place: 'elsewhere' }),
      input({ roster: [entry({ min: 0 })] }),
      input({ manifest: [file(), b] }),
      input({ manifest: [file({ bytes: 11 })], verdicts: [verdict({ bytes: 11 })] }),
      input({ manifest: [file({ sha256: H('c') })], verdicts: [verdict({ sha256: H('c') })] }),
      input({ verdicts: [verdict({ reasons: ['a note'] })] }),
    ]) {
      assert.notEqual(sealed(other).seal, first);
    }
  });

  it('does not depend on the order in which files were listed or verified', () => {
    const roster = [entry({ path: '*.pt', min: 2 })];
    const files = [file(), file({ path: 'last.pt', sha256: H('b') })];
    const verdicts = files.map((each) => verdict(each));
    const one = sealed(input({ roster, manifest: files, verdicts }));
    const two = sealed(input({ roster, manifest: [...files].reverse(), verdicts: [...verdicts].reverse() }));
    assert.equal(one.seal, two.seal);
  });

  const cases: [string, Partial<SealInput>, string[]][] = [
    ['an artifact that is missing [SW-07]', { manifest: [], verdicts: [] }, ['missing']],
    ['a cell that never ran [SW-07]', { roster: [entry(), entry({ cell: 'other' })] }, ['missing']],
    ['too few files for a row [P4-15]', { roster: [entry({ min: 2 })] }, ['missing']],
    [
      'an empty file',
      { manifest: [file({ bytes: 0 })], verdicts: [verdict({ bytes: 0 })] },
      ['missing', 'zero-byte'],
    ],
    ['a file that was never loaded', { verdicts: [] }, ['unverified']],
    ['a verdict of another cell', { verdicts: [verdict({ cell: 'other' })] }, ['unverified']],
    [
      'a verdict of other bytes [P5-05]',
      { verdicts: [verdict({ sha256: H('f') })] },
      ['verified-other-bytes'],
    ],
    ['a failed file', { verdicts: [verdict({ verdict: 'fail' })] }, ['not-passed']],
    ['an inconclusive file', { verdicts: [verdict({ verdict: 'inconclusive' })] }, ['not-passed']],
    [
      'a degraded file that the row does not allow',
      { verdicts: [verdict({ verdict: 'pass-degraded' })] },
      ['degraded'],
    ],
    ['a level below what the role needs', { verdicts: [verdict({ level: 'L2' })] }, ['level-too-low']],
    ['two verdicts for one file', { verdicts: [verdict(), verdict({ verdict: 'fail' })] }, ['duplicate']],
    ['a file listed twice', { manifest: [file(), file({ sha256: H('b') })] }, ['duplicate']],
    ['a path that leaves the folder', { manifest: [file(), file({ path: '../x' })] }, ['unsafe-path']],
    ['an empty roster', { roster: [] }, ['nothing-verified']],
    [
      'a roster that asks for nothing and gets it',
      { roster: [entry({ min: 0 })], manifest: [], verdicts: [] },
      ['nothing-verified'],
    ],
  ];
  for (const [what, over, codes] of cases) {
    it(`is refused for ${what}`, () => assert.deepEqual(obstacles(seal(input(over))), codes));
  }

  it('lists every obstacle, not only the first', () => {
    const roster = [entry(), entry({ cell: 'two' }), entry({ path: 'log.txt', role: 'log' })];
    const manifest = [file(), file({ path: 'log.txt', bytes: 0 })];
    const found = obstacles(seal(input({ roster, manifest, verdicts: [verdict({ verdict: 'fail' })] })));
    assert.deepEqual(found, ['missing', 'missing', 'zero-byte', 'not-passed']);
  });

  it('counts a degraded file where the row allows it, and says the lowest level', () => {
    const roster = [entry({ allowDegraded: true, path: '*.pt', min: 2 })];
    const manifest = [file(), file({ path: 'old.pt' })];
    const verdicts = [verdict(), verdict({ path: 'old.pt', verdict: 'pass-degraded', level: 'L1' })];
    const { verified, level } = sealed(input({ roster, manifest, verdicts }));
    assert.deepEqual({ verified, level }, { verified: 2, level: 'L1' });
  });

  it('is never given while one roster row is unmet, whatever else is there', () => {
    const anyVerdict = fc.constantFrom('pass', 'pass-degraded', 'fail', 'inconclusive') as fc.Arbitrary<
      VerdictRow['verdict']
    >;
    const row = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      bytes: fc.nat(2),
      listed: fc.boolean(),
      verdict: fc.option(anyVerdict, { nil: undefined }),
      sameHash: fc.boolean(),
      level: fc.constantFrom('L0', 'L1', 'L2', 'L3') as fc.Arbitrary<VerdictRow['level']>,
    });
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: (each) => each.name, minLength: 1 }), (rows) => {
        const listed = rows.filter((each) => each.listed);
        const whole = rows.every(
          (each) =>
            each.listed && each.bytes > 0 && each.verdict === 'pass' && each.sameHash && each.level === 'L3',
        );
        const result = seal(
          input({
            roster: rows.map(({ name }) => entry({ path: name })),
            manifest: listed.map(({ name, bytes }) => file({ path: name, bytes })),
            verdicts: rows.flatMap(({ name, bytes, verdict: given, sameHash, level }) =>
              given
                ? [verdict({ path: name, bytes, verdict: given, level, sha256: sameHash ? H('a') : H('b') })]
                : [],
            ),
          }),
        );
        assert.equal(result.sealed, whole);
      }),
      { numRuns: 500 },
    );
  });
});

describe('check of a seal before a release', () => {
  const stored = () => sealed(input({ manifest: [file(), file({ path: 'log.txt', sha256: H('b') })] }));
  const check = (now: FileNow) => {
    const { document } = stored();
    return checkSeal(document, (_, path) => (path === 'log.txt' ? { bytes: 10, sha256: H('b') } : now));
  };

  it('comes to the same seal while nothing changed', () => {
    assert.deepEqual(check({ bytes: 10, sha256: H('a') }), { seal: stored().seal, problems: [] });
  });

  for (const [problem, now] of [
    ['missing', undefined],
    ['zero-byte', { bytes: 0, sha256: H('e') }],
    ['truncated', { bytes: 9, sha256: H('c') }],
    ['changed', { bytes: 10, sha256: H('c') }],
    ['changed', { bytes: 11, sha256: H('c') }],
  ] as const) {
    it(`says ${problem} of a file that now is ${JSON.stringify(now)?.slice(0, 20) ?? 'gone'} [D-06]`, () => {
      assert.deepEqual(check(now).problems, [{ path: 'main/best.pt', problem }]);
    });
  }

  it('comes to another seal when a byte of the document was changed', () => {
    const { document, seal: first } = stored();
    const text = JSON.stringify(document).replace('"min":1', '"min":0');
    assert.notEqual(checkSeal(JSON.parse(text), () => undefined).seal, first);
  });

  for (const document of [
    null,
    {},
    [],
    'x',
    { format: 'gpu-lease-seal/1' },
    { format: 'gpu-lease-seal/1', files: [{ cell: 'a', path: '../x', sha256: H('a') }] },
  ]) {
    it(`never takes ${JSON.stringify(document)?.slice(0, 40)} for a seal`, () => {
      assert.deepEqual(
        checkSeal(document, () => undefined),
        { seal: 'unreadable', problems: [] },
      );
    });
  }
});
