import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expandRoster, type ListedFile, matchRoster } from '../../src/job/roster.ts';
import { loadJob } from './job-text.ts';

const roster = expandRoster(
  loadJob({
    artifacts:
      'artifacts: [{path: "ckpt/*.pt", role: checkpoint, keep: last, min: 2}, {path: m.jsonl, role: metrics}, {path: "logs/**", role: log, min: 0}]',
    c: 'cells: [a, b]',
  }),
);
const file = (cell: string, path: string, bytes = 1): ListedFile => ({
  cell,
  path,
  bytes,
  sha256: '0'.repeat(64),
});
const whole = (cell: string) => [file(cell, 'ckpt/1.pt'), file(cell, 'ckpt/2.pt'), file(cell, 'm.jsonl')];
const missingOf = (listing: ListedFile[]) =>
  matchRoster(roster, listing).missing.map(
    ({ entry, found }) => `${entry.cell} ${entry.path} ${found}/${entry.min}`,
  );

describe('the roster', () => {
  it('is every rule for every cell, with the level that the role demands', () => {
    assert.equal(roster.length, 6);
    assert.deepEqual(roster[0], {
      cell: 'a',
      path: 'ckpt/*.pt',
      role: 'checkpoint',
      keep: 'last',
      min: 2,
      contains: [],
      allowDegraded: false,
      requiredLevel: 'L3',
    });
    assert.deepEqual(
      roster.map(({ cell, role, requiredLevel }) => `${cell} ${role} ${requiredLevel}`),
      ['a checkpoint L3', 'a metrics L2', 'a log L2', 'b checkpoint L3', 'b metrics L2', 'b log L2'],
    );
  });

  it('demands values of what is loaded, structure of the rest, and the hash of what is opaque', () => {
    const roles = [
      'checkpoint',
      'model',
      'optimizer',
      'adapter',
      'metrics',
      'config',
      'log',
      'dataset',
      'archive',
      'opaque',
    ];
    const rules = roles.map((role) => `{path: ${role}, role: ${role}}`).join(', ');
    const levels = expandRoster(loadJob({ artifacts: `artifacts: [${rules}]` })).map(
      ({ requiredLevel }) => requiredLevel,
    );
    assert.deepEqual(levels, ['L3', 'L3', 'L3', 'L3', 'L2', 'L2', 'L2', 'L2', 'L2', 'L1']);
  });

  it('is met by exactly what it promises [SW-07]', () => {
    const match = matchRoster(roster, [...whole('a'), ...whole('b')]);
    assert.deepEqual(match.missing, []);
    assert.deepEqual(match.undeclared, []);
    assert.deepEqual(
      match.matched.map(({ files }) => files.length),
      [2, 1, 0, 2, 1, 0],
    );
  });

  it('names a cell that never ran [SW-07]', () => {
    assert.deepEqual(missingOf(whole('a')), ['b ckpt/*.pt 0/2', 'b m.jsonl 0/1']);
  });

  it('counts no file of another cell [SW-06] [D-16]', () => {
    assert.deepEqual(missingOf([...whole('a'), ...whole('a')]), ['b ckpt/*.pt 0/2', 'b m.jsonl 0/1']);
  });

  it('counts no empty file and names it [SW-07]', () => {
    const listing = [...whole('a'), file('b', 'ckpt/1.pt'), file('b', 'ckpt/2.pt', 0), file('b', 'm.jsonl')];
    assert.deepEqual(missingOf(listing), ['b ckpt/*.pt 1/2']);
    assert.deepEqual(
      matchRoster(roster, listing).zeroByte.map(({ path }) => path),
      ['ckpt/2.pt'],
    );
  });

  it('counts no file of an impossible size', () => {
    for (const bytes of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, 2 ** 60]) {
      assert.deepEqual(missingOf([...whole('a'), ...whole('b').slice(0, 2), file('b', 'm.jsonl', bytes)]), [
        'b m.jsonl 0/1',
      ]);
    }
  });

  it('reports what no rule names, temporary files too [D-08]', () => {
    const odd = [file('a', 'ckpt/3.pt.tmp'), file('a', 'core'), file('c', 'm.jsonl')];
    assert.deepEqual(matchRoster(roster, [...whole('a'), ...whole('b'), ...odd]).undeclared, odd);
  });

  it('counts a file that is listed twice once [SW-07]', () => {
    const again = { ...file('a', 'ckpt/1.pt'), bytes: 9 };
    const match = matchRoster(roster, [...whole('a').slice(0, 1), again, ...whole('b')]);
    assert.deepEqual(match.duplicate, [again]);
    assert.deepEqual(missingOf([file('a', 'ckpt/1.pt'), again, ...whole('b')]), [
      'a ckpt/*.pt 1/2',
      'a m.jsonl 0/1',
    ]);
  });

  it('lets no listed path leave the directory', () => {
    const hostile = [
      'logs/../../x',
      '/logs/x',
      'logs//x',
      'logs/./x',
      'logs/a\nb',
      'logs\\x',
      'logs/\u0000',
    ].map((path) => file('a', path));
    const match = matchRoster(roster, hostile);
    assert.deepEqual(match.undeclared, hostile);
    assert.ok(match.matched.every(({ files }) => files.length === 0));
  });

  it('keeps cells apart whose names are members of every object', () => {
    const entries = expandRoster(loadJob({ c: 'cells: [constructor, toString]' }));
    const match = matchRoster(entries, [file('toString', 'model.safetensors')]);
    assert.deepEqual(
      match.missing.map(({ entry }) => entry.cell),
      ['constructor'],
    );
  });
});
