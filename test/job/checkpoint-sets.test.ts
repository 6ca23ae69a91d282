import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CheckpointSet,
  checkpointSets,
  isOfSets,
  numberOf,
  type SeenFile,
  type SetShape,
  setGlobs,
} from '../../src/job/checkpoint-sets.ts';

const at = (modifiedAt: number, ...paths: string[]): SeenFile[] =>
  paths.map((path) => ({ path, bytes: 10, modifiedAt }));

const tell = (files: SeenFile[], rule: SetShape) =>
  checkpointSets(files, rule).map((set) => [set.name, set.ending, set.files.length] as const);

const only = (files: SeenFile[], rule: SetShape): CheckpointSet => {
  const [set, ...more] = checkpointSets(files, rule);
  assert.ok(set && more.length === 0);
  return set;
};

describe('the sets that a listing holds', () => {
  it('is a folder with all below it, the one with the highest number first', () => {
    const files = [
      ...at(5, 'checkpoint-9/model.safetensors', 'checkpoint-9/trainer_state.json'),
      ...at(3, 'checkpoint-10/model.safetensors', 'checkpoint-10/deep/er/rng_state.pth'),
      ...at(9, 'metrics.jsonl', 'runs/checkpoint-11/x.pt'),
    ];
    assert.deepEqual(tell(files, { path: 'checkpoint-*' }), [
      ['checkpoint-10', 'unsaid', 2],
      ['checkpoint-9', 'unsaid', 2],
    ]);
  });

  it('says by its marker that it is complete, and not by one that is older than what it stands for', () => {
    const rule = { path: 'checkpoint-*', complete: 'trainer_state.json' };
    const [done, stale, bare] = checkpointSets(
      [
        ...at(5, 'checkpoint-3/model.pt'),
        ...at(6, 'checkpoint-3/trainer_state.json'),
        ...at(9, 'checkpoint-2/model.pt'),
        ...at(8, 'checkpoint-2/trainer_state.json'),
        ...at(1, 'checkpoint-1/model.pt'),
      ],
      rule,
    );
    assert.deepEqual([done?.ending, stale?.ending, bare?.ending], ['said', 'lacking', 'lacking']);
    assert.match(stale?.why ?? '', /^has checkpoint-2\/model\.pt, written after its marker/);
    assert.equal(bare?.why, 'lacks its marker checkpoint-1/trainer_state.json');
  });

  it('is each file that a glob of files names', () => {
    assert.deepEqual(tell([...at(1, 'a.pt'), ...at(2, 'b.pt')], { path: '*.pt' }), [
      ['b.pt', 'said', 1],
      ['a.pt', 'said', 1],
    ]);
  });

  it('takes the neighbours of a file by which a folder is named, and no others', () => {
    const files = at(1, 'checkpoint-1/trainer_state.json', 'checkpoint-1/model.pt', 'checkpoint-2/model.pt');
    assert.deepEqual(tell(files, { path: 'checkpoint-*/trainer_state.json' }), [
      ['checkpoint-1/trainer_state.json', 'said', 2],
    ]);
  });

  it('is what a list names together, and lacks what is not there', () => {
    const rule = { path: ['model.pt', 'optim.pt'] };
    assert.equal(only(at(1, 'model.pt', 'optim.pt', 'other.pt'), rule).ending, 'unsaid');
    const half = only(at(1, 'model.pt'), rule);
    assert.deepEqual([half.ending, half.why], ['lacking', 'lacks optim.pt']);
    assert.equal(only(at(1, 'model.pt', 'optim.pt', 'DONE'), { ...rule, complete: 'DONE' }).ending, 'said');
  });

  it('lacks what still has the name of a file in the making, or a name that nobody can write down', () => {
    assert.equal(only(at(1, 'c-1/model.pt', 'c-1/optim.pt.tmp'), { path: 'c-*' }).ending, 'lacking');
    assert.equal(only(at(1, 'c-1/model.pt', 'c-1/a\u0001b'), { path: 'c-*' }).ending, 'lacking');
    assert.equal(only(at(1, 'c-1/model.pt', 'c-1/../../etc/passwd'), { path: 'c-*' }).ending, 'lacking');
  });

  it('goes by time where names are not all alike, and does not count a path twice', () => {
    const files = [...at(9, 'last.ckpt', 'last.ckpt'), ...at(3, 'epoch=3-step=12.ckpt')];
    assert.deepEqual(
      tell(files, { path: '*.ckpt' }).map(([name, , count]) => [name, count]),
      [
        ['last.ckpt', 1],
        ['epoch=3-step=12.ckpt', 1],
      ],
    );
  });

  it('is told in no time of a listing as long as a box may give', () => {
    const files = Array.from(
      { length: 20_000 },
      (_none, n) => at(n, `c-${n % 50}/${'d/'.repeat(20)}${n}`)[0] ?? [],
    ).flat();
    assert.equal(checkpointSets(files, { path: 'c-*' }).length, 50);
  });

  it('asks for what it needs to be told, and knows whose a path is', () => {
    assert.deepEqual(setGlobs({ path: 'checkpoint-*' }), ['checkpoint-*', 'checkpoint-*/**']);
    assert.deepEqual(setGlobs({ path: ['a', 'b'], complete: 'DONE' }), ['a', 'b', 'DONE']);
    const isOf = isOfSets({ path: 'checkpoint-*' });
    assert.deepEqual(['checkpoint-5/trainer_state.json', 'metrics.jsonl'].map(isOf), [true, false]);
  });

  it('knows the one number of a name, and does not choose among several', () => {
    assert.deepEqual(['out/checkpoint-500', 'epoch=3-step=12.ckpt', 'last.pt'].map(numberOf), [
      500,
      undefined,
      undefined,
    ]);
  });
});
