import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CountedFile, sealedLevel } from '../../src/collect/sealed-level.ts';
import { LEVELS, type Level, type Role } from '../../src/evidence-level.ts';
import { expandRoster } from '../../src/job/roster.ts';

const LOADED: Role[] = [
  'checkpoint',
  'model',
  'optimizer',
  'adapter',
  'metrics',
  'config',
  'log',
  'dataset',
  'archive',
];

const entryOf = (role: Role) => {
  const rule = { path: role, role, keep: 'last' as const, min: 1, contains: [], allowDegraded: false };
  const [entry] = expandRoster({
    cells: [{ name: 'main', vars: {}, overrides: {} } as never],
    artifacts: [rule],
  });
  return entry ?? assert.fail();
};
const counted = (level: Level, ...roles: Role[]): CountedFile => ({
  level,
  entries: roles.map(entryOf),
});

const anyLevel = fc.constantFrom(...LEVELS);
const loadedFile = fc
  .tuple(anyLevel, fc.constantFrom(...LOADED))
  .map(([level, role]) => counted(level, role));
const opaqueFile = anyLevel.map((level) => counted(level, 'opaque'));

describe('the level of a seal', () => {
  for (const { what, files, level, opaque = 0 } of [
    {
      what: 'is L3 for a checkpoint whose values make sense, beside a config and a log whose structure is whole',
      files: [counted('L3', 'checkpoint'), counted('L2', 'config'), counted('L2', 'log')],
      level: 'L3',
    },
    {
      what: 'is that of a checkpoint which was accepted as far as its format allows',
      files: [counted('L3', 'checkpoint'), counted('L1', 'checkpoint'), counted('L2', 'metrics')],
      level: 'L1',
    },
    { what: 'is no more than the roles promise', files: [counted('L3', 'log')], level: 'L2' },
    {
      what: 'is not lowered by an opaque file, which is counted beside it',
      files: [counted('L3', 'model'), counted('L1', 'opaque'), counted('L1', 'opaque')],
      level: 'L3',
      opaque: 2,
    },
    {
      what: 'is L1 where everything is opaque, however well it happens to read',
      files: [counted('L3', 'opaque'), counted('L1', 'opaque')],
      level: 'L1',
      opaque: 2,
    },
    {
      what: 'holds a file that two rows name to the row that wants it loaded',
      files: [counted('L1', 'opaque', 'checkpoint')],
      level: 'L1',
    },
    { what: 'is the lowest where nothing is counted', files: [], level: 'L0' },
  ]) {
    it(`${what} [P5-11]`, () => assert.deepEqual(sealedLevel(files), { level, opaque }));
  }

  it('is the same with and without opaque files, as long as something is loaded', () =>
    fc.assert(
      fc.property(fc.array(loadedFile, { minLength: 1 }), fc.array(opaqueFile), (loaded, opaque) => {
        const { level } = sealedLevel(loaded);
        assert.deepEqual(sealedLevel([...opaque, ...loaded]), { level, opaque: opaque.length });
      }),
    ));

  it('is never above L1 where nothing is loaded', () =>
    fc.assert(fc.property(fc.array(opaqueFile), (files) => assert.ok(sealedLevel(files).level <= 'L1'))));

  it('is reached by every file to be loaded, or all that its role asks is; and the next one is not', () =>
    fc.assert(
      fc.property(fc.array(loadedFile, { minLength: 1 }), (files) => {
        const reaches = (asked: Level) =>
          files.every(({ level, entries }) => level >= asked || level >= (entries[0]?.requiredLevel ?? 'L3'));
        const { level } = sealedLevel(files);
        assert.ok(reaches(level));
        const above = LEVELS[LEVELS.indexOf(level) + 1];
        const promised = files.some(({ entries }) => above && (entries[0]?.requiredLevel ?? 'L0') >= above);
        if (above && promised) assert.ok(!reaches(above));
      }),
    ));

  it('does not rise when a file turns out worse', () =>
    fc.assert(
      fc.property(fc.array(loadedFile, { minLength: 1 }), anyLevel, (files, level) => {
        const [first, ...rest] = files as [CountedFile, ...CountedFile[]];
        const worse = { ...first, level: [level, first.level].sort()[0] as Level };
        assert.ok(sealedLevel([worse, ...rest]).level <= sealedLevel(files).level);
      }),
    ));
});
